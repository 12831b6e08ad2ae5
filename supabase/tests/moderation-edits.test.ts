import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'
import { createSuggestionActions } from './suggestion-actions.ts'

let people: People
let spot: SpotFixture

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  spot = await createSpot(people, 'public', 'published')
  await people.owner`delete from public.notifications`
})

type Editor = 'author' | 'moderator' | 'stranger' | 'visitor'

const edit = (editor: Editor, changes: Record<string, unknown>, id = spot.id) =>
  people.actAs(editor, (sql) => sql`select public.update_spot(${id}, ${sql.json(changes as never)})`)

const readLog = (id = spot.id) =>
  people.owner`select action, target_kind, reason, actor_id, author_id from private.moderation_log
    where target_id = ${id} order by id`

const readNotices = () =>
  people.owner`select kind, actor_id, text, spot_id, post_id from public.notifications
    where user_id = ${people.ids.author} and kind = 'edited' order by id`

test('logs what a moderator changes in the spot of a member, and notifies the member', async () => {
  await edit('moderator', { title: 'Old mill', lng: 7.71, lat: 45.01 })
  const { moderator, author } = people.ids
  expect(await readLog()).toEqual([
    { action: 'edited', target_kind: 'spot', reason: 'position, title', actor_id: moderator, author_id: author },
  ])
  expect(await readNotices()).toEqual([
    { kind: 'edited', actor_id: null, text: 'Changed: position, title.', spot_id: spot.id, post_id: null },
  ])
})

test('logs a new address of an area spot without the address', async () => {
  await edit('moderator', { address: 'Mill lane 8' })
  expect(await readLog()).toMatchObject([{ action: 'edited', reason: 'address' }])
})

test('logs when a moderator closes the spot of a member and opens it again', async () => {
  await people.actAs('moderator', (sql) => sql`select public.close_spot(${spot.id})`)
  await people.actAs('moderator', (sql) => sql`select public.close_spot(${spot.id}, false)`)
  expect(await readLog()).toMatchObject([{ action: 'closed' }, { action: 'reopened' }])
  expect(await readNotices()).toMatchObject([{ text: 'Marked as closed.' }, { text: 'No longer marked as closed.' }])
})

test('logs consecutive edits of a spot once, and those of two spots separately', async () => {
  const other = await createSpot(people, 'members', 'published')
  await edit('moderator', { title: 'Mill' })
  await edit('moderator', { description: 'By the river.' })
  await edit('moderator', { title: 'Mill' }, other.id)
  expect([await readLog(), await readLog(other.id)]).toMatchObject([[{ reason: 'title' }], [{ reason: 'title' }]])
  expect(await readNotices()).toHaveLength(2)
})

test('logs what a moderator changes in the story of a member', async () => {
  const change = (editor: Editor) =>
    people.actAs(editor, (sql) => sql`update public.posts set body = ${editor} where slug = ${spot.postSlug}`)
  const [post] = await people.owner<{ id: string }[]>`select id from public.posts where slug = ${spot.postSlug}`
  await change('author')
  expect(await readLog(post?.id)).toEqual([])
  await change('moderator')
  expect(await readLog(post?.id)).toMatchObject([{ action: 'edited', target_kind: 'post', reason: 'text' }])
  expect(await readNotices()).toMatchObject([{ text: 'Changed: text.', post_id: post?.id }])
})

test('logs no edit by the author, no edit of a moderator of their own spot, and none that changes nothing', async () => {
  await edit('author', { title: 'Mine' })
  await edit('moderator', { title: 'Mine' })
  for (const editor of ['stranger', 'visitor'] as const) {
    expect(await findErrorCode(edit(editor, { title: 'Theirs' }))).toBeDefined()
  }
  await people.owner`update public.spots set author_id = ${people.ids.moderator} where id = ${spot.id}`
  await edit('moderator', { title: 'Ours' })
  expect([await readLog(), await readNotices()]).toEqual([[], []])
})

test('logs an accepted suggestion and a decision only once', async () => {
  const { send, decide, mark } = createSuggestionActions(people)
  const id = await mark()
  await decide('moderator', await send('stranger', id, { title: 'New mill' }), { title: 'accept' })
  await people.actAs('moderator', (sql) => sql`select public.decide('spot', ${id}, 'removed', 'Not there')`)
  expect([await readLog(id), await readNotices()]).toMatchObject([[{ action: 'removed' }], []])
})

test('logs an edit of the spot of a deleted account without notifying anybody', async () => {
  await people.owner`update public.spots set author_id = null where id = ${spot.id}`
  await edit('moderator', { title: 'Left behind' })
  expect(await readLog()).toMatchObject([{ action: 'edited', author_id: null }])
  expect(await people.owner`select from public.notifications where kind = 'edited'`).toHaveLength(0)
})
