import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { bearer, openSession, readCode, type TestSession } from '../test-http.ts'

const EMAIL = 'ada@example.org'

test.each([
  '',
  ' ',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"email":1}',
  '{"data":[]}',
  '{"email":{"a":1}}',
  '{"code_challenge":7}',
])('rejects the body %j (auth 1)', async (body) => {
  await using auth = await createTestAuth()
  const response = await auth.request('/signup', { method: 'POST', body })
  expect(response.headers.get('x-sb-error-code')).toBe('bad_json')
  expect(await response.json()).toMatchObject({
    code: 400,
    msg: expect.stringMatching(/^Could not parse request body as JSON: /),
  })
})

test.each([{ data: { name: 'half of an emoji \ud83d' } }, { data: { 'a\0b': 1 } }])(
  'says that the text of %j cannot be stored (auth 1)',
  async (json) => {
    await using auth = await createTestAuth()
    const response = await auth.request('/signup', { json })
    expect(await response.json()).toMatchObject({
      error_code: 'bad_json',
      msg: 'Could not parse request body as JSON: a text contains a NUL character or half of a surrogate pair',
    })
  },
)

test('ignores unknown fields, null and empty objects (auth 1)', async () => {
  await using auth = await createTestAuth()
  const json = {
    email: EMAIL,
    password: PASSWORD,
    phone: null,
    code_challenge: null,
    data: null,
    gotrue_meta_security: {},
    x: [1],
  }
  expect((await auth.request('/signup', { json })).status).toBe(200)
})

test('returns 504 when a request takes too long (auth 1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_API_MAX_REQUEST_DURATION: '1s' }, { ownDatabase: true })
  await auth.sql.unsafe(`
    create function private.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$;
    create trigger dawdle before insert on auth.users for each row execute function private.dawdle();
    grant usage on schema private to supabase_auth_admin`)
  const startedAt = performance.now()
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect(await readCode(response)).toEqual([504, 'request_timeout'])
  expect(performance.now() - startedAt).toBeLessThan(3_500)
})

test('returns {} for an empty result, except where the contract requires no body (auth 1)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const empty = await auth.request('/recover', { json: { email: 'nobody@example.org' } })
  expect([empty.headers.get('content-type'), await empty.text()]).toEqual(['application/json', '{}'])
  const out = await auth.request('/logout', { method: 'POST', headers: bearer(token) })
  expect([out.status, await out.text()]).toEqual([204, ''])
})

test('allows the CORS headers of the operator besides those of the client (auth 1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_CORS_ALLOWED_HEADERS: 'X-Ours,X-Theirs' })
  const response = await auth.request('/user', {
    method: 'OPTIONS',
    headers: { origin: 'https://a.test', 'access-control-request-method': 'PATCH' },
  })
  const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(',') ?? []
  const expected = [
    'accept',
    'authorization',
    'content-type',
    'x-client-ip',
    'x-client-info',
    'x-jwt-aud',
    'x-use-cookie',
  ]
  for (const name of [...expected, 'x-supabase-api-version', 'apikey', 'x-ours', 'x-theirs'])
    expect(allowed).toContain(name)
  expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE')
})

test('ignores apikey and the Bearer token of a key on public endpoints (auth 1)', async () => {
  await using auth = await createTestAuth()
  for (const headers of [
    { apikey: 'nonsense' },
    bearer(KEYS.publishableKey),
    bearer('a.b.c'),
    bearer('sb_secret_wrong'),
  ]) {
    expect((await auth.request('/settings', { headers })).status).toBe(200)
    expect((await auth.request('/recover', { json: { email: EMAIL }, headers })).status).toBe(200)
    auth.wait(60_000)
  }
})

test('reads the audience from the header, else the user token, else the settings (auth 1)', async () => {
  await using auth = await createTestAuth()
  const headers = { 'x-jwt-aud': 'partners' }
  const created = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD }, headers })
  const { access_token: token, user } = (await created.json()) as TestSession
  expect(decodeJwt(token).aud).toBe('partners')
  const path = '/token?grant_type=password'
  const json = { email: EMAIL, password: PASSWORD }
  expect((await auth.request(path, { json })).status).toBe(400)
  expect((await auth.request(path, { json, headers })).status).toBe(200)
  expect((await auth.request(path, { json, headers: bearer(token) })).status).toBe(200)
  const operator = await auth.tokens.sign({ aud: 'partners', sub: user.id, role: 'service_role' })
  expect((await auth.request(path, { json, headers: bearer(operator) })).status).toBe(400)
})

