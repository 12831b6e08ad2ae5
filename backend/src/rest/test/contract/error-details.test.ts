import { expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const museum = await openMuseum()
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(`create function raise_bare(message text, detail text default null) returns void language plpgsql as $$
    begin
      if detail is null then raise exception using errcode = 'PGRST', message = message; end if;
      raise exception using errcode = 'PGRST', message = message, detail = detail;
    end $$;
  grant execute on function raise_bare to anon`)
await museum.service.reload()

const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

test.each([
  ['tree path', '/rooms?a->b.order=id', 'failed to parse tree path (a->b.order)'],
  ['filter', '/rooms?id=nope.1', 'failed to parse filter (nope.1)'],
  ['select parameter', '/rooms?select=a(', 'failed to parse select parameter (a()'],
  ['order', '/rooms?order=a.up', 'failed to parse order (a.up)'],
  ['logic tree', '/rooms?or=(a)', 'failed to parse logic tree ((a))'],
  ['tree path', '/rooms?a.b->c.d=eq.1', 'failed to parse tree path (a.b->c.d)'],
  ['logic path', '/rooms?a->b.or=(id.eq.1)', 'failed to parse logic path (a->b.or)'],
  ['on_conflict parameter', '/rooms?on_conflict=a,', 'failed to parse on_conflict parameter (a,)'],
  ['columns parameter', '/rooms?columns=a,', 'failed to parse columns parameter (a,)'],
])('names the %s in PGRST100 (rest 5)', async (_what, path, words) => {
  const response = await museum.request(path)
  const { code, message, details, hint } = (await response.json()) as Record<string, unknown>
  expect([response.status, code, hint]).toEqual([400, 'PGRST100', null])
  expect(message).toMatch(/^".*" \(line 1, column \d+\)$/)
  expect(message).toContain(`"${words}"`)
  expect(details).toMatch(/unexpected|expecting/)
})

test.each([
  ['{"code":"1","message":"m"}', null, 'DETAIL is missing in the RAISE statement', 'DETAIL'],
  ['{"code":"1","message":"m"}', '{"status":200}', `Invalid JSON value for DETAIL: '{"status":200}'`, 'DETAIL'],
  ['{"code":"1"}', '{}', `Invalid JSON value for MESSAGE: '{"code":"1"}'`, 'MESSAGE'],
])('explains what is wrong with a raise of %s with %s (rest 14.4)', async (message, detail, details, what) => {
  const response = await museum.request('/rpc/raise_bare', post(JSON.stringify({ message, detail })))
  const keys =
    what === 'DETAIL'
      ? "obligatory keys: 'status', 'headers' and optional key: 'status_text'."
      : "obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details,
      hint: `${what} must be a JSON object with ${keys}`,
    },
  ])
})

test('returns 400 for the text of pg-safeupdate and sends Retry-After with 503 (rest 14.3)', async () => {
  const raise = (state: string, message: string) =>
    museum.request('/rpc/raise_state', post(JSON.stringify({ state, message })))
  expect((await raise('21000', 'UPDATE requires a WHERE clause')).status).toBe(400)
  expect((await raise('22023', 'role "x" does not exist')).status).toBe(401)
  const busy = await raise('53300', 'too many connections')
  expect([busy.status, Number(busy.headers.get('retry-after'))]).toEqual([503, 1])
})
