import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

async function signedIn(auth: TestAuth) {
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  return { client, token: data.session?.access_token ?? '' }
}

test('merges the top-level keys of metadata and deletes those set to null (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  const { client } = await signedIn(auth)
  await client.auth.updateUser({ data: { theme: 'night', name: 'Ada' } })
  const { data } = await client.auth.updateUser({ data: { theme: null, city: 'Rome' } })
  expect(data.user?.user_metadata).toEqual({ name: 'Ada', city: 'Rome', email_verified: true })
})

test('ends the other sessions when the password changes (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  const { client } = await signedIn(auth)
  const elsewhere = auth.client()
  await elsewhere.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const { error } = await client.auth.updateUser({ password: 'a better one 9' })
  expect(error).toBeNull()
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.getUser()).data.user?.email).toBe(EMAIL)
  const old = await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(old.error?.code).toBe('invalid_credentials')
})

test.each([
  [{ password: PASSWORD }, 422, 'same_password'],
  [{ password: 'abc' }, 422, 'weak_password'],
  [{ email: 'nonsense' }, 400, 'validation_failed'],
  [{ email: 'taken@example.org' }, 422, 'email_exists'],
  [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  [{ code_challenge: 'x' }, 400, 'validation_failed'],
])('rejects the update %j (auth 7.6)', async (json, status, code) => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: 'taken@example.org', password: PASSWORD })
  const { token } = await signedIn(auth)
  const response = await auth.request('/user', { json, method: 'PUT', headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error_code: code })
})

test('requires the codes of both email addresses, in either order (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const { client } = await signedIn(auth)
  await client.auth.verifyOtp({ email: EMAIL, token: (await auth.lastMail(EMAIL)).code, type: 'signup' })
  const { data } = await client.auth.updateUser({ email: 'new@example.org' })
  expect(data.user).toMatchObject({ email: EMAIL, new_email: 'new@example.org' })
  const [toNew, toCurrent] = [await auth.lastMail('new@example.org'), await auth.lastMail(EMAIL)]

  const first = await client.auth.verifyOtp({ email: 'new@example.org', token: toNew.code, type: 'email_change' })
  expect(first.error).toBeNull()
  expect(first.data.session).toBeNull()
  expect((await client.auth.getUser()).data.user?.email).toBe(EMAIL)
  const second = await client.auth.verifyOtp({ token_hash: toCurrent.hash, type: 'email_change' })
  expect(second.data.user).toMatchObject({ email: 'new@example.org' })
  expect(second.data.user?.new_email).toBeUndefined()
  expect(second.data.user?.identities?.[0]?.identity_data?.email).toBe('new@example.org')
})

test('cancels a pending change by the current email (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' })
  const { client } = await signedIn(auth)
  await client.auth.updateUser({ email: 'mistyped@example.org' })
  const { code, hash } = await auth.lastMail('mistyped@example.org')
  const { data } = await client.auth.updateUser({ email: 'Ada@example.org' })
  expect(data.user?.email).toBe(EMAIL)
  expect(data.user).not.toHaveProperty('new_email')
  const stranger = auth.client()
  const byLink = await stranger.auth.verifyOtp({ token_hash: hash, type: 'email_change' })
  const byCode = await stranger.auth.verifyOtp({ email: 'mistyped@example.org', token: code, type: 'email_change' })
  expect([byLink.error?.code, byCode.error?.code]).toEqual(['otp_expired', 'otp_expired'])
})

test('cancels a pending first phone number by an empty one, and a later one by the current number (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_MAX_FREQUENCY: '0s' })
  const { client } = await signedIn(auth)
  const [first, second] = ['4915112345678', '4915112345679']
  const update = async (phone: string) => (await client.auth.updateUser({ phone })).data.user
  const confirm = async (phone: string) => {
    const token = /\d{6}/.exec((await auth.lastMail(phone)).text)?.[0] ?? ''
    return client.auth.verifyOtp({ phone, token, type: 'phone_change' })
  }
  expect(await update(first)).toMatchObject({ new_phone: first })
  expect(await update('')).not.toHaveProperty('new_phone')
  expect((await confirm(first)).error?.code).toBe('otp_expired')
  await update(first)
  expect((await confirm(first)).error).toBeNull()
  expect(await update(second)).toMatchObject({ phone: first, new_phone: second })
  expect(await update('')).toMatchObject({ new_phone: second })
  expect(await update(first)).not.toHaveProperty('new_phone')
})

test('requires only one code when emails are confirmed automatically (auth 7.4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'true' })
  const { client } = await signedIn(auth)
  await client.auth.updateUser({ email: 'new@example.org' })
  expect(await auth.mails(EMAIL)).toHaveLength(1)
  const { code } = await auth.lastMail('new@example.org')
  const { data } = await client.auth.verifyOtp({ email: 'new@example.org', token: code, type: 'email_change' })
  expect(data.user?.email).toBe('new@example.org')
})

test('requires only the code of the new email without secure email change (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' })
  const { client } = await signedIn(auth)
  await client.auth.updateUser({ email: 'new@example.org' })
  expect(await auth.mails(EMAIL)).toEqual([])
  const { code } = await auth.lastMail('new@example.org')
  const { data } = await client.auth.verifyOtp({ email: 'new@example.org', token: code, type: 'email_change' })
  expect(data.user?.email).toBe('new@example.org')
})

