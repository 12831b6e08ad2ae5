import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const HOUR_MS = 3_600_000

/** Sends concurrent requests, each from another client address, and counts the responses by status. */
async function countByStatus(count: number, sendRequest: (headers: Record<string, string>) => Promise<Response>) {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => sendRequest({ 'x-forwarded-for': `10.0.0.${index}` })),
  )
  const statuses = responses.map(({ status }) => status)
  return Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]),
  )
}

/**
 * Uses up all but a few of the failed attempts that an address has left, because hashing a hundred passwords is slow.
 */
async function useUpFailedAttempts(auth: TestAuth, left: number): Promise<void> {
  const rows =
    await auth.sql`update auth.rate_limits set tokens = ${left} where limiter = 'password' and tokens = 99 returning key`
  expect(rows).toHaveLength(1)
}

function signIn(auth: TestAuth, password: string, email = EMAIL, headers: Record<string, string> = {}) {
  return auth.request('/token?grant_type=password', { json: { email, password }, headers })
}

async function readCode(response: Promise<Response>): Promise<string> {
  return ((await (await response).json()) as { error_code: string }).error_code
}

test('allows a hundred failed passwords per hour from all addresses, for unknown accounts too (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  for (const email of ['nobody@example.org', EMAIL]) {
    expect((await signIn(auth, 'wrong one 1', email.toUpperCase())).status).toBe(400)
    await useUpFailedAttempts(auth, 2)
    const codes: string[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push(await readCode(signIn(auth, 'wrong one 1', email)))
    expect(codes).toEqual([...Array(2).fill('invalid_credentials'), ...Array(3).fill('captcha_failed')])
  }
  expect(await readCode(signIn(auth, PASSWORD))).toBe('captcha_failed')
  auth.wait(HOUR_MS / 50)
  expect((await signIn(auth, PASSWORD)).status).toBe(200)
  // The correct password has reset the count.
  expect(await auth.sql`select from auth.rate_limits where limiter = 'password'`).toHaveLength(1)
})

test('never locks out a member on a network from which they have signed in before (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const home = { 'x-forwarded-for': '2001:db8:1:2::1' }
  expect((await signIn(auth, PASSWORD, EMAIL, home)).status).toBe(200)
  await auth.sql`delete from auth.sessions`
  expect((await signIn(auth, 'wrong one 1', EMAIL, { 'x-forwarded-for': '10.1.0.1' })).status).toBe(400)
  await useUpFailedAttempts(auth, 0)
  expect(await readCode(signIn(auth, PASSWORD, EMAIL, { 'x-forwarded-for': '10.1.0.2' }))).toBe('captcha_failed')
  const sameNetwork = { 'x-forwarded-for': '2001:db8:1:2:ffff::9' }
  expect((await signIn(auth, PASSWORD, EMAIL, sameNetwork)).status).toBe(200)
})

test('slows down one network per login, by /64 for IPv6 (auth 7.2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '100000' })
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const attempt = (password: string, address: string) => signIn(auth, password, EMAIL, { 'x-forwarded-for': address })
  expect((await attempt('wrong one 1', '2001:db8:1:2::1')).status).toBe(400)
  await auth.sql`update auth.rate_limits set tokens = 0 where limiter = 'password_from'`
  expect((await attempt(PASSWORD, '2001:db8:1:2:aaaa::1')).status).toBe(429)
  expect((await attempt(PASSWORD, '2001:db8:1:3::1')).status).toBe(200)
})

test('counts the requests of IPv6 clients by /64 (auth 6.7)', async () => {
  await using auth = await createTestAuth()
  const sendRequest = (address: string) => auth.request('/otp', { json: {}, headers: { 'x-forwarded-for': address } })
  const responses = await Promise.all(Array.from({ length: 31 }, (_, index) => sendRequest(`2001:db8::${index + 1}`)))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await sendRequest('2001:db8:0:1::1')).status).toBe(400)
})

test('limits failed attempts at the current password (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' })
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const authorization = `Bearer ${data.session?.access_token}`
  const json = { password: 'a better one 9', current_password: 'wrong one 1' }
  const sendRequest = (headers: Record<string, string>) =>
    auth.request('/user', { method: 'PUT', json, headers: { ...headers, authorization } })
  expect((await sendRequest({})).status).toBe(400)
  await useUpFailedAttempts(auth, 1)
  expect(await countByStatus(3, sendRequest)).toEqual({ 400: 1, 429: 2 })
})

test('does not derive the token of an emailed link from address and code alone (auth 6.3)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.request('/otp', { json: { email: EMAIL } })
  await auth.request('/otp', { json: { phone: '+491701234567' } })
  const { code, hash } = await auth.lastMail(EMAIL)
  const [text] = await auth.sql<{ text: string }[]>`select text from auth.outbox where kind = 'sms'`
  const smsCode = /\d{6}/.exec(text?.text ?? '')?.[0] ?? ''
  for (const [address, sent] of [
    [EMAIL, code],
    ['491701234567', smsCode],
  ] as const) {
    const guessed = createHash('sha224').update(`${address}${sent}`).digest('hex')
    expect(guessed).not.toBe(hash)
    for (const type of ['email', 'signup', 'magiclink']) {
      const response = await auth.request('/verify', { json: { type, token_hash: guessed } })
      expect([response.status, await response.json()]).toMatchObject([403, { error_code: 'otp_expired' }])
    }
  }
  expect((await auth.request('/verify', { json: { type: 'email', token_hash: hash } })).status).toBe(200)
})

test('accepts the code of an unkeyed hash that an app or an imported dump wrote (auth 6.3)', async () => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const hash = createHash('sha224').update(`${EMAIL}123456`).digest('hex')
  await auth.sql`update auth.users set recovery_token = ${hash}, recovery_sent_at = now()`
  const { error } = await auth.client().auth.verifyOtp({ email: EMAIL, token: '123456', type: 'recovery' })
  expect(error).toBeNull()
})
