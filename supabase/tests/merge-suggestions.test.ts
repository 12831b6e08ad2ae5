import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, type People } from './people.ts'
import { createSuggestionActions, type SuggestionActions, type Viewer } from './suggestion-actions.ts'

const THIRD = 'thirdmill234'

let people: People
let mark: MergeActions['mark']
let plant: MergeActions['plant']
let merge: MergeActions['merge']
let undo: MergeActions['undo']
let send: SuggestionActions['send']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ mark, plant, merge, undo } = createMergeActions(people))
  ;({ send } = createSuggestionActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.notifications`
})

const report = (viewer: Viewer, spot: string, duplicateOf: string) =>
  send(viewer, spot, {}, { kind: 'duplicate', duplicateOf })
const readSuggestions = () =>
  people.owner`select status, answer, decided_by, spot_id, duplicate_of from public.suggestions order by id`
const readNotices = async (viewer: Viewer) => {
  const [row] = await people.as(
    viewer,
    (sql) => sql<{ page: { notifications: ({ kind: string; spot: { id: string }; text: string } | null)[] } }[]>`
      select public.notifications_page() as page`,
  )
  return row?.page.notifications.map((notice) => notice && [notice.kind, notice.spot.id, notice.text])
}
const countWaiting = async () =>
  (await people.owner`select from public.moderation_items where queue = 'suggestions' and decided_at is null`).length

test('closes the suggestions for a merged spot, tells their senders why, and reopens them with the undo', async () => {
  await plant()
  await send('stranger', MERGED, { title: 'Mill house' })
  await send('newcomer', KEPT, { title: 'Mill' })
  await people.owner`update public.suggestions set created_at = now() - interval '8 days'`
  const before = await readSuggestions()
  expect(await countWaiting()).toBe(2)
  const id = await merge('moderator')
  const answer =
    '“The old mill” was merged with “Old mill”, which shows the same place. Suggest it there again if it still applies.'
  expect(await readSuggestions()).toMatchObject([{ status: 'declined', answer }, before[1]])
  expect(await readNotices('stranger')).toEqual([['suggestion-declined', KEPT, answer]])
  expect(await countWaiting()).toBe(1)
  await undo('moderator', id)
  expect(await readSuggestions()).toEqual(before)
  expect(await readNotices('stranger')).toEqual([])
  expect(await countWaiting()).toBe(2)
})

test('does not count a suggestion that a merge closed as declined', async () => {
  await plant()
  await send('stranger', MERGED, { title: 'Mill house' })
  await merge('moderator')
  const [row] = await people.owner`select private.suggestion_record(${people.ids.stranger}) as record`
  expect(row?.record).toEqual({ accepted: 0, declined: 0 })
})

test('lets the senders of duplicate reports read that they were accepted, whichever spot they reported', async () => {
  await plant()
  await report('stranger', MERGED, KEPT)
  await report('newcomer', KEPT, MERGED)
  const id = await merge('moderator')
  for (const viewer of ['stranger', 'newcomer'] as const)
    expect(await readNotices(viewer)).toEqual([['suggestion-accepted', KEPT, '']])
  await undo('moderator', id)
  expect(await readSuggestions()).toMatchObject([{ status: 'open' }, { status: 'open' }])
  expect(await countWaiting()).toBe(2)
})

test('reports a third spot as a duplicate of the kept one, until the merge is undone', async () => {
  await plant()
  await mark(THIRD, 'Mill')
  await report('stranger', THIRD, MERGED)
  const id = await merge('moderator')
  expect(await readSuggestions()).toMatchObject([{ status: 'open', spot_id: THIRD, duplicate_of: KEPT }])
  await undo('moderator', id)
  expect(await readSuggestions()).toMatchObject([{ status: 'open', spot_id: THIRD, duplicate_of: MERGED }])
})

test('keeps what a member suggested again after the merge when it is undone', async () => {
  await plant()
  await report('newcomer', KEPT, MERGED)
  const id = await merge('moderator')
  await mark(THIRD, 'Mill')
  await report('newcomer', KEPT, THIRD)
  await undo('moderator', id)
  expect(await readSuggestions()).toMatchObject([{ status: 'accepted' }, { status: 'open', duplicate_of: THIRD }])
})

test('shows editors no removed spot on a list that contained both merged spots', async () => {
  await plant()
  const { owner, ids } = people
  const [list] = await owner<
    { id: string }[]
  >`select id from public.lists where kind = 'want' and author_id = ${ids.stranger}`
  for (const spot of [KEPT, MERGED])
    await owner`insert into public.list_items (list_id, spot_id) values (${list?.id ?? ''}, ${spot})`
  await merge('moderator')
  const [row] = await people.as(
    'stranger',
    (sql) => sql<{ page: { removed: unknown[]; item_count: number } }[]>`
      select public.list_page(${list?.id ?? ''}) as page`,
  )
  expect(row?.page).toMatchObject({ removed: [], item_count: 1 })
})

test('tells the author of the merged spot when the undo shows it again', async () => {
  await plant()
  await undo('moderator', await merge('moderator'))
  expect(await readNotices('author')).toEqual([
    ['restored', MERGED, 'The merge was undone.'],
    ['removed', MERGED, 'Merged with “Old mill”, which shows the same place.'],
  ])
})
