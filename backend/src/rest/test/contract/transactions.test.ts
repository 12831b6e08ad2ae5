import { CompactSign, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const SECRET = new TextEncoder().encode('a shared secret for tests, long enough')
const KEY = 'sb_secret_test'
const JSON_TYPE = { 'content-type': 'application/json' }
const museum = await openMuseum({ poolSize: 2, acquireTimeoutMs: 300, preRequest: 'public.greet' })
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(`
  create table owners (id integer primary key);
  create table things (id integer primary key, owner_id integer references owners deferrable initially deferred);
  create table noted (id integer primary key);
  create function tg_note() returns trigger language plpgsql as $$
    begin
      perform set_config('response.headers', '[{"X-Note": "one"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]', true);
      perform set_config('response.status', '202', true);
      return new;
    end $$;
  create trigger note before insert on noted for each row execute function tg_note();
  create function greet() returns void language plpgsql as $$
    begin
      if current_setting('request.headers')::json ->> 'x-guest' is not null then
        perform set_config('response.headers', '[{"X-Greeting": "hello"}, {"Content-Location": "/elsewhere"}]', true);
      end if;
    end $$;
  create function sly() returns integer language plpgsql stable as $$
    begin perform public.write_room('sly'); return 1; end $$;
  create function frank() returns integer language plpgsql volatile as $$ begin return 1; end $$;
  grant all on owners, things, noted to service_role;
  grant execute on function greet, sly, frank to anon, authenticated, service_role`)
await museum.service.reload()

const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  museum.request(path, { method, body, key: KEY, headers: { ...JSON_TYPE, ...headers } })
const sign = (claims: Record<string, unknown>) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)
const codeOf = async (response: Promise<Response>) => {
  const answered = await response
  return [answered.status, ((await answered.json()) as { code: string }).code]
}

test('runs stable functions read-only by any method, and volatile ones by GET (rest 1)', async () => {
  expect(await codeOf(send('POST', '/rpc/sly', '{}'))).toEqual([405, '25006'])
  expect(await codeOf(museum.request('/rpc/sly', { key: KEY }))).toEqual([405, '25006'])
  expect(await (await museum.request('/rpc/frank')).json()).toBe(1)
})

test('reports an error of the commit instead of the result (rest 1)', async () => {
  const orphan = '{"id":1,"owner_id":7}'
  expect(await codeOf(send('POST', '/things', orphan))).toEqual([409, '23503'])
  expect(await codeOf(send('POST', '/things', orphan, { prefer: 'return=representation' }))).toEqual([409, '23503'])
  expect(await codeOf(send('POST', '/things', orphan, { prefer: 'tx=rollback' }))).toEqual([409, '23503'])
  const many = send('POST', '/things', `[${orphan},{"id":2,"owner_id":8}]`, {
    accept: 'application/vnd.pgrst.object+json',
  })
  expect(await codeOf(many)).toEqual([406, 'PGRST116'])
  expect(await owner`select from things`).toHaveLength(0)
})

test('serves requests that need no connection while none is free (rest 1)', async () => {
  const busy = [0, 1].map(() => send('POST', '/rpc/slow', '{"seconds":1.2}'))
  await expect
    .poll(() =>
      owner`select from pg_stat_activity where query like '%slow%' and state = 'active' and usename = 'authenticator'
      and datname = current_database()`.then((rows) => rows.length),
    )
    .toBe(2)
  const requested = [
    codeOf(museum.request('/rooms', { token: 'a.b' })),
    codeOf(museum.request('/a/b')),
    codeOf(museum.request('/rooms', { headers: { 'accept-profile': 'x' } })),
    codeOf(museum.request('/rpc/nothing', { method: 'PUT' })),
    codeOf(museum.request('/rooms?id=x')),
    codeOf(museum.request('/rooms?limit=-1')),
    codeOf(send('POST', '/rooms', '{')),
    codeOf(museum.request('/nope')),
    codeOf(museum.request('/rooms?select=nope(id)')),
    codeOf(museum.request('/rooms', { headers: { accept: 'image/png' } })),
  ]
  expect((await Promise.all(requested)).map(([, code]) => code)).toEqual(
    ['301', '125', '106', '101', '100', '103', '102', '205', '200', '107'].map((number) => `PGRST${number}`),
  )
  expect((await museum.request('/rooms', { method: 'OPTIONS' })).status).toBe(200)
  expect(await codeOf(museum.request('/rooms'))).toEqual([503, 'PGRST003'])
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([204, 204])
})

test('checks the token of an OPTIONS that is not a preflight (rest 1)', async () => {
  expect(await codeOf(museum.request('/rooms', { method: 'OPTIONS', token: 'a.b' }))).toEqual([401, 'PGRST301'])
})

test('selects the schema of reads by Accept-Profile and of writes by Content-Profile (rest 2)', async () => {
  const profiles = (headers: Record<string, string>) => museum.request('/loans?limit=1', { key: KEY, headers })
  expect((await profiles({ 'accept-profile': 'archive', 'content-profile': 'nope' })).status).toBe(200)
  expect(await codeOf(profiles({ 'content-profile': 'archive' }))).toEqual([404, 'PGRST205'])
  const written = await send('PATCH', '/rooms?id=eq.1', '{"floor":0}', { 'accept-profile': 'nope' })
  expect([written.status, written.headers.get('content-profile')]).toEqual([204, null])
  expect((await museum.request('/rooms')).headers.get('content-profile')).toBe('public')
  const alone = await openMuseum({ schemas: ['public'] })
  expect((await alone.request('/rooms')).headers.get('content-profile')).toBeNull()
  const named = await alone.request('/rooms', { headers: { 'accept-profile': 'public' } })
  expect(named.headers.get('content-profile')).toBe('public')
})

