import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from './test-auth.ts'

const EMAIL = 'ada@example.org'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Session {
  access_token: string
  refresh_token: string
  user: { id: string }
}

async function signUp(auth: TestAuth, email = EMAIL): Promise<Session> {
  return (await (await auth.request('/signup', { json: { email, password: PASSWORD } })).json()) as Session
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function readCode(answer: Response): Promise<[number, string | undefined]> {
  const body = (await answer.json()) as { error_code?: string }
  return [answer.status, body.error_code]
}

// 1 Transport ----------------------------------------------------------------------------------------------------------------

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
])('1 Bodies: %j is no body', async (body) => {
  await using auth = await createTestAuth()
  const answer = await auth.request('/signup', { method: 'POST', body })
  expect(answer.headers.get('x-sb-error-code')).toBe('bad_json')
  expect(await answer.json()).toMatchObject({
    code: 400,
    msg: expect.stringMatching(/^Could not parse request body as JSON: /),
  })
})

test('1 Bodies: what is unknown is ignored, null counts as absent, and clients’ empty objects do no harm', async () => {
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

test('1 Request limit: what takes too long is answered with 504', async () => {
  await using auth = await createTestAuth({ GOTRUE_API_MAX_REQUEST_DURATION: '1s' }, { ownDatabase: true })
  await auth.sql.unsafe(`
    create function private.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$;
    create trigger dawdle before insert on auth.users for each row execute function private.dawdle();
    grant usage on schema private to supabase_auth_admin`)
  const startedAt = performance.now()
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect(await readCode(answer)).toEqual([504, 'request_timeout'])
  expect(performance.now() - startedAt).toBeLessThan(3_500)
})

test('1 Success JSON: empty results are {}, and only some answers have no body', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await signUp(auth)
  const empty = await auth.request('/recover', { json: { email: 'nobody@example.org' } })
  expect([empty.headers.get('content-type'), await empty.text()]).toEqual(['application/json', '{}'])
  const out = await auth.request('/logout', { method: 'POST', headers: bearer(token) })
  expect([out.status, await out.text()]).toEqual([204, ''])
})

test('1 CORS: headers of the operator are allowed besides those of the client', async () => {
  await using auth = await createTestAuth({ GOTRUE_CORS_ALLOWED_HEADERS: 'X-Ours,X-Theirs' })
  const answer = await auth.request('/user', {
    method: 'OPTIONS',
    headers: { origin: 'https://a.test', 'access-control-request-method': 'PATCH' },
  })
  const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(',') ?? []
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
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE')
})

test('1 apikey and the Bearer of a key are ignored on public endpoints', async () => {
  await using auth = await createTestAuth()
  for (const headers of [
    { apikey: 'nonsense' },
    bearer(KEYS.publishableKey),
    bearer('a.b.c'),
    bearer('sb_secret_wrong'),
  ]) {
    expect((await auth.request('/settings', { headers })).status).toBe(200)
    expect((await auth.request('/recover', { json: { email: EMAIL }, headers })).status).toBe(200)
  }
})

test('1 Audience: of the header, else of a member’s token, else of the settings', async () => {
  await using auth = await createTestAuth()
  const headers = { 'x-jwt-aud': 'partners' }
  const created = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD }, headers })
  const { access_token: token, user } = (await created.json()) as Session
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
])('1 IP: with %j the headers %j mean %s', async (environment, headers, ip) => {
  await using auth = await createTestAuth(environment)
  await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD }, headers })
  expect(await auth.sql`select host(ip) as ip from auth.sessions`).toEqual([{ ip }])
})

