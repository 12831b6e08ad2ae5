import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

type Caller = Parameters<People['actAs']>[0]

let people: People
let list: string
let token: string

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  await people.owner`delete from public.lists where kind = 'own'`
  const [row] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, author_id) values ('Trains', ${people.ids.author}) returning id`
  list = row?.id ?? ''
  token = await invite()
  await join(token)
})

async function invite(): Promise<string> {
  const [row] = await people.actAs(
    'author',
    (sql) => sql`select public.invite_to_list(${list}, 'editor') ->> 'token' as token`,
  )
  return String(row?.token)
}

const join = (invitation: string, viewer: Caller = 'stranger') =>
  people.actAs(viewer, (sql) => sql`select public.join_list(${invitation})`)
const remove = (viewer: Caller) =>
  people.actAs(viewer, (sql) => sql`delete from public.list_members where member_id = ${people.ids.stranger}`)
const isOpenTo = async (viewer: Caller) => {
  const [row] = await people.actAs(
    viewer,
    (sql) => sql`select public.find_list_invitation(${token}) -> 'is_open' as open`,
  )
  return row?.open
}

test('lets a removed member join again only by an invitation from after the removal', async () => {
  await remove('author')
  expect([await isOpenTo('stranger'), await isOpenTo('newcomer')]).toEqual([false, true])
  expect(await findErrorCode(join(token))).toBe('PT410')
  await join(token, 'newcomer')
  await join(await invite())
})

test('lets a member who has left join again by the same invitation', async () => {
  await remove('stranger')
  await join(token)
})

test('forgets a removal with its list or member', async () => {
  await remove('author')
  await people.actAs('author', (sql) => sql`select public.delete_list(${list})`)
  expect(await people.owner`select from private.list_removals`).toEqual([])
})

test('keeps invitations, and members removed, when the list is deleted and restored', async () => {
  await remove('author')
  await people.actAs('author', (sql) => sql`select public.delete_list(${list})`)
  expect(await findErrorCode(join(token, 'newcomer'))).toBe('PT410')
  await people.actAs('author', (sql) => sql`select public.restore_list(${list})`)
  expect(await findErrorCode(join(token))).toBe('PT410')
  await join(token, 'newcomer')
  const invitations = await people.owner`select use_count from public.list_invitations where list_id = ${list}`
  expect(invitations).toEqual([{ use_count: 2 }])
})
