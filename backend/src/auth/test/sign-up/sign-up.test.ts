import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

test('returns a session with all claims for a sign-up with autoconfirm (auth 7.1)', async () => {
  await using auth = await createTestAuth()
  const { data, error } = await auth.client().auth.signUp({
    email: 'Ada@Example.org',
    password: PASSWORD,
    options: { data: { full_name: 'Ada' } },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { full_name: 'Ada', email_verified: true },
  })
  const claims = await auth.tokens.verify(data.session?.access_token ?? '')
  expect(claims).toMatchObject({
    iss: AUTH_URL,
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'ada@example.org',
    phone: '',
    aal: 'aal1',
    is_anonymous: false,
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
  })
})

test('returns a bare user and emails a code without autoconfirm (auth 7.1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  expect(data.session).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  const early = await client.auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  expect(early.error?.code).toBe('email_not_confirmed')

  const mail = await auth.lastMail('ada@example.org')
  expect(mail.subject).toBe('Confirm your email address')
  const verified = await client.auth.verifyOtp({ email: 'ada@example.org', token: mail.code, type: 'signup' })
  expect(verified.error).toBeNull()
  expect(verified.data.user?.email_confirmed_at).toBeTruthy()
  expect(verified.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
  const again = await client.auth.verifyOtp({ email: 'ada@example.org', token: mail.code, type: 'signup' })
  expect(again.error?.code).toBe('otp_expired')
})

test('returns an invented user and sends no email for a repeated sign-up (auth 6.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const client = auth.client()
  const first = await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const { code } = await auth.lastMail('ada@example.org')
  await client.auth.verifyOtp({ email: 'ada@example.org', token: code, type: 'email' })
  auth.wait(60_000)
  const { data, error } = await client.auth.signUp({ email: 'ada@example.org', password: 'another one 8' })
  expect(error).toBeNull()
  expect(data.user?.id).not.toBe(first.data.user?.id)
  expect(data.user?.identities).toHaveLength(1)
  expect(await auth.mails('ada@example.org')).toHaveLength(1)
})

test('rejects a taken email with autoconfirm (auth 6.5)', async () => {
  await using auth = await createTestAuth()
  const client = auth.client()
  await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const { error } = await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
})

test('creates one account under concurrent sign-ups with one email (auth 7.1)', async () => {
  await using auth = await createTestAuth()
  const other = auth.secondProcess()
  const json = { email: 'ada@example.org', password: PASSWORD }
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? other : auth.request)('/signup', { json })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
})

test.each([
  ['true', 422],
  ['false', 200],
])('reveals nothing with autoconfirm %s for an email of another audience (auth 1)', async (autoconfirm, status) => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: autoconfirm })
  const json = { email: 'ada@example.org', password: PASSWORD }
  await auth.request('/signup', { json })
  auth.wait(60_000)
  const response = await auth.request('/signup', { json, headers: { 'x-jwt-aud': 'elsewhere' } })
  expect(response.status).toBe(status)
  const { identities, error_code: code } = (await response.json()) as { identities?: object[]; error_code?: string }
  expect(identities?.length ?? code).toEqual(status === 200 ? 1 : 'user_already_exists')
  const otp = await auth.request('/otp', { json: { email: json.email }, headers: { 'x-jwt-aud': 'elsewhere' } })
  expect(await otp.json()).toEqual({})
})

test.each([
  [{ email: 'ada@example.org' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [{ email: 'ada', password: PASSWORD }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
  [
    { email: 'a@b.c', password: 'x'.repeat(73) },
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
  [{ phone: '+4912345', password: PASSWORD }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
  [{}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [
    { email: 'a@b.c', password: PASSWORD, code_challenge: 'short' },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
])('rejects the sign-up %j (auth 7.1)', async (json, status, code, message) => {
  await using auth = await createTestAuth()
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  const response = await auth.request('/signup', { json, headers })
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ code, message })
  expect(response.headers.get('x-sb-error-code')).toBe(code)
})

test('rejects a weak password with its reasons (auth 6.2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abc:012\\:' })
  const { error } = await auth.client().auth.signUp({ email: 'a@b.c', password: 'xyz' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'characters'] })
})

test('returns a session for an anonymous sign-up when it is enabled (auth 7.1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { data, error } = await auth.client().auth.signInAnonymously({ options: { data: { theme: 'night' } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    is_anonymous: true,
    app_metadata: {},
    user_metadata: { theme: 'night' },
    identities: [],
  })
})

test('rejects sign-ups when they are disabled (auth 7.1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_DISABLE_SIGNUP: 'true' })
  const { error } = await auth.client().auth.signUp({ email: 'a@b.c', password: PASSWORD })
  expect(error?.code).toBe('signup_disabled')
})
