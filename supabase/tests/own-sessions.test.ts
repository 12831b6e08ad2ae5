import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, type MemberApi } from './member-api.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let author: MemberApi
let stranger: MemberApi

beforeAll(async () => {
  people = await createPeople()
  author = await createApi(people, 'author')
  stranger = await createApi(people, 'stranger')
})
afterAll(() => people[Symbol.asyncDispose]())

test('lists the member’s own sessions with device and time, the current one first', async () => {
  const phone = await author.signIn({ userAgent: 'Phone', ip: '203.0.113.7' })
  const rows = await author.run(
    (sql) => sql<{ created_at: Date; refreshed_at: Date }[]>`select * from public.list_own_sessions()`,
  )
  expect(rows).toEqual([
    expect.objectContaining({ id: author.sessionId, is_current: true, aal: 'aal1' }),
    expect.objectContaining({ id: phone, user_agent: 'Phone', ip: '203.0.113.7', is_current: false }),
  ])
  const [row] = rows
  expect(row?.created_at).toBeInstanceOf(Date)
  expect(Math.abs(Date.now() - (row?.refreshed_at.getTime() ?? 0))).toBeLessThan(60_000)
})

test('ends one session, and only one of the caller', async () => {
  const tablet = await author.signIn({ userAgent: 'Tablet' })
  const end = (member: MemberApi) => member.run((sql) => sql`select public.delete_session(${tablet}) as ended`)
  expect(await end(stranger)).toEqual([{ ended: false }])
  expect(await end(author)).toEqual([{ ended: true }])
  expect(await end(author)).toEqual([{ ended: false }])
})

test('ends all other sessions of the caller, and no sessions of others', async () => {
  await author.signIn({ userAgent: 'A' })
  await author.signIn({ userAgent: 'B' })
  const [row] = await author.run((sql) => sql`select public.delete_other_sessions() as ended`)
  expect(row?.ended).toBeGreaterThanOrEqual(2)
  const left = await author.run((sql) => sql`select id from public.list_own_sessions()`)
  expect(left).toEqual([{ id: author.sessionId }])
  expect(await stranger.run((sql) => sql`select id from public.list_own_sessions()`)).toHaveLength(1)
})

test('rejects an access token whose session has ended', async () => {
  const ended = { ...author.claims, session_id: randomUUID() }
  for (const call of ['list_own_sessions()', 'delete_other_sessions()', `delete_session('${author.sessionId}')`]) {
    const work = author.run((sql) => sql.unsafe(`select * from public.${call}`), ended)
    expect([call, await findErrorCode(work)]).toEqual([call, 'PT403'])
  }
})

test('rejects visitors and direct reads of auth.sessions', async () => {
  for (const call of ['list_own_sessions()', 'delete_other_sessions()', `delete_session('${randomUUID()}')`]) {
    const work = people.as('visitor', (sql) => sql.unsafe(`select * from public.${call}`))
    expect([call, await findErrorCode(work)]).toEqual([call, '42501'])
  }
  expect(await findErrorCode(author.run((sql) => sql`select * from auth.sessions`))).toBe('42501')
})