test.each([
  [{}, { 'x-forwarded-for': 'nonsense, 203.0.113.5, 203.0.113.6', 'sb-forwarded-for': '198.51.100.1' }, '203.0.113.5'],
  [
    { GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true' },
    { 'x-forwarded-for': '203.0.113.5', 'sb-forwarded-for': '198.51.100.1, 203.0.113.9' },
    '198.51.100.1',
  ],
  [{ GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true' }, { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
  [{}, { 'x-forwarded-for': '::ffff:203.0.113.5' }, '203.0.113.5'],
])('reads the client address with %j from %j as %s (auth 1)', async (environment, headers, ip) => {
  await using auth = await createTestAuth(environment)
  await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD }, headers })
  expect(await auth.sql`select host(ip) as ip from auth.sessions`).toEqual([{ ip }])
})

test('identifies user, session and token in response headers (auth 1)', async () => {
  await using auth = await createTestAuth()
  const created = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const { access_token: token, refresh_token: first, user } = (await created.json()) as TestSession
  expect(created.headers.get('sb-auth-user-id')).toBe(user.id)
  expect(created.headers.get('sb-auth-session-id')).toBe(decodeJwt(token).session_id)
  expect(created.headers.get('sb-auth-refresh-token-prefix')).toBe(first.slice(0, 5))
  const refresh = () => auth.request('/token?grant_type=refresh_token', { json: { refresh_token: first } })
  const names = ['rotated', 'reuse', 'reuse-cause'].map((name) => `sb-auth-refresh-token-${name}`)
  const read = (response: Response) => names.map((name) => response.headers.get(name))
  expect(read(await refresh())).toEqual(['true', 'false', null])
  expect(read(await refresh())).toEqual(['false', 'true', 'fail-to-save'])
})

test('reports the reasons of a weak password in both shapes (auth 1.1)', async () => {
  await using auth = await createTestAuth()
  const json = { email: EMAIL, password: 'x' }
  const weak_password = { reasons: ['length'] }
  const legacy = await auth.request('/signup', { json })
  expect([legacy.status, await legacy.json()]).toEqual([
    422,
    expect.objectContaining({ error_code: 'weak_password', weak_password }),
  ])
  const current = await auth.request('/signup', { json, headers: { 'x-supabase-api-version': '2024-01-01' } })
  expect([current.status, await current.json()]).toEqual([
    422,
    { code: 'weak_password', message: expect.any(String), weak_password },
  ])
})

test('hides the cause of a server failure and returns an id that is logged with it (auth 1.1)', async () => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  await auth.sql`drop table auth.sessions cascade`
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const body = (await response.json()) as { error_id: string }
  expect([response.status, body]).toEqual([
    500,
    expect.objectContaining({ error_code: 'unexpected_failure', error_id: expect.any(String) }),
  ])
  expect(JSON.stringify(body)).not.toContain('sessions')
  expect(auth.logged.join()).toContain(body.error_id)
})

test.each([
  ["raise exception 'Closed'", 400, 'Closed'],
  ["raise sqlstate 'PT409' using message = 'Taken elsewhere'", 409, 'Taken elsewhere'],
  [
    "raise sqlstate 'PT999' using message = 'x'",
    500,
    'Unexpected failure, please check server logs for more information',
  ],
  ["raise unique_violation using message = 'Name is taken'", 400, 'Name is taken'],
  ["raise check_violation using message = 'Too young'", 400, 'Too young'],
])('maps the error of an app trigger that does %s to a status and message (auth 1.1)', async (body, status, msg) => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  await auth.sql.unsafe(`
    create function private.reject() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
    create trigger reject after insert on auth.users for each row execute function private.reject();
    grant usage on schema private to supabase_auth_admin`)
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ msg })])
})
