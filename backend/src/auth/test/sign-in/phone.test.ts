import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const PHONE = '4915112345678'
const ENABLED = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
const MINUTE_MS = 60_000

async function getCode(auth: TestAuth, phone = PHONE): Promise<string> {
  const { text } = await auth.lastMail(phone)
  return /\d{6}/.exec(text)?.[0] ?? ''
}

test('confirms a sign-up by phone with the code of an SMS (auth 7.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = auth.client()
  const { data, error } = await client.auth.signUp({ phone: '+49 151 1234 5678', password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ phone: PHONE, app_metadata: { provider: 'phone', providers: ['phone'] } })
  const early = await client.auth.signInWithPassword({ phone: PHONE, password: PASSWORD })
  expect(early.error?.code).toBe('phone_not_confirmed')
  expect((await auth.lastMail(PHONE)).text).toMatch(/^Your code is \d{6}$/)
  const verified = await client.auth.verifyOtp({ phone: `+${PHONE}`, token: await getCode(auth), type: 'sms' })
  expect(verified.error).toBeNull()
  expect(verified.data.user?.phone_confirmed_at).toBeTruthy()
  expect(verified.data.user?.identities?.[0]?.identity_data?.phone_verified).toBe(true)
  const signedIn = await auth.client().auth.signInWithPassword({ phone: PHONE, password: PASSWORD })
  expect(signedIn.error).toBeNull()
})

test('returns a session for a sign-up by phone with autoconfirm (auth 7.1)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_SMS_AUTOCONFIRM: 'true' })
  const { data } = await auth.client().auth.signUp({ phone: PHONE, password: PASSWORD })
  expect(data.session?.user.phone_confirmed_at).toBeTruthy()
})

test('accepts a code from an SMS once within a minute, and sends one per minute (auth 7.3)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' })
  const client = auth.client()
  const absent = await client.auth.signInWithOtp({ phone: PHONE, options: { shouldCreateUser: false } })
  expect(absent.error?.code).toBe('otp_disabled')
  expect((await client.auth.signInWithOtp({ phone: PHONE })).error).toBeNull()
  const soon = await client.auth.signInWithOtp({ phone: PHONE })
  expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  const old = await getCode(auth)
  auth.wait(MINUTE_MS + 1_000)
  expect((await client.auth.verifyOtp({ phone: PHONE, token: old, type: 'sms' })).error?.code).toBe('otp_expired')
  await client.auth.signInWithOtp({ phone: PHONE })
  const token = await getCode(auth)
  expect((await client.auth.verifyOtp({ phone: PHONE, token, type: 'sms' })).data.session).not.toBeNull()
  expect((await client.auth.verifyOtp({ phone: PHONE, token, type: 'sms' })).error?.code).toBe('otp_expired')
})

test('confirms a new phone number with a code (auth 7.6)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = auth.client()
  await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const { data: pending } = await client.auth.updateUser({ phone: PHONE })
  expect(pending.user).toMatchObject({ phone: '', new_phone: PHONE })
  const { data, error } = await client.auth.verifyOtp({
    phone: PHONE,
    token: await getCode(auth),
    type: 'phone_change',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ phone: PHONE, app_metadata: { provider: 'email', providers: ['email', 'phone'] } })
  const other = auth.client()
  await other.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  expect((await other.auth.updateUser({ phone: PHONE })).error?.code).toBe('phone_exists')
})

test('accepts the code of each account that changes to the same number (auth 7.4)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const [ada, bob] = [auth.client(), auth.client()]
  await ada.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  await bob.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  await ada.auth.updateUser({ phone: PHONE })
  const token = await getCode(auth)
  await bob.auth.updateUser({ phone: PHONE })
  const confirmed = await auth.client().auth.verifyOtp({ phone: PHONE, token, type: 'phone_change' })
  expect(confirmed.data.user).toMatchObject({ email: 'ada@example.org', phone: PHONE })
  const late = { phone: PHONE, token: await getCode(auth), type: 'phone_change' } as const
  expect((await auth.client().auth.verifyOtp(late)).error?.code).toBe('phone_exists')
})

test('resends the SMS of a sign-up (auth 7.5)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = auth.client()
  await client.auth.signUp({ phone: PHONE, password: PASSWORD })
  auth.wait(MINUTE_MS)
  expect((await client.auth.resend({ type: 'sms', phone: PHONE })).error).toBeNull()
  expect((await client.auth.resend({ type: 'sms', phone: '4915100000000' })).error).toBeNull()
  expect(await auth.mails(PHONE)).toHaveLength(2)
})

test.each([
  ['/signup', { phone: 'nonsense', password: PASSWORD }, 400, 'Invalid phone number format (E.164 required)'],
  [
    '/signup',
    { phone: PHONE, password: PASSWORD, channel: 'pigeon' },
    400,
    'Invalid channel, supported values are "sms"',
  ],
  ['/signup', { phone: PHONE, password: PASSWORD, code_challenge: 'x' }, 400, 'PKCE not supported for phone signups'],
  ['/verify', { type: 'email', phone: PHONE, token: '1' }, 400, 'Invalid phone verification type'],
  ['/verify', { type: 'sms', email: 'a@b.c', token: '1' }, 400, 'Invalid email verification type'],
  ['/verify', { type: 'sms', token_hash: 'x' }, 400, 'Invalid email verification type'],
  ['/verify', { type: 'sms', phone: PHONE, token: '123456' }, 403, 'Token has expired or is invalid'],
])('rejects %s %j (auth 7.1)', async (path, json, status, message) => {
  await using auth = await createTestAuth(ENABLED)
  const response = await auth.request(path, { json })
  expect([response.status, ((await response.json()) as { msg: string }).msg]).toEqual([status, message])
})

test('rejects all phone requests when phones are disabled (auth 7.1)', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = auth.client()
  expect((await client.signUp({ phone: PHONE, password: PASSWORD })).error?.code).toBe('phone_provider_disabled')
  expect((await client.signInWithOtp({ phone: PHONE })).error?.code).toBe('phone_provider_disabled')
  expect((await client.signInWithPassword({ phone: PHONE, password: PASSWORD })).error?.code).toBe(
    'phone_provider_disabled',
  )
})
