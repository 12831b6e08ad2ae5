import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  await people.owner`update public.instance_settings set who_may_post = 'members', new_member_daily_spots = 100`
  await people.owner`update public.users set created_at = now()`
  await people.owner`delete from public.spots`
})

const addSpot = (sql: Transaction, visibility = 'public') =>
  sql`insert into public.spots (title, category, lng, lat, visibility) values ('Mill', 'castle', 7.7, 45, ${visibility}::public.visibility)`
const addStory = (sql: Transaction) => sql`insert into public.posts (title) values ('A walk')`

test('lets everyone with an account add spots and stories by default', async () => {
  for (const add of [addSpot, addStory])
    expect(await findErrorCode(people.as('author', (sql) => add(sql)))).toBeUndefined()
})

test('lets only moderators add spots and stories with the setting for it', async () => {
  await people.owner`update public.instance_settings set who_may_post = 'moderators'`
  for (const add of [addSpot, addStory]) {
    expect(await findErrorCode(people.as('author', (sql) => add(sql)))).toBe('PT403')
    expect(await findErrorCode(people.as('moderator', (sql) => add(sql)))).toBeUndefined()
  }
})

test('limits the spots of new members per day, but not private ones, moderators or older accounts', async () => {
  await people.owner`update public.instance_settings set new_member_daily_spots = 2`
  const addMany = (viewer: 'author' | 'moderator', visibility?: string) =>
    findErrorCode(
      people.as(viewer, async (sql) => {
        for (let count = 0; count < 3; count++) await addSpot(sql, visibility)
      }),
    )
  expect(await addMany('author')).toBe('PT429')
  expect(await addMany('author', 'private')).toBeUndefined()
  expect(await addMany('moderator')).toBeUndefined()
  await people.owner`update public.users set created_at = now() - interval '8 days'`
  expect(await addMany('author')).toBeUndefined()
})

test('counts private spots of new members when they are opened', async () => {
  await people.owner`update public.instance_settings set new_member_daily_spots = 2`
  const openAll = (viewer: 'author' | 'moderator') =>
    findErrorCode(
      people.as(viewer, async (sql) => {
        for (let count = 0; count < 3; count++) await addSpot(sql, 'private')
        await sql`update public.spots set visibility = 'public'`
      }),
    )
  expect(await openAll('author')).toBe('PT429')
  expect(await openAll('moderator')).toBeUndefined()
  await people.owner`update public.users set created_at = now() - interval '8 days'`
  expect(await openAll('author')).toBeUndefined()
})

test('shows the first steps to administrators only', async () => {
  const read = (sql: Transaction) =>
    sql<{ steps: Record<string, unknown> | null }[]>`select public.first_steps() as steps`
  expect((await people.as('author', read))[0]?.steps).toBeNull()
  expect((await people.as('moderator', read))[0]?.steps).toBeNull()
  expect(await findErrorCode(people.as('visitor', read))).toBe('42501')
  const [own] = await people.as('moderator', async (sql) => {
    await sql`select set_config('request.jwt.claims',
      (current_setting('request.jwt.claims')::jsonb || '{"app_metadata": {"role": "admin"}}')::text, true)`
    return read(sql)
  })
  expect(own?.steps).toMatchObject({ is_hidden: false, is_reviewed: false, has_spot: false, registration: 'open' })
})