test('gives a member an address or number that a stranger entered but never confirmed (auth 7.6)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    GOTRUE_SMS_MAX_FREQUENCY: '0s',
  })
  const [email, phone] = ['new@example.org', '4915112345678']
  await auth.client().auth.signUp({ email, password: PASSWORD })
  await auth.client().auth.signUp({ phone, password: PASSWORD })
  const { hash } = await auth.lastMail(email)
  const { client } = await signedIn(auth)
  await client.auth.verifyOtp({ email: EMAIL, token: (await auth.lastMail(EMAIL)).code, type: 'signup' })
  expect((await client.auth.updateUser({ email })).error).toBeNull()
  await client.auth.verifyOtp({ email, token: (await auth.lastMail(email)).code, type: 'email_change' })
  expect((await client.auth.updateUser({ phone })).error).toBeNull()
  const token = /\d{6}/.exec((await auth.lastMail(phone)).text)?.[0] ?? ''
  expect((await client.auth.verifyOtp({ phone, token, type: 'phone_change' })).data.user).toMatchObject({
    email,
    phone,
  })
  const link = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'signup' })
  expect(link.error?.code).toBe('otp_expired')
})

test('does not give a member the address of someone whom an operator invited (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  await auth.client({ key: KEYS.secretKey }).auth.admin.inviteUserByEmail('bob@example.org')
  const { client } = await signedIn(auth)
  await client.auth.verifyOtp({ email: EMAIL, token: (await auth.lastMail(EMAIL)).code, type: 'signup' })
  expect((await client.auth.updateUser({ email: 'bob@example.org' })).error?.code).toBe('email_exists')
})

test('accepts the code of each account that changes to the same email (auth 7.4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' })
  const { client } = await signedIn(auth)
  const { data: before } = await client.auth.updateUser({ email: 'new@example.org' })
  const { code: token } = await auth.lastMail('new@example.org')
  const other = auth.client()
  await other.auth.signUp({ email: 'other@example.org', password: PASSWORD })
  await other.auth.updateUser({ email: 'new@example.org' })
  const { data } = await client.auth.verifyOtp({ email: 'new@example.org', token, type: 'email_change' })
  expect(data.user).toMatchObject({ email: 'new@example.org', id: before.user?.id })
})

test('makes an anonymous account permanent once its email is confirmed (auth 7.6)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
  })
  const client = auth.client()
  const { data: before } = await client.auth.signInAnonymously()
  expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('validation_failed')
  await client.auth.updateUser({ email: EMAIL })
  const { code } = await auth.lastMail(EMAIL)
  const { data } = await client.auth.verifyOtp({ email: EMAIL, token: code, type: 'email_change' })
  expect(data.user).toMatchObject({ id: before.user?.id, email: EMAIL, is_anonymous: false })
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
})

test('requires an emailed nonce for a new password in an old session (auth 7.6)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
    GOTRUE_JWT_EXP: '900000',
  })
  const { client } = await signedIn(auth)
  auth.wait(25 * 3_600_000)
  const needed = await client.auth.updateUser({ password: 'a better one 9' })
  expect(needed.error?.code).toBe('reauthentication_needed')
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const { code, subject } = await auth.lastMail(EMAIL)
  expect(subject).toBe(`${code} is your verification code`)
  const wrong = await client.auth.updateUser({ password: 'a better one 9', nonce: code === '000000' ? '1' : '000000' })
  expect(wrong.error?.code).toBe('reauthentication_not_valid')
  expect((await client.auth.updateUser({ password: 'a better one 9', nonce: code })).error).toBeNull()
})

test('can require the current password (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' })
  const { token } = await signedIn(auth)
  const change = async (json: object) => {
    const response = await auth.request('/user', { json, method: 'PUT', headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { error_code?: string }).error_code
  }
  expect(await change({ password: 'a better one 9' })).toBe('current_password_required')
  expect(await change({ password: 'a better one 9', current_password: 'no' })).toBe('current_password_invalid')
  expect(await change({ password: 'a better one 9', current_password: PASSWORD })).toBeUndefined()
})

test('limits metadata to 64 KiB, even across several updates (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  const { client, token } = await signedIn(auth)
  const headers = { authorization: `Bearer ${token}` }
  const huge = await auth.request('/user', { json: { data: { a: 'x'.repeat(70_000) } }, method: 'PUT', headers })
  expect([huge.status, await huge.json()]).toMatchObject([400, { error_code: 'bad_json' }])
  expect((await client.auth.updateUser({ data: { a: 'x'.repeat(40_000) } })).error).toBeNull()
  const { error } = await client.auth.updateUser({ data: { b: 'x'.repeat(40_000) } })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  const signup = { email: 'bob@example.org', password: PASSWORD, data: { a: 'x'.repeat(70_000) } }
  expect((await auth.request('/signup', { json: signup })).status).toBe(400)
})

test('accepts the unchanged phone number without MFA (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' })
  const { client, token } = await signedIn(auth)
  await client.auth.updateUser({ phone: '+491701234567' })
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`
  const change = (phone: string) =>
    auth.request('/user', { json: { phone }, method: 'PUT', headers: { authorization: `Bearer ${token}` } })
  expect((await change('+491701234567')).status).toBe(200)
  expect((await change('+491707654321')).status).toBe(401)
})
