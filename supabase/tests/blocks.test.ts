import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spot: SpotFixture

beforeAll(async () => {
  people = await createPeople()
  spot = await createSpot(people, 'public', 'published')
})
beforeEach(async () => {
  const { owner, ids } = people
  await owner`delete from public.blocks`
  await owner`delete from public.follows`
  await owner`delete from public.comments`
  await owner`insert into public.comments (spot_id, author_id, body) values
    (${spot.id}, ${ids.author}, 'author'), (${spot.id}, ${ids.stranger}, 'stranger'), (${spot.id}, ${ids.newcomer}, 'newcomer')`
  await owner`delete from public.notifications`
})
afterAll(() => people[Symbol.asyncDispose]())

type Viewer = Parameters<People['as']>[0]

const block = (viewer: 'author' | 'stranger' | 'moderator', blocked: keyof People['ids']) =>
  people.actAs(viewer, (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids[blocked]})`)
const listComments = (viewer: Viewer) =>
  people.as(viewer, async (sql) => {
    const rows = await sql<{ body: string }[]>`select body from public.comments order by body`
    return rows.map(({ body }) => body)
  })
const follow = (member: string) => (sql: Transaction) => sql`insert into public.follows (member_id) values (${member})`

test('hides the comments of two members from each other when either blocks the other', async () => {
  await block('author', 'stranger')
  expect(await listComments('author')).toEqual(['author', 'newcomer'])
  expect(await listComments('stranger')).toEqual(['newcomer', 'stranger'])
  for (const viewer of ['newcomer', 'visitor', 'moderator'] as const)
    expect(await listComments(viewer), viewer).toEqual(['author', 'newcomer', 'stranger'])
})

test('shows the comments again after the block is lifted', async () => {
  await block('author', 'stranger')
  await people.actAs('author', (sql) => sql`delete from public.blocks`)
  expect(await listComments('stranger')).toEqual(['author', 'newcomer', 'stranger'])
})

test('keeps comments visible to moderators whom their author has blocked', async () => {
  await block('stranger', 'moderator')
  expect(await listComments('moderator')).toContain('stranger')
})

test('rejects a reply to a comment across a block', async () => {
  const [parent] = await people.owner<{ id: string }[]>`select id from public.comments where body = 'author'`
  const reply = () =>
    people.as(
      'stranger',
      (sql) =>
        sql`insert into public.comments (spot_id, parent_id, body) values (${spot.id}, ${parent?.id ?? ''}, 'Me too')`,
    )
  expect(await findErrorCode(reply())).toBeUndefined()
  await block('author', 'stranger')
  expect(await findErrorCode(reply())).toBe('23514')
})

test('ends follows in both directions and rejects new ones', async () => {
  const { stranger, author, newcomer } = people.ids
  await people.actAs('author', follow(stranger))
  await people.actAs('stranger', follow(author))
  await people.actAs('stranger', follow(newcomer))
  await block('author', 'stranger')
  expect([...(await people.owner`select follower_id, member_id from public.follows`)]).toEqual([
    { follower_id: stranger, member_id: newcomer },
  ])
  expect(await findErrorCode(people.as('stranger', follow(author)))).toBe('42501')
  expect(await findErrorCode(people.as('author', follow(stranger)))).toBe('42501')
  expect(await findErrorCode(people.as('author', follow(newcomer)))).toBeUndefined()
})

test('hides notifications that a blocked member caused, unless they are a moderator', async () => {
  const { author, stranger, moderator } = people.ids
  await people.owner`insert into public.notifications (user_id, kind, actor_id, spot_id) values
    (${author}, 'comment', ${stranger}, ${spot.id}), (${author}, 'approved', ${moderator}, ${spot.id}),
    (${author}, 'follow', ${moderator}, null)`
  await block('author', 'stranger')
  await block('author', 'moderator')
  const rows = await people.as('author', (sql) => sql`select kind from public.notifications`)
  expect([...rows]).toEqual([{ kind: 'approved' }])
})

test('shows a block to the blocker only', async () => {
  await block('author', 'stranger')
  for (const viewer of ['stranger', 'newcomer', 'moderator'] as const)
    expect([...(await people.as(viewer, (sql) => sql`select from public.blocks`))], viewer).toEqual([])
  expect(await findErrorCode(people.as('visitor', (sql) => sql`select from public.blocks`))).toBe('42501')
})

test('rejects blocking oneself, and blocking or unblocking in the name of others', async () => {
  const { author, stranger, newcomer } = people.ids
  const forge = people.as(
    'stranger',
    (sql) => sql`insert into public.blocks (blocker_id, blocked_id) values (${author}, ${newcomer})`,
  )
  expect(await findErrorCode(forge)).toBe('42501')
  const self = people.as('stranger', (sql) => sql`insert into public.blocks (blocked_id) values (${stranger})`)
  expect(await findErrorCode(self)).toBe('23514')
  await block('author', 'stranger')
  await people.actAs('stranger', (sql) => sql`delete from public.blocks`)
  expect([...(await people.owner`select from public.blocks`)]).toHaveLength(1)
})

test('lets members follow only lists that they may see', async () => {
  const { author } = people.ids
  const [open] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Open', 'public', ${author}) returning id`
  const [hidden] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Hidden', 'private', ${author}) returning id`
  const followList = (id = '') =>
    people.actAs('stranger', (sql) => sql`insert into public.follows (list_id) values (${id})`)
  expect(await findErrorCode(followList(open?.id))).toBeUndefined()
  expect(await findErrorCode(followList(hidden?.id))).toBe('42501')
  const readFollow = (viewer: Viewer) =>
    people.as(viewer, (sql) => sql`select private.describe_follow(about_list => ${open?.id ?? ''}) as follow`)
  expect([...(await readFollow('stranger'))]).toEqual([{ follow: { follower_count: 1, is_following: true } }])
  expect([...(await readFollow('visitor'))]).toEqual([{ follow: { follower_count: 1, is_following: false } }])
})

test('ends follows of lists across a block, and rejects new ones', async () => {
  const { author, newcomer } = people.ids
  const makeList = async (owner: string) => {
    const [list] = await people.owner<{ id: string }[]>`
      insert into public.lists (title, visibility, author_id) values ('Open', 'public', ${owner}) returning id`
    return list?.id ?? ''
  }
  const [blocked, other] = [await makeList(author), await makeList(newcomer)]
  const followList = (id: string) =>
    people.actAs('stranger', (sql) => sql`insert into public.follows (list_id) values (${id})`)
  await followList(blocked)
  await followList(other)
  await block('author', 'stranger')
  expect([...(await people.owner`select list_id from public.follows`)]).toEqual([{ list_id: other }])
  expect(await findErrorCode(followList(blocked))).toBe('42501')
})

test('restores a list without the follows and members that a block has ended since', async () => {
  const { author, stranger, newcomer } = people.ids
  const [list] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Open', 'public', ${author}) returning id`
  const id = list?.id ?? ''
  for (const member of [stranger, newcomer]) {
    await people.owner`insert into public.follows (follower_id, list_id) values (${member}, ${id})`
    await people.owner`insert into public.list_members (list_id, member_id, role) values (${id}, ${member}, 'viewer')`
  }
  await people.actAs('author', (sql) => sql`select public.delete_list(${id})`)
  await block('stranger', 'author')
  await people.actAs('author', (sql) => sql`select public.restore_list(${id})`)
  expect([...(await people.owner`select follower_id from public.follows`)]).toEqual([{ follower_id: newcomer }])
  expect([...(await people.owner`select member_id from public.list_members where list_id = ${id}`)]).toEqual([
    { member_id: newcomer },
  ])
})
