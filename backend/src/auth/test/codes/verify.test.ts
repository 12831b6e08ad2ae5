import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const MINUTE_MS = 60_000

async function withAccount(auth: TestAuth) {
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  await client.auth.signOut()
  return client
}

async function follow(auth: TestAuth, link: URL | undefined): Promise<{ status: number; location: URL }> {
  const path = `${link?.pathname.replace('/auth/v1', '')}${link?.search}`
  const response = await auth.request(path)
  return { status: response.status, location: new URL(response.headers.get('location') ?? '') }
}

test('signs in once with a recovery link and sets a new password (auth 7.5)', async () => {
  await using auth = await createTestAuth()
  const client = await withAccount(auth)
  await client.auth.resetPasswordForEmail(EMAIL, { redirectTo: `${SITE_URL}/reset?step=2` })
  const { link } = await auth.lastMail(EMAIL)
  expect(link?.origin).toBe('http://api.test:3000')
  const { status, location } = await follow(auth, link)
  expect(status).toBe(303)
  expect(location.pathname + location.search).toBe('/reset?step=2')
  const fragment = new URLSearchParams(location.hash.slice(1))
  expect([...fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ])
  expect(fragment.get('type')).toBe('recovery')
  const tokens = {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  }
  await client.auth.setSession(tokens)
  expect((await client.auth.updateUser({ password: 'a better one 9' })).error).toBeNull()

  const again = await follow(auth, link)
  expect(again.status).toBe(303)
  expect(Object.fromEntries(new URLSearchParams(again.location.hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('keeps an emailed link usable when a program checks it with HEAD (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  const client = await withAccount(auth)
  await client.auth.resetPasswordForEmail(EMAIL)
  const { link } = await auth.lastMail(EMAIL)
  const checked = await auth.request(`/verify${link?.search}`, { method: 'HEAD' })
  expect([checked.status, checked.headers.get('allow'), checked.headers.get('location')]).toEqual([405, 'GET', null])
  const { location } = await follow(auth, link)
  expect(location.hash).toContain('type=recovery')
})

test('exchanges the code of a PKCE link once, with its verifier (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  await withAccount(auth)
  const client = auth.client({ flowType: 'pkce' })
  await client.auth.signInWithOtp({ email: EMAIL, options: { emailRedirectTo: `${SITE_URL}/welcome` } })
  const { link, hash } = await auth.lastMail(EMAIL)
  expect(hash).toMatch(/^pkce_[0-9a-f]{56}$/)
  const { location } = await follow(auth, link)
  const code = location.searchParams.get('code') ?? ''
  const wrong = await auth.request('/token?grant_type=pkce', {
    json: { auth_code: code, code_verifier: 'x'.repeat(43) },
  })
  expect(await wrong.json()).toMatchObject({ error_code: 'bad_code_verifier' })
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  const claims = await auth.tokens.verify(data.session?.access_token ?? '')
  expect(claims.amr).toMatchObject([{ method: 'magiclink' }])
  const replay = await auth.request('/token?grant_type=pkce', { json: { auth_code: code, code_verifier: 'x' } })
  expect(replay.status).toBe(404)
  expect(await replay.json()).toMatchObject({ error_code: 'flow_state_not_found' })
})

test('returns the error of a PKCE link in query and fragment (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  const { location } = await follow(auth, new URL('http://api.test/verify?type=magiclink&token=pkce_00'))
  expect(location.searchParams.get('error_code')).toBe('otp_expired')
  expect(location.hash).toContain('error_code=otp_expired')
})

test('rejects an expired code (auth 7.4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_OTP_EXP: '600' })
  const client = await withAccount(auth)
  await client.auth.signInWithOtp({ email: EMAIL })
  const { code } = await auth.lastMail(EMAIL)
  auth.wait(11 * MINUTE_MS)
  const { error } = await client.auth.verifyOtp({ email: EMAIL, token: code, type: 'email' })
  expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
})

test('replaces a code with a new one after a minute (auth 6.3)', async () => {
  await using auth = await createTestAuth()
  const client = await withAccount(auth)
  await client.auth.signInWithOtp({ email: EMAIL })
  const soon = await client.auth.signInWithOtp({ email: EMAIL })
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(soon.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  auth.wait(MINUTE_MS)
  await client.auth.signInWithOtp({ email: EMAIL })
  const [first, second] = await auth.mails(EMAIL)
  const old = await client.auth.verifyOtp({ email: EMAIL, token: first?.code ?? '', type: 'email' })
  expect(old.error?.code).toBe('otp_expired')
  const fresh = await client.auth.verifyOtp({ email: EMAIL, token: second?.code ?? '', type: 'email' })
  expect(fresh.data.user?.email).toBe(EMAIL)
})

test('creates an account with a sign-in code unless create_user is false (auth 7.3)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true',
  })
  const client = auth.client()
  const rejected = await client.auth.signInWithOtp({ email: EMAIL, options: { shouldCreateUser: false } })
  expect(rejected.error).toMatchObject({ status: 422, code: 'otp_disabled' })
  await client.auth.signInWithOtp({ email: EMAIL, options: { data: { name: 'Ada' } } })
  const { code, subject } = await auth.lastMail(EMAIL)
  expect(subject).toBe('Confirm your email address')
  const { data } = await client.auth.verifyOtp({ email: EMAIL, token: code, type: 'email' })
  expect(data.user?.user_metadata).toEqual({ name: 'Ada', email_verified: true })
})

test('resends the sign-up email (auth 7.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  auth.wait(MINUTE_MS)
  expect((await client.auth.resend({ type: 'signup', email: EMAIL })).error).toBeNull()
  expect((await client.auth.resend({ type: 'signup', email: 'nobody@example.org' })).error).toBeNull()
  expect(await auth.mails(EMAIL)).toHaveLength(2)
  expect(await auth.mails('nobody@example.org')).toHaveLength(0)
})

test('accepts a code once under concurrent requests to two processes (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  const client = await withAccount(auth)
  const other = auth.secondProcess()
  await client.auth.signInWithOtp({ email: EMAIL })
  const { code } = await auth.lastMail(EMAIL)
  const json = { type: 'email', email: EMAIL, token: code }
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? other : auth.request)('/verify', { json })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  [{}, 400, 'Verify requires a verification type'],
  [{ type: 'email' }, 400, 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '1', token_hash: '2' }, 400, 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '1' }, 400, 'Only an email address or phone number should be provided on verify'],
  [{ type: 'email', token_hash: '1', email: EMAIL }, 400, 'Only the token_hash and type should be provided'],
  [{ type: 'nonsense', token_hash: '1' }, 400, 'Invalid email verification type'],
  [{ type: 'constructor', token_hash: '1' }, 400, 'Invalid email verification type'],
  [{ type: 'email', token: '1', email: 'nonsense' }, 422, 'Invalid email format'],
  [{ type: 'email', token: '123456', email: 'nobody@example.org' }, 403, 'Token has expired or is invalid'],
])('rejects the verification %j (auth 7.4)', async (json, status, message) => {
  await using auth = await createTestAuth()
  const response = await auth.request('/verify', { json })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ msg: message })
})
