import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, type People } from './people.ts'

let people: People
let plant: MergeActions['plant']
let merge: MergeActions['merge']
let undo: MergeActions['undo']
let fill: MergeActions['fill']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ plant, merge, undo, fill } = createMergeActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
})

const readRecord = async () => JSON.stringify(await people.owner`select * from private.spot_merges`)

test('deletes replaced reviews from the record of a merge with the account of their author, and can still undo the merge', async () => {
  await plant()
  await fill()
  const { owner, ids } = people
  await owner`
    insert into public.reviews (spot_id, author_id, rating, body, updated_at) values
      (${KEPT}, ${ids.newcomer}, 1, 'Of another member', now() - interval '1 day')`
  const id = await merge('moderator')
  expect(await readRecord()).toMatch(/Earlier/)
  await owner`delete from public.users where id = ${ids.stranger}`
  expect(await readRecord()).not.toMatch(/Earlier/)
  await undo('moderator', id)
  const reviews = await owner`select spot_id, body from public.reviews order by body`
  expect(reviews).toEqual([
    { spot_id: KEPT, body: 'Of another member' },
    { spot_id: MERGED, body: 'Only' },
  ])
  await owner`insert into public.users (id, username) values (${ids.stranger}, 'stranger')`
})

test.each([KEPT, MERGED])('forgets the texts of a merge when %s is deleted', async (spot) => {
  await plant()
  await people.owner`update public.spots set description = 'Ring twice.'`
  await merge('moderator', KEPT, MERGED, ['description'])
  expect(await readRecord()).toMatch(/Ring twice/)
  await people.owner`delete from public.spots where id = ${spot}`
  expect(await readRecord()).toBe('[]')
})

test('stores no exact position or address of an area with a merge', async () => {
  await plant({ precision: 'area' }, { precision: 'area' })
  const point = { lng: 7.70987, lat: 45.06123, address: 'Mill lane 8' }
  await people.owner`insert into public.spot_exact_points (spot_id, lng, lat, address)
    values (${MERGED}, ${point.lng}, ${point.lat}, ${point.address}) on conflict (spot_id) do update set lng = excluded.lng, lat = excluded.lat, address = excluded.address`
  const id = await merge('moderator', KEPT, MERGED, ['position', 'address', 'title'])
  const [exact] = await people.owner`select lng, lat, address from public.spot_exact_points where spot_id = ${KEPT}`
  expect(exact).toEqual(point)
  expect(await readRecord()).not.toMatch(/7\.7098|Mill lane/)
  await undo('moderator', id)
  expect(await people.owner`select title from public.spots where id = ${KEPT}`).toEqual([{ title: 'Old mill' }])
})