test('treats a request without a Bearer token as anon, in any case of the scheme (rest 3)', async () => {
  const role = async (headers: Record<string, string>) =>
    (await museum.request('/rpc/tell?name=role', { headers })).json()
  expect(await role({ authorization: 'Basic YTpi' })).toBe('anon')
  expect(await role({ authorization: `bEaReR ${await sign({ role: 'authenticated' })}` })).toBe('authenticated')
  expect(await role({ authorization: 'Bearer sb_publishable_test' })).toBe('anon')
})

test('accepts a token in apikey as both key and token (rest 17)', async () => {
  const role = async (key: string) => (await museum.request('/rpc/tell?name=role', { key })).json()
  expect(await role(await sign({ role: 'authenticated' }))).toBe('authenticated')
  expect(await role(await sign({ role: 'service_role' }))).toBe('service_role')
  expect(await role(KEY)).toBe('service_role')
})

test('rejects invalid claims (rest 3)', async () => {
  const readProblem = async (token: string) => {
    const response = await museum.request('/rooms', { token })
    const { code, message } = (await response.json()) as Record<string, string>
    return [response.status, code, message, response.headers.get('www-authenticate')]
  }
  const rejected = (message: string) => [
    401,
    'PGRST303',
    message,
    `Bearer error="invalid_token", error_description="${message}"`,
  ]
  for (const claim of ['exp', 'nbf', 'iat']) {
    expect(await readProblem(await sign({ [claim]: 'soon' }))).toEqual(
      rejected(`The JWT '${claim}' claim must be a number`),
    )
  }
  const list = await new CompactSign(new TextEncoder().encode('[1]')).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)
  expect(await readProblem(list)).toEqual(rejected('Parsing claims failed'))
  expect(await readProblem(await sign({ role: 5 }))).toEqual([401, '22023', 'role "5" does not exist', 'Bearer'])
})

test('lets a pre-request function and a trigger set status and headers (rest 4)', async () => {
  const greeted = await museum.request('/rooms?limit=1', { headers: { 'x-guest': 'me' } })
  expect([greeted.headers.get('x-greeting'), greeted.headers.get('content-location')]).toEqual(['hello', '/elsewhere'])
  const noted = await send('POST', '/noted', '{"id":1}')
  expect([noted.status, noted.headers.get('x-note'), noted.headers.getSetCookie()]).toEqual([
    202,
    'one',
    ['a=1', 'b=2'],
  ])
  const next = await museum.request('/rooms?limit=1')
  expect([next.status, next.headers.get('x-note'), next.headers.get('x-greeting')]).toEqual([200, null, null])
})

test('ignores invalid limit and offset values, and Range where it does not apply (rest 8)', async () => {
  const range = async (path: string, init: RequestInit = {}) =>
    (await museum.request(path, init)).headers.get('content-range')
  expect(await range('/rooms?limit=many&offset=x')).toBe('0-2/*')
  expect(await range('/rooms?offset=-5&limit=1')).toBe('0-0/*')
  expect(await range('/rooms', { headers: { range: '0-0', 'range-unit': 'parsecs' } })).toBe('0-0/*')
  expect(await range('/rooms', { method: 'HEAD', headers: { range: '0-0' } })).toBe('0-2/*')
  const numbers = { method: 'POST', body: '{"many":3}', headers: { ...JSON_TYPE, range: '0-0' } }
  expect(await range('/rpc/list_numbers', numbers)).toBe('0-2/*')
  expect(await range('/rpc/list_numbers?limit=1&offset=1', numbers)).toBe('1-1/*')
  expect(await range('/rpc/list_numbers?many=3', { headers: { range: '1-1' } })).toBe('1-1/*')
  const planned = await send('PATCH', '/rooms?id=gt.1', '{"floor":1}', { prefer: 'count=planned, tx=rollback' })
  expect([planned.status, planned.headers.get('content-range')]).toEqual([204, '0-1/*'])
})

test('lets clients choose between commit and rollback only if that is configured (rest 11)', async () => {
  for (const [txEnd, prefer, stays] of [
    ['commit', 'tx=rollback', true],
    ['commit-allow-override', 'tx=rollback', false],
    ['rollback', 'tx=commit', false],
    ['rollback-allow-override', 'tx=commit', true],
  ] as const) {
    const other = await openMuseum({ txEnd })
    const body = { method: 'POST', body: '{"id":300,"name":"x"}', key: KEY, headers: { ...JSON_TYPE, prefer } }
    const made = await other.request('/shows', body)
    const found = await other.database.connect('owner', { max: 1 })`select from shows where id = 300`
    const applied = txEnd.endsWith('override') ? prefer : null
    expect([made.status, found.length === 1, made.headers.get('preference-applied')], txEnd).toEqual([
      201,
      stays,
      applied,
    ])
  }
})

test('lists only preferences that were applied (rest 11)', async () => {
  const applied = async (method: string, path: string, prefer: string) => {
    const body = method === 'GET' ? {} : { body: '{}' }
    const response = await museum.request(path, { method, key: KEY, headers: { ...JSON_TYPE, prefer }, ...body })
    return response.headers.get('preference-applied')
  }
  expect(
    await applied('GET', '/rooms', 'return=representation, resolution=merge-duplicates, missing=default'),
  ).toBeNull()
  expect(await applied('POST', '/rpc/nothing', 'return=representation')).toBeNull()
  expect(await applied('GET', '/rooms', 'count=none, Count=exact, timezone=Mars/Base')).toBeNull()
  expect(await applied('GET', '/rooms', 'max-affected=3, count=exact, handling=lenient')).toBe(
    'count=exact, handling=lenient',
  )
  expect(await applied('PATCH', '/rooms?id=lt.0', 'max-affected=3')).toBeNull()
})
