import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const BURST = 30

/** Sends one request more than a full bucket holds from one client, and counts the rejections. */
async function countRejected(auth: TestAuth, [method, path, json]: [string, string, object], count = BURST + 1) {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const responses = await Promise.all(
    Array.from({ length: count }, () => sendRequest(auth, method, path, { json, headers })),
  )
  const rejected = responses.filter(({ status }) => status === 429)
  for (const response of rejected) {
    expect(readError(response)).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached'])
  }
  return rejected.length
}

// The requests fail validation, which is fast; the limit is checked before. The refill is three in five minutes, so the
// speed of the requests does not matter.
test('limits each endpoint with its own bucket of thirty that refills (auth 6.7)', {
  timeout: 40_000,
}, async () => {
  const names = ['OTP', 'VERIFY', 'SSO', 'TOKEN_REFRESH']
  const few = Object.fromEntries(names.map((name) => [`GOTRUE_RATE_LIMIT_${name}`, '3']))
  await using auth = await createTestAuth({ ...few, GOTRUE_SAML_ENABLED: 'true' })
  const rows: [method: string, path: string, json: object][] = [
    ['POST', '/signup', { email: EMAIL }],
    ['POST', '/otp', {}],
    ['POST', '/magiclink', {}],
    ['POST', '/recover', {}],
    ['POST', '/resend', {}],
    ['PUT', '/user', {}],
    ['POST', '/verify', {}],
    ['GET', '/verify', {}],
    ['POST', '/sso', {}],
    ['POST', '/token?grant_type=pkce', {}],
  ]
  const count = (times: number) => Promise.all(rows.map((row) => countRejected(withoutBody(auth, row[0]), row, times)))
  const each = (rejected: number) => rows.map(() => rejected)
  for (const row of rows) {
    expect([row[1], await countRejected(withoutBody(auth, row[0]), row)]).toEqual([row[1], 1])
  }
  auth.wait(MINUTE_MS / 2)
  expect(await count(1)).toEqual(each(1))
  auth.wait(1.5 * MINUTE_MS)
  expect(await count(1)).toEqual(each(0))
})

/** fetch rejects a GET with a body. */
function withoutBody(auth: TestAuth, method: string): TestAuth {
  if (method !== 'GET') return auth
  return { ...auth, request: (path, { body: _body, ...init } = {}) => auth.request(path, init) }
}

test('limits anonymous sign-ups to a burst of thirty, then one every two minutes (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  expect(await countRejected(auth, ['POST', '/signup', {}])).toBe(1)
  auth.wait(MINUTE_MS)
  expect(await countRejected(auth, ['POST', '/signup', {}], 1)).toBe(1)
  auth.wait(1.5 * MINUTE_MS)
  expect(await countRejected(auth, ['POST', '/signup', {}], 1)).toBe(0)
  expect(await countRejected(auth, ['POST', '/signup', { email: EMAIL }], 1)).toBe(0)
})

test('limits clients by the first address in the header, and not at all without the header (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_RATE_LIMIT_HEADER: 'X-Client', GOTRUE_RATE_LIMIT_VERIFY: '0' })
  const verify = (headers: Record<string, string>) => sendRequest(auth, 'POST', '/verify', { json: {}, headers })
  const requestOften = async (headers: Record<string, string>) =>
    (await Promise.all(Array.from({ length: BURST + 2 }, () => verify(headers)))).filter(({ status }) => status === 429)
  expect(await requestOften({ 'x-forwarded-for': '192.0.2.1' })).toHaveLength(0)
  expect(await requestOften({ 'x-client': 'a, b' })).toHaveLength(2)
  expect((await verify({ 'x-client': 'a, c' })).status).toBe(429)
  expect((await verify({ 'x-client': 'b' })).status).toBe(400)
})

test('limits the emails of the service: 0 sends none, N/duration refills evenly, autoconfirm disables the limit (auth 6.7)', async () => {
  const signUp = async (auth: TestAuth, name: string) =>
    readError(
      await sendRequest(auth, 'POST', '/signup', { json: { email: `${name}@example.org`, password: PASSWORD } }),
    )
  const over = [429, 'over_email_send_rate_limit', 'email rate limit exceeded']
  const confirmed = { GOTRUE_MAILER_AUTOCONFIRM: 'false' }
  await using none = await createTestAuth({ ...confirmed, GOTRUE_RATE_LIMIT_EMAIL_SENT: '0' })
  expect(await signUp(none, 'none')).toEqual(over)
  await using even = await createTestAuth({ ...confirmed, GOTRUE_RATE_LIMIT_EMAIL_SENT: '2/10m' })
  expect([(await signUp(even, 'a'))[0], (await signUp(even, 'b'))[0]]).toEqual([200, 200])
  expect(await signUp(even, 'c')).toEqual(over)
  even.wait(5 * MINUTE_MS + 1_000)
  expect((await signUp(even, 'c'))[0]).toBe(200)
  expect(await signUp(even, 'd')).toEqual(over)
  await using open = await createTestAuth({ GOTRUE_RATE_LIMIT_EMAIL_SENT: '0' })
  await openSession(open, EMAIL)
  expect((await sendRequest(open, 'POST', '/recover', { json: { email: EMAIL } })).status).toBe(200)
})

test('limits the SMS of the service per hour unless phones are confirmed automatically (auth 6.7)', async () => {
  const phones = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_RATE_LIMIT_SMS_SENT: '1' }
  const send = async (auth: TestAuth, phone: string) =>
    readError(await sendRequest(auth, 'POST', '/otp', { json: { phone } }))
  await using auth = await createTestAuth(phones)
  // Starts at the beginning of an hour, so that none ends within the test.
  auth.wait(HOUR_MS - (Date.now() % HOUR_MS))
  expect((await send(auth, PHONE))[0]).toBe(200)
  expect(await send(auth, '4915100000000')).toEqual([429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'])
  auth.wait(HOUR_MS)
  expect((await send(auth, '4915100000000'))[0]).toBe(200)
  await using open = await createTestAuth({ ...phones, GOTRUE_SMS_AUTOCONFIRM: 'true' })
  expect([(await send(open, '4930111111'))[0], (await send(open, '4930222222'))[0]]).toEqual([200, 200])
})

test('allows one email per minute, account and type (auth 6.7)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const tooSoon = (code: string) => [
    429,
    code,
    expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  ]
  const send = {
    recovery: () => sendRequest(auth, 'POST', '/recover', { json: { email: EMAIL } }),
    change: () => sendRequest(auth, 'PUT', '/user', { json: { email: 'new@example.org' }, token }),
    nonce: () => sendRequest(auth, 'GET', '/reauthenticate', { token }),
  }
  for (const again of Object.values(send)) {
    expect((await again()).status).toBe(200)
    expect(readError(await again())).toEqual(tooSoon('over_email_send_rate_limit'))
  }
  auth.wait(MINUTE_MS)
  for (const again of Object.values(send)) expect((await again()).status).toBe(200)
})

test('lets an operator repeat an invitation at once (auth 8)', async () => {
  await using auth = await createTestAuth()
  const invite = () => sendRequest(auth, 'POST', '/invite', { json: { email: EMAIL }, token: KEYS.secretKey })
  expect([(await invite()).status, (await invite()).status]).toEqual([200, 200])
  const [first, second] = await auth.mails(EMAIL)
  const accept = (hash = '') => sendRequest(auth, 'POST', '/verify', { json: { type: 'invite', token_hash: hash } })
  expect([(await accept(first?.hash)).status, (await accept(second?.hash)).status]).toEqual([403, 200])
})
