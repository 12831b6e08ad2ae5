import { afterAll, expect, test } from 'vitest'
import { createLibraryService, KEYS, MINE, readError, readRows } from './library-service.ts'

// A single connection, so that anything left behind by a request would affect the next.
const library = await createLibraryService({ poolSize: 1 })
afterAll(() => library.close())

const token = (claims: Record<string, unknown>) => library.tokens.sign({ sub: MINE, role: 'authenticated', ...claims })
const settings = [
  'role',
  'request.jwt.claims',
  'request.headers',
  'request.path',
  'timezone',
  'statement_timeout',
  'search_path',
]

async function showSettings(init: Parameters<typeof library.request>[1]): Promise<unknown[]> {
  const values = settings.map((name) => library.request(`/rpc/show_setting?name=${name}`, init).then((r) => r.json()))
  return Promise.all(values)
}

test('never leaks settings of a request to the next on the same connection (rest 4)', async () => {
  const before = await showSettings({})
  const headers = { prefer: 'timezone=Asia/Tokyo', 'x-private': 'secret' }
  const between = await showSettings({ token: await token({ private: 'claim' }), headers })
  expect(JSON.stringify(between)).toContain('secret')
  expect(await showSettings({})).toEqual(before)
})

test('leaves the connection unchanged after a failed request (rest 4)', async () => {
  await library.request('/books?id=eq.x', { token: await token({}) })
  await library.request('/nope')
  await library.request('/rpc/raise_state', {
    method: 'POST',
    body: '{"state":"P0001"}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await (await library.request('/rpc/whoami')).json()).toBe('anon')
})

test.each<[string, unknown]>([
  ['superuser', 'postgres'],
  ['unknown', 'nobody_at_all'],
  ['hostile', 'anon*/; drop table books; --'],
  ['number', 5],
  ['object', { a: 1 }],
  ['empty', ''],
])('rejects a token with the role of a %s (rest 3)', async (_name, role: unknown) => {
  const response = await library.request('/books', { token: await token({ role }) })
  const body = await response.text()
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(body).not.toContain('Engines')
  expect((await library.request('/books?limit=1')).status).toBe(200)
})

test('lets the login role itself read nothing (rest 3)', async () => {
  const response = await library.request('/books', { token: await token({ role: 'authenticator' }) })
  expect(response.status).toBeGreaterThanOrEqual(400)
})

test.each([
  ['anon without grant', '/secrets_table', {}, 401, '42501'],
  ['user without grant', '/secrets_table', { as: 'user' }, 403, '42501'],
  ['service with grant', '/secrets_table', { as: 'service' }, 200, undefined],
  ['anon with policy', '/notes?select=body', {}, 200, undefined],
])('responds to %s with its status (rest 3)', async (_name, path, { as }: { as?: string }, status, code) => {
  const init =
    as === 'user' ? { token: await token({}) } : { key: as === 'service' ? KEYS.secretKey : KEYS.publishableKey }
  const response = await library.request(path, init)
  expect(response.status).toBe(status)
  if (code) expect(await response.json()).toMatchObject({ code })
  if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer')
})

test('returns the rows that RLS policies allow the caller', async () => {
  const read = async (init: Parameters<typeof library.request>[1]) => {
    const rows = await readRows(await library.request('/notes?select=body&order=body', init))
    return rows.map((row) => row.body)
  }
  expect(await read({})).toEqual(['public one'])
  expect(await read({ token: await token({}) })).toEqual(['mine', 'public one'])
  expect(await read({ key: KEYS.secretKey })).toEqual(['mine', 'public one', 'theirs'])
  const embedded = await (await library.request('/books?select=id,notes(body)&id=lt.3&order=id')).json()
  expect(embedded).toEqual([
    { id: 1, notes: [{ body: 'public one' }] },
    { id: 2, notes: [] },
  ])
})

test('does not let a visitor write or count hidden rows', async () => {
  const changed = await library.request('/notes?id=not.is.null', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    body: '{"body":"taken"}',
  })
  expect(changed.status).toBe(401)
  const counted = await library.request('/notes?limit=1', { headers: { prefer: 'count=exact' } })
  expect(counted.headers.get('content-range')).toBe('0-0/1')
})

test.each([
  ['a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
  ['a.b.c', 'PGRST301', undefined],
  ['eyJhbGciOiJub25lIn0.e30.', 'PGRST301', undefined],
])('rejects the token %j (rest 3)', async (bad, code, message) => {
  const response = await library.request('/books', { headers: { authorization: `Bearer ${bad}` } })
  const body = await readError(response)
  expect([response.status, body.code]).toEqual([401, code])
  if (message) expect(body.message).toBe(message)
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

test('rejects tokens that have expired or are not valid yet (rest 3)', async () => {
  const seconds = Math.floor(Date.now() / 1000)
  const sendRequest = async (claims: Record<string, unknown>) =>
    (await readError(await library.request('/books', { token: await token(claims) }))).message
  expect(await sendRequest({ exp: seconds - 60 })).toBe('JWT expired')
  expect(await sendRequest({ nbf: seconds + 60 })).toBe('JWT not yet valid')
  expect(await sendRequest({ exp: seconds - 10 })).toBeUndefined()
})

test('rejects a wrong key (rest 17)', async () => {
  const response = await library.request('/books', { key: 'sb_publishable_wrong' })
  expect([response.status, (await readError(response)).message]).toEqual([401, 'Invalid API key'])
})

test('hints only at names that the role may use (rest 14.4)', async () => {
  const sendRequest = async (init: Parameters<typeof library.request>[1]) =>
    (await readError(await library.request('/secrets_tables', init))).hint
  expect(await sendRequest({})).toBeNull()
  expect(await sendRequest({ key: KEYS.secretKey })).toBe("Perhaps you meant the table 'public.secrets_table'")
})

test('rejects a secret key from a browser (rest 17)', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' }
  expect((await library.request('/books', { key: KEYS.secretKey, headers })).status).toBe(401)
  expect((await library.request('/books', { headers })).status).toBe(200)
})