test('1 Response headers name the member, the session and the token', async () => {
  await using auth = await createTestAuth()
  const created = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const { access_token: token, refresh_token: first, user } = (await created.json()) as Session
  expect(created.headers.get('sb-auth-user-id')).toBe(user.id)
  expect(created.headers.get('sb-auth-session-id')).toBe(decodeJwt(token).session_id)
  expect(created.headers.get('sb-auth-refresh-token-prefix')).toBe(first.slice(0, 5))
  const refresh = () => auth.request('/token?grant_type=refresh_token', { json: { refresh_token: first } })
  const names = ['rotated', 'reuse', 'reuse-cause'].map((name) => `sb-auth-refresh-token-${name}`)
  const read = (answer: Response) => names.map((name) => answer.headers.get(name))
  expect(read(await refresh())).toEqual(['true', 'false', null])
  expect(read(await refresh())).toEqual(['false', 'true', 'fail-to-save'])
})

// 1.1 Errors -----------------------------------------------------------------------------------------------------------------

test('1.1 weak password: the reasons stand in both shapes', async () => {
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

test('1.1 a failure of ours tells nothing of its cause and has an id for the log', async () => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  await auth.sql`drop table auth.sessions cascade`
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const body = (await answer.json()) as { error_id: string }
  expect([answer.status, body]).toEqual([
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
])('1.1 a trigger of the app that does %s is the client’s mistake', async (body, status, msg) => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  await auth.sql.unsafe(`
    create function private.refuse() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
    create trigger refuse after insert on auth.users for each row execute function private.refuse();
    grant usage on schema private to supabase_auth_admin`)
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ msg })])
})

// 2 Authentication ---------------------------------------------------------------------------------------------------------------

test('2 the scheme may be written in any case, and another one is none', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await signUp(auth)
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect((await auth.request('/user', { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200)
  }
  for (const authorization of [`Basic ${token}`, token, 'Bearer']) {
    expect((await auth.request('/user', { headers: { authorization } })).status).toBe(401)
  }
})

test('2 user endpoints: banned, deleted and unknown members are refused', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await signUp(auth)
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour'`
  expect(await readCode(await auth.request('/user', { headers: bearer(token) }))).toEqual([403, 'user_banned'])
  auth.wait(2 * HOUR_MS)
  const fresh = await auth.tokens.sign({ sub: user.id, role: 'authenticated' })
  expect((await auth.request('/user', { headers: bearer(fresh) })).status).toBe(200)
  await auth.sql`delete from auth.users`
  expect(await readCode(await auth.request('/user', { headers: bearer(fresh) }))).toEqual([403, 'user_not_found'])
})

test('2 a nil session is none, and one that is no UUID is refused', async () => {
  await using auth = await createTestAuth()
  const { user } = await signUp(auth)
  const ask = async (session_id: unknown) =>
    readCode(await auth.request('/user', { headers: bearer(await auth.tokens.sign({ sub: user.id, session_id })) }))
  expect((await ask('00000000-0000-0000-0000-000000000000'))[0]).toBe(200)
  expect(await ask('x')).toEqual([403, 'bad_jwt'])
  expect(await ask(randomUUID())).toEqual([403, 'session_not_found'])
})

test('2 admin endpoints: a member with the role needs a session that is there and within its limits', async () => {
  await using auth = await createTestAuth({ GOTRUE_SESSIONS_TIMEBOX: '10m', GOTRUE_JWT_EXP: '7200' })
  const { access_token: token, user } = await signUp(auth)
  const { session_id } = decodeJwt(token)
  const ask = async (claims: object) =>
    readCode(
      await auth.request('/admin/users', { headers: bearer(await auth.tokens.sign({ sub: user.id, ...claims })) }),
    )
  expect((await ask({ role: 'supabase_admin', session_id }))[0]).toBe(200)
  expect((await ask({ role: 'service_role' }))[0]).toBe(200)
  expect(await ask({ role: 'authenticated', session_id })).toEqual([403, 'not_admin'])
  expect(await ask({ role: 'service_role', session_id: randomUUID() })).toEqual([403, 'session_not_found'])
  expect(await ask({ role: 'service_role', session_id: 'x' })).toEqual([403, 'bad_jwt'])
  auth.wait(11 * MINUTE_MS)
  expect(await ask({ role: 'service_role', session_id })).toEqual([403, 'session_expired'])
})

