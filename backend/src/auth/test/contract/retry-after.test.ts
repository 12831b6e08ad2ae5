import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'
import { sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const HOUR_MS = 3_600_000

/** Repeats a request until it is rejected, and returns the value of Retry-After. */
async function readWait(auth: TestAuth, path: string, json: object): Promise<string | null> {
  for (let count = 0; count < 40; count += 1) {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const response = await sendRequest(auth, 'POST', path, { json, headers })
    if (response.status === 429) return response.headers.get('retry-after')
  }
  throw new Error('No request was rejected.')
}

test('says in Retry-After when a limit of requests allows the next one (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_RATE_LIMIT_VERIFY: '3' })
  expect(await readWait(auth, '/verify', {})).toBe('100')
  expect(await readWait(auth, '/otp', {})).toBe('10')
  const login = { email: EMAIL, password: PASSWORD }
  expect(await readWait(auth, '/token?grant_type=password', login)).toBe('180')
  await using closed = await createTestAuth({ GOTRUE_RATE_LIMIT_VERIFY: '0' })
  expect(await readWait(closed, '/verify', {})).toBeNull()
})

test.each([
  ['of an hour, up to its end', '1', 'b', 1_800],
  ['that refills, up to the next message', '1/10m', 'b', 600],
  ['of one address', '30', 'a', 60],
])('says in Retry-After how long a limit of messages lasts: %s (auth 6.7)', async (_limit, sent, name, longest) => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: sent,
  })
  // The middle of an hour.
  auth.wait(1.5 * HOUR_MS - (Date.now() % HOUR_MS))
  const signUp = (address: string) =>
    sendRequest(auth, 'POST', '/signup', { json: { email: `${address}@example.org`, password: PASSWORD } })
  expect((await signUp('a')).status).toBe(200)
  const { status, headers } = await signUp(name)
  const seconds = Number(headers.get('retry-after'))
  expect([status, longest - seconds < 60 && seconds <= longest]).toEqual([429, true])
})
