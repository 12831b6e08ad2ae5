import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createBans } from './bans.ts'

const identify = (claims: { sub?: string | undefined; session_id?: string }) => ({
  claims: { role: 'authenticated', ...claims },
  token: undefined,
  expiresAt: undefined,
})

test('shares queries between concurrent checks, each with its own result (realtime 9)', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  const idOf = (index: number) => `00000000-0000-4000-8000-0000000000${index + 10}`
  const ids = Array.from({ length: 20 }, (_, index) => idOf(index))
  await sql`insert into auth.users (id, banned_until)
    select id, case when n % 2 = 0 then now() + interval '1 hour' end
    from unnest(${ids}::uuid[]) with ordinality as given (id, n)`
  const counted = vi.fn(sql)
  const bans = createBans(Object.assign(counted, sql))
  const subjects = [...ids, 'not-a-uuid']
  const checks = subjects.map((sub) => bans.requireNotBanned(identify({ sub })))
  const results = await Promise.allSettled(checks)
  expect(results.map(({ status }) => status === 'rejected')).toEqual(
    subjects.map((_, index) => index < 20 && index % 2 === 1),
  )
  expect(counted.mock.calls.length).toBeLessThan(3)
})

test('rejects the tokens of deleted accounts, but not those without a session (realtime 9)', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
  const [softly, deleted, kept, operator] = [idOf(1), 'ABCDEF01-0000-4000-8000-000000000000', idOf(3), idOf(4)]
  await sql`insert into auth.users (id, deleted_at) values (${softly}, now()), (${kept}, null)`
  const members = [softly, deleted, kept].map((sub) => identify({ sub, session_id: 'session' }))
  const denied = await createBans(sql).list([...members, identify({ sub: operator })])
  expect(denied).toEqual(new Set([softly, deleted.toLowerCase()]))
})
