import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'
import { openSession, readCode, type TestSession } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const MINUTE_MS = 60_000

test('issues access tokens with exactly the contracted claims (auth 3.1)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await openSession(auth, EMAIL)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'test-key' })
  const claims = decodeJwt(token)
  expect(claims).toEqual({
    iss: AUTH_URL,
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
    has_second_factor: false,
  })
})

test('reads iss from the settings and shortens tokens of low assurance (auth 3.1)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SESSIONS_ALLOW_LOW_AAL: '10m',
    GOTRUE_JWT_ISSUER: 'https://issuer.test',
  })
  const { user } = await openSession(auth, EMAIL)
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${user.id}, 'totp', 'verified', 'S', now(), now())`
  const response = await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
  const claims = decodeJwt(((await response.json()) as TestSession).access_token)
  expect(claims.iss).toBe('https://issuer.test')
  expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(600)
})

test('returns the fields of a token response (auth 3.2)', async () => {
  await using auth = await createTestAuth()
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  const body = (await response.json()) as { expires_at: number; expires_in: number }
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
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('allows one session per account and tag, and counts all unlisted tags as one (auth 3.4)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SESSIONS_SINGLE_PER_USER: 'true',
    GOTRUE_SESSIONS_TAGS: 'web,mobile',
  })
  const first = await openSession(auth, EMAIL)
  const signIn = async () =>
    (await (
      await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
    ).json()) as TestSession
  auth.wait(MINUTE_MS)
  const second = await signIn()
  const setTag = (session: TestSession, tag: string | null) =>
    auth.sql`update auth.sessions set tag = ${tag} where id = ${String(decodeJwt(session.access_token).session_id)}`
  const refresh = async (session: TestSession) => {
    const response = await auth.request('/token?grant_type=refresh_token', {
      json: { refresh_token: session.refresh_token },
    })
    return readCode(response)
  }
  await setTag(second, 'mobile')
  await setTag(first, 'desk')
  expect((await refresh(first))[0]).toBe(200)
  await setTag(second, null)
  auth.wait(MINUTE_MS)
  expect((await refresh(second))[0]).toBe(400)
})

test('shows the required fields of a user always, optional ones when set, and secrets never (auth 4)', async () => {
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

test('shows row id, subject and data of an identity (auth 4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD, data: { name: 'Ada' } } })
  const { id, identities } = (await response.json()) as { id: string; identities: object[] }
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