test('2 who asks is looked at before what is asked', async () => {
  await using auth = await createTestAuth()
  const paths = [
    '/factors/x/challenge',
    '/factors/x/verify',
    '/admin/users',
    '/invite',
    '/admin/generate_link',
    '/logout',
  ]
  for (const path of paths) {
    const answer = await auth.request(path, { method: 'POST', body: '{' })
    expect([path, ...(await readCode(answer))]).toEqual([path, 401, 'no_authorization'])
  }
})

// 3 Tokens and sessions, 4 objects -------------------------------------------------------------------------------------------------

test('3.1 the claims of an access token, and nothing else', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await signUp(auth)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'test-key' })
  const claims = decodeJwt(token)
  expect(claims).toEqual({
    iss: 'http://api.test:3000/auth/v1',
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    iat: expect.any(Number),
    exp: Number(claims.iat) + 3_600,
    email: EMAIL,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: claims.iat }],
    is_anonymous: false,
  })
})

test('3.1 iss is what the settings say, and low assurance shortens the token', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SESSIONS_ALLOW_LOW_AAL: '10m',
    GOTRUE_JWT_ISSUER: 'https://issuer.test',
  })
  const { user } = await signUp(auth)
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${user.id}, 'totp', 'verified', 'S', now(), now())`
  const answer = await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
  const claims = decodeJwt(((await answer.json()) as Session).access_token)
  expect(claims.iss).toBe('https://issuer.test')
  expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(600)
})

test('3.2 the token response', async () => {
  await using auth = await createTestAuth()
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const body = (await answer.json()) as { expires_at: number; expires_in: number }
  expect(Object.keys(body).sort()).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'user',
  ])
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3_600 })
  expect(Math.abs(body.expires_at - Date.now() / 1_000 - 3_600)).toBeLessThan(10)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('3.4 one session an account of each tag: others than those named count as the first', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SESSIONS_SINGLE_PER_USER: 'true',
    GOTRUE_SESSIONS_TAGS: 'web,mobile',
  })
  const first = await signUp(auth)
  const signIn = async () =>
    (await (
      await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
    ).json()) as Session
  auth.wait(MINUTE_MS)
  const second = await signIn()
  const setTag = (session: Session, tag: string | null) =>
    auth.sql`update auth.sessions set tag = ${tag} where id = ${String(decodeJwt(session.access_token).session_id)}`
  const refresh = async (session: Session) => {
    const answer = await auth.request('/token?grant_type=refresh_token', {
      json: { refresh_token: session.refresh_token },
    })
    return readCode(answer)
  }
  await setTag(second, 'mobile')
  await setTag(first, 'desk')
  expect((await refresh(first))[0]).toBe(200)
  await setTag(second, null)
  auth.wait(MINUTE_MS)
  expect((await refresh(second))[0]).toBe(400)
})

test('4 User: what is always there, what only when it is set, and what never', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { user } = (await (await auth.request('/signup', { json: { data: { name: 'Ada' } } })).json()) as {
    user: object
  }
  expect(Object.keys(user).sort()).toEqual(
    [
      'id',
      'aud',
      'role',
      'email',
      'phone',
      'last_sign_in_at',
      'app_metadata',
      'user_metadata',
      'identities',
      'created_at',
      'updated_at',
      'is_anonymous',
    ].sort(),
  )
  expect(user).toMatchObject({
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: { name: 'Ada' },
    identities: [],
    is_anonymous: true,
  })
})

test('4 Identity: its row, its subject and its data', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD, data: { name: 'Ada' } } })
  const { id, identities } = (await answer.json()) as { id: string; identities: object[] }
  expect(identities).toEqual([
    {
      identity_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      id,
      user_id: id,
      identity_data: { sub: id, email: EMAIL, email_verified: false, phone_verified: false, name: 'Ada' },
      provider: 'email',
      email: EMAIL,
      last_sign_in_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ])
})
