import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'
import { EMAIL, hooked, SECRET, signUp, startHook } from './test-hook.ts'

const OTHER_SECRET = 'v1,whsec_aaaaaaaaGKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq'

const signIn = (auth: TestAuth, password = PASSWORD) =>
  auth.client().auth.signInWithPassword({ email: EMAIL, password })

test('calls before_user_created signed with every secret and creates the account (auth 6.9)', async () => {
  await using hook = await startHook()
  const secrets = { GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS: `${SECRET}|${OTHER_SECRET}` }
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url, secrets))
  const result = await auth.request('/signup', {
    json: { email: EMAIL, password: PASSWORD, data: { name: 'Ada' } },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(result.status).toBe(200)
  const [call] = hook.calls
  expect(hook.calls).toHaveLength(1)
  for (const secret of [SECRET, OTHER_SECRET]) {
    new Webhook(secret.slice(3)).verify(call?.text ?? '', call?.headers as Record<string, string>)
  }
  expect(call?.body).toMatchObject({
    metadata: { name: 'before-user-created', ip_address: '203.0.113.9', uuid: call?.headers['webhook-id'] },
    user: { email: EMAIL, user_metadata: { name: 'Ada' }, role: 'authenticated', is_anonymous: false },
  })
  expect(call?.text).not.toContain(PASSWORD)
})

test.each([
  [{ error: { http_code: 403, message: 'Only for friends' } }, 403, 'Only for friends', 'unknown'],
  [{ error: { message: 'Out of order' } }, 500, 'Out of order', 'unexpected_failure'],
  [{ error: { http_code: 200 } }, 500, 'A hook of this service failed', 'unexpected_failure'],
])('lets before_user_created reject an account by %j (auth 6.9)', async (responder, status, message, code) => {
  await using hook = await startHook(responder)
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url))
  const result = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([result.status, result.headers.get('x-sb-error-code')]).toEqual([status, code])
  expect(await result.json()).toMatchObject({ msg: message })
  expect(await auth.sql`select from auth.users`).toHaveLength(0)
})

test('calls before_user_created for every new account except those of an operator (auth 6.9)', async () => {
  await using hook = await startHook({ error: { http_code: 422, message: 'No' } })
  const environment = { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true', GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url, environment))
  const headers = { apikey: 'sb_secret_test' }
  const requested = [
    await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } }),
    await auth.request('/signup', { json: { phone: '4915112345678', password: PASSWORD } }),
    await auth.request('/signup', { json: {} }),
    await auth.request('/otp', { json: { email: EMAIL } }),
    await auth.request('/invite', { json: { email: EMAIL }, headers }),
  ]
  expect(requested.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
  const made = await auth.request('/admin/users', { json: { email: EMAIL }, headers })
  expect(made.status).toBe(200)
})

test('calls after_user_created once the account is committed and ignores its errors (auth 6.9)', async () => {
  await using hook = await startHook({ error: { http_code: 400, message: 'I object' } })
  await using auth = await createTestAuth(hooked('AFTER_USER_CREATED', hook.url))
  const { data, error } = await signUp(auth)
  expect(error).toBeNull()
  await expect.poll(() => hook.calls.length).toBe(1)
  expect(hook.calls[0]?.body).toMatchObject({ metadata: { name: 'after-user-created' }, user: { id: data.user?.id } })
})

test('calls after_user_created for an account that is created after the request timed out (auth 6.9)', async () => {
  await using slow = await startHook((response) => void setTimeout(() => response.end(), 1_500))
  await using hook = await startHook()
  const environment = { ...hooked('BEFORE_USER_CREATED', slow.url), ...hooked('AFTER_USER_CREATED', hook.url) }
  await using auth = await createTestAuth({ ...environment, GOTRUE_API_MAX_REQUEST_DURATION: '1s' })
  const response = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect(response.status).toBe(504)
  await expect.poll(() => hook.calls.length, { timeout: 5_000 }).toBe(1)
})

test('lets custom_access_token replace the claims at sign-in and refresh (auth 6.9)', async () => {
  await using hook = await startHook((response, { body }) => {
    const claims = { ...body.claims, plan: 'gold', exp: Number(body.claims?.iat) + 600 }
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify({ claims }))
  })
  await using auth = await createTestAuth(hooked('CUSTOM_ACCESS_TOKEN', hook.url))
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ plan: 'gold', email: EMAIL })
  expect(data.session?.expires_in).toBe(600)
  const refreshed = await client.auth.refreshSession()
  expect(decodeJwt(refreshed.data.session?.access_token ?? '').plan).toBe('gold')
  expect(hook.calls.map(({ body }) => body.authentication_method)).toEqual(['password', 'token_refresh'])
  expect(hook.calls[0]?.body.user_id).toBe(data.user?.id)
})

test.each(['aud', 'exp', 'iat', 'sub', 'email', 'phone', 'role', 'aal', 'session_id', 'is_anonymous'])(
  'rejects a custom_access_token without %s (auth 6.9)',
  async (name) => {
    await using hook = await startHook((response, { body }) => {
      const claims = { ...body.claims, [name]: undefined }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ claims }))
    })
    await using auth = await createTestAuth(hooked('CUSTOM_ACCESS_TOKEN', hook.url))
    const { error } = await signUp(auth)
    expect(error?.status).toBe(500)
    expect(auth.logged.join()).toContain(`the claim ${name} is missing or wrong`)
  },
)

test('lets password_verification_attempt reject an attempt and end the sessions (auth 6.9)', async () => {
  let decision: object = { decision: 'continue' }
  await using hook = await startHook((response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(decision))
  })
  await using auth = await createTestAuth(hooked('PASSWORD_VERIFICATION_ATTEMPT', hook.url))
  const { data } = await signUp(auth)
  expect((await signIn(auth)).error).toBeNull()
  expect((await signIn(auth, 'something else 9')).error?.code).toBe('invalid_credentials')
  expect(hook.calls.map(({ body }) => [body.user_id, body.valid])).toEqual([
    [data.user?.id, true],
    [data.user?.id, false],
  ])
  decision = { decision: 'reject', message: 'Too many tries, wait a day.', should_logout_user: true }
  expect((await signIn(auth)).error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Too many tries, wait a day.',
  })
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
})

test('lets mfa_verification_attempt reject an attempt and end all sessions (auth 6.9)', async () => {
  let decision: object = { decision: 'continue' }
  await using hook = await startHook((response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(decision))
  })
  await using auth = await createTestAuth(hooked('MFA_VERIFICATION_ATTEMPT', hook.url))
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (factor?.type !== 'totp') throw new Error('no factor')
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  expect(hook.calls[0]?.body).toMatchObject({ factor_id: factor.id, factor_type: 'totp', valid: false })
  decision = { decision: 'reject', message: 'Not you' }
  const rejected = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  expect(rejected.error).toMatchObject({ status: 403, code: 'mfa_verification_rejected', message: 'Not you' })
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
})
