import { expect, test } from 'vitest'
import { deleteFullBuckets, deleteOld } from '../../tables/cleanup.ts'
import { consumeToken, countSentMessage } from '../../tables/rate-limits.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const DAY_MS = 86_400_000

test('deletes expired rows and keeps those in use (auth 11)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const client = auth.client()
  await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  await client.auth.refreshSession()
  await auth.client().auth.signInAnonymously()
  await auth.request('/verify', {
    json: { type: 'email', token_hash: 'x' },
    headers: { 'x-forwarded-for': '10.0.0.1' },
  })
  const count = async () => {
    const [row] = await auth.sql`
      select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.refresh_tokens) as tokens,
        (select count(*)::int from auth.rate_limits) as buckets`
    return row
  }
  const clean = async (days: number) => {
    const now = new Date(Date.now() + days * DAY_MS)
    await deleteFullBuckets(auth.sql, now)
    await deleteOld(auth.sql, { sessionTimeboxMs: undefined, sessionInactivityMs: undefined }, now)
    return count()
  }
  expect(await clean(0)).toEqual({ users: 2, tokens: 3, buckets: 1 })
  expect(await clean(2)).toEqual({ users: 2, tokens: 2, buckets: 0 })
  expect(await clean(31)).toEqual({ users: 1, tokens: 1, buckets: 0 })
})

test('keeps limits until they are full again, however slowly they refill (auth 6.7)', async () => {
  await using auth = await createTestAuth()
  const rate = { count: 2, perMs: DAY_MS }
  const anonymous = { limiter: 'anonymous', key: 'client', burst: 30, refillPerSecond: 1 / 3_600 }
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const countMails = async (hours: number) => {
    const tries = [1, 2, 3].map(() => countSentMessage(auth.sql, 'email_sent', rate, after(hours)))
    return (await Promise.all(tries)).filter(Boolean).length
  }
  expect(await countMails(0)).toBe(2)
  for (let count = 0; count < 30; count += 1) await consumeToken(auth.sql, anonymous, after(0))
  await deleteFullBuckets(auth.sql, after(3))
  expect(await countMails(3)).toBe(0)
  expect(await consumeToken(auth.sql, anonymous, after(0.9))).toBe(false)
  await deleteFullBuckets(auth.sql, after(31))
  expect(await auth.sql`select from auth.rate_limits`).toHaveLength(0)
})
