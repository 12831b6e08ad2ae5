import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, type People } from './people.ts'

let people: People
let actions: MergeActions
let list: string

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  actions = createMergeActions(people)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.lists where kind = 'own'`
  await actions.plant()
  const [created] = await people.owner<{ id: string }[]>`
    insert into public.lists (author_id, title) values (${people.ids.newcomer}, 'Mills') returning id`
  list = created?.id ?? ''
})

/** Puts a spot on the list as the member who owns it. */
const save = (spot: string, note: string, wentOn: string | null = null) =>
  people.actAs(
    'newcomer',
    (sql) => sql`
      insert into public.list_items (list_id, spot_id, note, went_on) values (${list}, ${spot}, ${note}, ${wentOn})`,
  )
async function read() {
  const rows = await people.as(
    'newcomer',
    (sql) => sql`
      select spot_id, note, went_on::text, is_cover from public.list_items where list_id = ${list} order by spot_id`,
  )
  return rows.map((row) => Object.values(row))
}
const cover = (spot: string) => people.actAs('newcomer', (sql) => sql`select public.set_list_cover(${list}, ${spot})`)

test('gives the entry of the kept spot the note, the day and the cover of the merged one', async () => {
  await save(KEPT, '')
  await save(MERGED, 'Closed on Mondays', '2026-05-01')
  await cover(MERGED)
  const before = await read()
  const id = await actions.merge('moderator')
  expect(await read()).toEqual([[KEPT, 'Closed on Mondays', '2026-05-01', true]])
  await actions.undo('moderator', id)
  expect(await read()).toEqual(before)
})

test('joins the notes of both entries, unless they are equal or too long together', async () => {
  await save(KEPT, 'Good bread')
  await save(MERGED, 'Closed on Mondays')
  const id = await actions.merge('moderator')
  expect(await read()).toEqual([[KEPT, 'Good bread · Closed on Mondays', null, false]])
  await actions.undo('moderator', id)
  expect(await read()).toEqual([
    [KEPT, 'Good bread', null, false],
    [MERGED, 'Closed on Mondays', null, false],
  ])
  await people.owner`update public.list_items set note = 'Good bread'`
  await actions.undo('moderator', await actions.merge('moderator'))
  await people.owner`update public.list_items set note = repeat('a', 200) where spot_id = ${MERGED}`
  await people.owner`update public.list_items set note = repeat('b', 80) where spot_id = ${KEPT}`
  await actions.merge('moderator')
  expect(await read()).toEqual([[KEPT, 'b'.repeat(80), null, false]])
})

test('keeps a note that was changed since the merge when it is undone', async () => {
  await save(KEPT, '')
  await save(MERGED, 'Closed on Mondays', '2026-05-01')
  const id = await actions.merge('moderator')
  await people.actAs(
    'newcomer',
    (sql) => sql`update public.list_items set note = 'Closed for good' where list_id = ${list}`,
  )
  await actions.undo('moderator', id)
  expect(await read()).toEqual([
    [KEPT, 'Closed for good', null, false],
    [MERGED, 'Closed on Mondays', '2026-05-01', false],
  ])
})

test('does not show the moderator among those who changed the list', async () => {
  await save(KEPT, 'Good bread')
  await save(MERGED, 'Closed on Mondays')
  await actions.undo('moderator', await actions.merge('moderator'))
  const changes = await people.owner`select distinct actor_id from public.list_changes where list_id = ${list}`
  expect(changes).toEqual([{ actor_id: people.ids.newcomer }])
})
