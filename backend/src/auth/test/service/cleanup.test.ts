import { expect, test } from 'vitest'
import { deleteFullBuckets, deleteOld } from '../../tables/cleanup.ts'
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
