import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

test('publishes only public keys, with which the official client verifies our tokens (auth 7.12)', async () => {
  await using auth = await createTestAuth({}, { keyId: 'published-key' })
  const client = auth.client()
  const { data: signedUp } = await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const { data, error } = await client.auth.getClaims()
  expect(error).toBeNull()
  expect(data).toMatchObject({ header: { alg: 'ES256', typ: 'JWT' }, claims: { sub: signedUp.user?.id } })
  const response = await auth.request('/.well-known/jwks.json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys } = (await response.json()) as { keys: object[] }
  expect(keys).toEqual([
    {
      kty: 'EC',
      kid: 'published-key',
      alg: 'ES256',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      use: 'sig',
      key_ops: ['verify'],
    },
  ])
})

test('publishes the settings that a sign-in screen needs (auth 7.12)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  expect(await (await auth.request('/settings')).json()).toMatchObject({
    external: { anonymous_users: true, email: true, phone: false, google: false, slack_oidc: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
    passkeys_enabled: false,
    sms_provider: '',
  })
  expect(await (await auth.request('/health')).json()).toMatchObject({ name: 'GoTrue' })
})

test('allows pages of any origin to send the headers of the client (auth 1)', async () => {
  await using auth = await createTestAuth()
  const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' }
  const preflight = await auth.request('/token', { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('apikey')
  const rejected = await auth.request('/user', { headers: { origin: 'https://elsewhere.test' } })
  expect(rejected.headers.get('access-control-allow-origin')).toBe('*')
  expect(rejected.headers.get('access-control-expose-headers')).toContain('X-Total-Count')
})

test.each([
  [undefined, { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' }, null],
  [
    '2023-12-31',
    { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    null,
  ],
  ['rubbish', { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' }, null],
  ['2024-01-01', { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' }, '2024-01-01'],
  ['2026-01-01', { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' }, '2024-01-01'],
])('renders an error in the shape of version %s (auth 1.1)', async (version, body, answered) => {
  await using auth = await createTestAuth()
  const headers: Record<string, string> = version ? { 'x-supabase-api-version': version } : {}
  const response = await auth.request('/user', { headers })
  expect(await response.json()).toEqual(body)
  expect(response.headers.get('x-supabase-api-version')).toBe(answered)
  expect(response.headers.get('x-sb-error-code')).toBe('no_authorization')
})

test('rejects a body over 1 MiB and an unknown path (auth 1)', async () => {
  await using auth = await createTestAuth()
  const large = await auth.request('/signup', { method: 'POST', body: 'x'.repeat(1_048_577) })
  expect([large.status, large.headers.get('x-sb-error-code')]).toEqual([413, 'request_entity_too_large'])
  expect((await auth.request('/nowhere')).status).toBe(404)
})

test.each([
  ['GET', '/authorize?provider=google', 400, 'validation_failed'],
  ['POST', '/sso', 404, 'saml_provider_disabled'],
  ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
  ['GET', '/oauth/authorize', 404, 'feature_disabled'],
  ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
  ['POST', '/token?grant_type=nonsense', 400, 'invalid_credentials'],
])('reports %s %s as a disabled feature (auth 10)', async (method, path, status, code) => {
  await using auth = await createTestAuth()
  const response = await auth.request(path, { method })
  expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, code])
})

test('reports the error of an app trigger and rolls back (auth 1.1)', async () => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  await auth.sql`
    create function private.reject_bob() returns trigger language plpgsql as
    $$ begin if new.email like 'bob%' then raise exception 'Bob is not welcome'; end if; return new; end $$`
  await auth.sql`create trigger reject_bob before insert on auth.users for each row execute function private.reject_bob()`
  await auth.sql`grant usage on schema private to supabase_auth_admin`
  const { error } = await auth.client().auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  expect(error).toMatchObject({ status: 400, message: 'Bob is not welcome' })
  expect(await auth.sql`select from auth.users`).toHaveLength(0)
})

test('signs in an account that was created with SQL (auth 11)', async () => {
  await using auth = await createTestAuth()
  await auth.sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seed@example.org',
      extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 6)), now())`
  const { data, error } = await auth.client().auth.signInWithPassword({ email: 'seed@example.org', password: PASSWORD })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ app_metadata: {}, user_metadata: {}, identities: [] })
})
