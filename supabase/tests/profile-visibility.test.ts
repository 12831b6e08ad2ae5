import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

const VIEWERS = ['visitor', 'stranger', 'author', 'moderator', 'service'] as const

/** Lists the viewers who can read the author's row of the view `profiles`. */
async function listReaders(): Promise<string[]> {
  const readers: string[] = []
  for (const viewer of VIEWERS) {
    const rows = await people.as(viewer, (sql) => sql`select from public.profiles where id = ${people.ids.author}`)
    if (rows.length > 0) readers.push(viewer)
  }
  return readers
}

const show = (visibility: string) =>
  people.actAs('author', (sql) => sql`update public.users set profile_visibility = ${visibility} where id = auth.uid()`)

test.each([
  ['everyone', ['visitor', 'stranger', 'author', 'moderator', 'service']],
  ['members', ['stranger', 'author', 'moderator', 'service']],
  ['nobody', ['author', 'moderator', 'service']],
])('shows a profile for %s only to its audience', async (visibility, expected) => {
  await show(visibility)
  expect(await listReaders()).toEqual(expected)
})

test('hides a profile from members whom its owner has blocked, but not theirs from the owner', async () => {
  await show('everyone')
  await people.actAs('author', (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids.stranger})`)
  expect(await listReaders()).toEqual(['visitor', 'author', 'moderator', 'service'])
  const blocker = await people.as('author', (sql) => sql`select from public.profiles where id = ${people.ids.stranger}`)
  expect([...blocker]).toHaveLength(1)
  await people.owner`delete from public.blocks`
})

test('keeps the name on contributions, but without a profile', async () => {
  await show('nobody')
  const [row] = await people.as('visitor', (sql) => sql`select private.member_card(${people.ids.author}) as card`)
  expect(row?.card).toMatchObject({ username: 'author', has_profile: false })
  const [own] = await people.as('author', (sql) => sql`select private.member_card(${people.ids.author}) as card`)
  expect(own?.card).toMatchObject({ has_profile: true })
})

test('rejects following a member with a private profile', async () => {
  const follow = () =>
    people.as('stranger', (sql) => sql`insert into public.follows (member_id) values (${people.ids.author})`)
  await show('nobody')
  expect(await findErrorCode(follow())).toBe('42501')
  await show('members')
  expect(await findErrorCode(follow())).toBeUndefined()
})

test('lets members change the visibility of their own profile only', async () => {
  await show('members')
  await people.actAs('stranger', (sql) => sql`update public.users set profile_visibility = 'everyone'`)
  expect(await listReaders()).not.toContain('visitor')
})

test('creates the profile row of a new member who chooses who may see it', async () => {
  const { owner, ids } = people
  await owner`delete from public.users where id = ${ids.newcomer}`
  await people.actAs('newcomer', (sql) => sql`select public.set_profile_visibility('nobody')`)
  const rows = await owner`select username, profile_visibility from public.users where id = ${ids.newcomer}`
  expect([...rows]).toEqual([{ username: 'newcomer', profile_visibility: 'nobody' }])
})
