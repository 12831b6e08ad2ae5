import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'
import { createSuggestionActions, type SuggestionActions, type Viewer } from './suggestion-actions.ts'

let people: People
let mark: SuggestionActions['mark']
let send: SuggestionActions['send']
let decide: SuggestionActions['decide']
let listKinds: SuggestionActions['listKinds']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ mark, send, decide, listKinds } = createSuggestionActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())

test('queues suggestions for moderators when no author decides', async () => {
  const [fresh, old, orphan, first, second] = [
    await mark(),
    await mark(),
    await mark({ author_id: null }),
    await mark(),
    await mark(),
  ]
  await send('stranger', fresh, { title: 'New mill' })
  const late = await send('stranger', old, { title: 'New mill' })
  await people.owner`update public.suggestions set created_at = now() - interval '8 days' where id = ${late}`
  await send('stranger', orphan, { title: 'New mill' })
  const duplicate = await send('stranger', first, {}, { kind: 'duplicate', duplicateOf: second })
  const read = async () => {
    const [row] = await people.as('moderator', (sql) => sql`select public.suggestion_queue() as queue`)
    return row?.queue as { count: number; suggestions: { id: number; kind: string; spot: { id: string } }[] }
  }
  const queue = await read()
  const ids = queue.suggestions.map(({ spot }) => spot.id)
  expect(ids.filter((id) => [fresh, old, orphan, first].includes(id))).toEqual([old, orphan, first])
  expect(queue.count).toBe(queue.suggestions.length)
  expect(await findErrorCode(decide('author', duplicate, { duplicate: 'decline' }))).toBe('PT404')
  expect(await decide('moderator', duplicate, { duplicate: 'decline' }, {}, 'Two mills')).toBe('declined')
  expect((await read()).suggestions.map(({ spot }) => spot.id)).not.toContain(first)
  for (const viewer of ['stranger', 'visitor'] as const) {
    expect(await findErrorCode(people.as(viewer, (sql) => sql`select public.suggestion_queue()`))).toBe('42501')
  }
})

test('passes suggestions between blocked members to the moderators', async () => {
  const spot = await mark()
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.author}, ${people.ids.stranger})`
  const id = await send('stranger', spot, { title: 'New mill' })
  expect(await listKinds('author', spot)).toEqual([])
  expect(await people.as('author', (sql) => sql`select from public.suggestions where id = ${id}`)).toEqual([])
  const [row] = await people.as('moderator', (sql) => sql`select public.suggestion_queue() as queue`)
  expect(JSON.stringify(row?.queue)).toContain(spot)
  await people.owner`delete from public.blocks`
})

test('passes a suggestion that stays unanswered for a week to the moderators', async () => {
  const read = async () => {
    const rows = await people.owner<{ target_id: string }[]>`
      select target_id from public.moderation_items where kind = 'suggestion' and decided_at is null`
    return rows.map((row) => row.target_id)
  }
  const queue = (viewer: Viewer) => people.actAs(viewer, (sql) => sql`select public.queue_late_suggestions() as count`)
  const [late, hidden, removed] = [await mark(), await mark(), await mark()]
  const waiting = await send('stranger', late, { title: 'New mill' })
  const ofHidden = await send('stranger', hidden, { title: 'New mill' })
  const ofRemoved = await send('stranger', removed, { title: 'New mill' })
  await people.owner`update public.spots set visibility = 'private' where id = ${hidden}`
  await people.owner`update public.spots set status = 'removed', removal_reason = 'Spam' where id = ${removed}`
  expect(await queue('service')).toEqual([{ count: 0 }])
  // Simulates the passage of time without changing the row.
  await people.owner`alter table public.suggestions disable trigger user`
  await people.owner`update public.suggestions set created_at = now() - interval '8 days'
    where id = any (${[waiting, ofHidden, ofRemoved]}::bigint[])`
  await people.owner`alter table public.suggestions enable trigger user`
  expect(await read()).not.toContain(waiting)
  expect(await queue('service')).toEqual([{ count: 1 }])
  expect(await read()).toContain(waiting)
  expect(await read()).not.toContain(ofHidden)
  expect(await queue('service')).toEqual([{ count: 0 }])
  expect(await findErrorCode(queue('moderator'))).toBe('42501')
  await decide('moderator', waiting, { title: 'decline' })
  expect(await queue('service')).toEqual([{ count: 0 }])
})

test('counts suggestions for moderators in their badge, and no private ones', async () => {
  await people.owner`delete from public.suggestions`
  const read = async () => {
    const [row] = await people.as(
      'moderator',
      (sql) => sql<{ counts: { suggestions: number } }[]>`select public.count_moderation() as counts`,
    )
    return row?.counts.suggestions
  }
  const [orphan, spot] = [await mark({ author_id: null }), await mark()]
  const id = await send('stranger', orphan, { title: 'New mill' })
  const late = await send('stranger', spot, { title: 'New mill' })
  expect(await read()).toBe(1)
  await people.owner`update public.suggestions set created_at = now() - interval '8 days' where id = ${late}`
  expect(await read()).toBe(2)
  await people.owner`update public.spots set visibility = 'private' where id = ${spot}`
  expect(await read()).toBe(1)
  await decide('moderator', id, { title: 'accept' })
  expect(await read()).toBe(0)
})

test('does not count suggestions for spots that were removed, until they are restored', async () => {
  await people.owner`delete from public.suggestions`
  const spot = await mark({ author_id: null })
  await send('stranger', spot, { title: 'New mill' })
  const count = () =>
    people.owner`select from public.moderation_items where queue = 'suggestions' and decided_at is null`
  expect(await count()).toHaveLength(1)
  await people.owner`update public.spots set status = 'removed', removal_reason = 'Spam' where id = ${spot}`
  expect(await count()).toHaveLength(0)
  await people.owner`update public.spots set status = 'published', removal_reason = null where id = ${spot}`
  expect(await count()).toHaveLength(1)
})

test('counts suggestions for moderators only while a block keeps the author from deciding them', async () => {
  await people.owner`delete from public.suggestions`
  const spot = await mark()
  await send('stranger', spot, { title: 'New mill' })
  const count = async () =>
    (await people.owner`select from public.moderation_items where queue = 'suggestions' and decided_at is null`).length
  expect(await count()).toBe(0)
  await people.actAs('author', (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids.stranger})`)
  expect(await count()).toBe(1)
  await people.actAs('author', (sql) => sql`delete from public.blocks`)
  expect(await count()).toBe(0)
})

test('notifies the author once of a suggestion that is sent twice', async () => {
  const spot = await mark()
  const read = () => people.owner`select text from public.notifications where spot_id = ${spot} order by id`
  for (const title of ['New mill', 'Newer mill']) await send('stranger', spot, { title }, { reason: title })
  expect(await read()).toEqual([{ text: 'Newer mill' }])
  await people.owner`update public.notifications set read_at = now() where spot_id = ${spot}`
  await send('stranger', spot, { title: 'Newest mill' }, { reason: 'Newest mill' })
  expect(await read()).toEqual([{ text: 'Newer mill' }, { text: 'Newest mill' }])
})
