import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMergeActions, KEPT, MERGED, type MergeActions } from './merge-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let mark: MergeActions['mark']
let plant: MergeActions['plant']
let merge: MergeActions['merge']
let undo: MergeActions['undo']
let follow: MergeActions['follow']
let fill: MergeActions['fill']
let count: MergeActions['count']
let recount: MergeActions['recount']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ mark, plant, merge, undo, follow, fill, count, recount } = createMergeActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await people.owner`delete from public.notifications`
})

test('moves reviews, comments, photos, saves and places in stories, and keeps the counters right', async () => {
  await plant()
  await fill()
  await merge('moderator')
  expect(await count(KEPT)).toEqual([2, 9, 2, 1, 2])
  expect(await recount(KEPT)).toEqual([2, 9, 2, 1, 2])
  expect(await count(MERGED)).toEqual(await recount(MERGED))
  const [post] =
    await people.owner`select body, (select spot_id from public.post_spots where post_id = posts.id) as card from public.posts`
  expect(post).toEqual({ body: `One.\n\n/spot/${KEPT}\n\n[Mill](/spot/${KEPT}?a=1) /spot/${MERGED}x`, card: KEPT })
  const reviews = await people.owner`select body from public.reviews where spot_id = ${KEPT} order by body`
  expect(reviews).toEqual([{ body: 'Later' }, { body: 'Only' }])
})

test('does not count deleted or hidden reviews and comments, or replies to reviews', async () => {
  await plant()
  await fill()
  const { owner, ids } = people
  await owner`update public.reviews set deleted_at = now() where spot_id = ${MERGED} and author_id = ${ids.newcomer}`
  await owner`update public.comments set hidden_at = now() where body = 'Mind the step'`
  await owner`
    insert into public.reviews (spot_id, author_id, rating, body, hidden_at) values (${MERGED}, ${ids.author}, 1, 'Hidden', now())`
  await owner`
    insert into public.comments (spot_id, author_id, review_id, body)
    select spot_id, author_id, id, 'Answer' from public.reviews where body = 'Later'`
  const before = [await count(KEPT), await count(MERGED)]
  expect(before.map((counts) => counts.slice(0, 3))).toEqual([
    [1, 2, 0],
    [1, 5, 1],
  ])
  const id = await merge('moderator')
  expect((await count(KEPT)).slice(0, 3)).toEqual([1, 5, 1])
  expect((await count(MERGED)).slice(0, 3)).toEqual([0, 0, 0])
  await undo('moderator', id)
  expect([await count(KEPT), await count(MERGED)]).toEqual(before)
})

test('keeps the visible review when a deleted one of the same member is newer', async () => {
  await plant()
  await fill()
  await people.owner`update public.reviews set deleted_at = now() where body = 'Later'`
  await merge('moderator')
  const reviews = await people.owner`select body from public.reviews where spot_id = ${KEPT} order by body`
  expect(reviews).toEqual([{ body: 'Earlier' }, { body: 'Only' }])
  expect((await count(KEPT)).slice(0, 2)).toEqual([2, 6])
})

test('does not mark moved reviews and comments as edited', async () => {
  await plant()
  await fill()
  await people.owner`update public.comments set created_at = now() - interval '1 day'`
  const read = () => people.owner`
    select body, updated_at from public.reviews where body <> 'Earlier' union all select body, updated_at from public.comments order by body`
  const before = await read()
  await merge('moderator')
  expect(await read()).toEqual(before)
})

test('redirects from the old URL to the spot, even after several merges', async () => {
  await plant()
  await merge('moderator')
  expect([await follow('visitor'), await follow('stranger')]).toEqual([KEPT, KEPT])
  await mark('thirdmill234', 'Mill')
  await merge('moderator', 'thirdmill234', KEPT)
  expect([await follow('visitor'), await follow('visitor', KEPT)]).toEqual(['thirdmill234', 'thirdmill234'])
  expect(await people.as('visitor', (sql) => sql`select from public.spots where id = ${MERGED}`)).toHaveLength(0)
  await people.owner`delete from public.spots where id = ${MERGED}`
  expect(await follow('visitor')).toBe('thirdmill234')
})

test('copies the chosen fields from the merged spot', async () => {
  await plant()
  await fill()
  await people.owner`update public.spots set address = 'Here 1', lng = 7.71, tags = '{mill}' where id = ${MERGED}`
  const [merged] = await people.owner`select cover_photo_id from public.spots where id = ${MERGED}`
  await merge('moderator', KEPT, MERGED, ['title', 'address', 'position', 'cover_photo_id', 'author_id', 'visibility'])
  const [kept] =
    await people.owner`select title, address, lng, tags, cover_photo_id, author_id from public.spots where id = ${KEPT}`
  expect(kept).toEqual({
    title: 'The old mill',
    address: 'Here 1',
    lng: 7.71,
    tags: [],
    cover_photo_id: merged?.cover_photo_id,
    author_id: people.ids.author,
  })
  const [revision] =
    await people.owner`select author_id, changes -> 'title' as title from public.revisions where spot_id = ${KEPT}`
  expect(revision).toEqual({ author_id: people.ids.moderator, title: { from: 'Old mill', to: 'The old mill' } })
})

test('restores everything when undone, and keeps what was added since', async () => {
  await plant()
  await fill()
  const before = [await count(KEPT), await count(MERGED)]
  const id = await merge('moderator', KEPT, MERGED, ['title'])
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${KEPT}, ${people.ids.newcomer}, 'Since')`
  await undo('moderator', id)
  const [kept = [], merged = []] = before
  expect(await count(KEPT)).toEqual(kept.map((value, index) => (index === 2 ? Number(value) + 1 : value)))
  expect(await count(MERGED)).toEqual(merged)
  expect([await recount(KEPT), await recount(MERGED)]).toEqual([await count(KEPT), await count(MERGED)])
  expect(await people.owner`select id, title, status from public.spots order by id`).toEqual([
    { id: KEPT, title: 'Old mill', status: 'published' },
    { id: MERGED, title: 'The old mill', status: 'published' },
  ])
  expect(await follow('visitor')).toBeNull()
  const [post] =
    await people.owner`select body, (select spot_id from public.post_spots where post_id = posts.id) as card from public.posts`
  expect(post).toMatchObject({ card: MERGED, body: expect.stringContaining(`/spot/${MERGED}\n`) })
  expect(await findErrorCode(undo('moderator', id))).toBe('PT409')
})

test('keeps saves and reviews that were added to the kept spot after the merge', async () => {
  await plant()
  await fill()
  const { owner, ids } = people
  const id = await merge('moderator')
  const [list] = await owner<{ id: string }[]>`
    insert into public.lists (author_id, title) values (${ids.newcomer}, 'Mills') returning id`
  await owner`insert into public.list_items (list_id, spot_id, note) values (${list?.id ?? ''}, ${KEPT}, 'Since')`
  await owner`delete from public.reviews where spot_id = ${KEPT} and author_id = ${ids.newcomer}`
  await owner`insert into public.reviews (spot_id, author_id, rating, body) values (${KEPT}, ${ids.newcomer}, 1, 'Since')`
  await undo('moderator', id)
  expect(await owner`select spot_id from public.list_items where note = 'Since'`).toEqual([{ spot_id: KEPT }])
  expect(await owner`select spot_id from public.reviews where body = 'Since'`).toEqual([{ spot_id: KEPT }])
  expect(await owner`select spot_id, note from public.list_items where note = 'Soon'`).toEqual([
    { spot_id: MERGED, note: 'Soon' },
    { spot_id: MERGED, note: 'Soon' },
  ])
  expect([await recount(KEPT), await recount(MERGED)]).toEqual([await count(KEPT), await count(MERGED)])
})

test('lets one of two opposite merges succeed, without a deadlock', async () => {
  await plant()
  await fill()
  const outcomes = await Promise.all([
    findErrorCode(merge('moderator', KEPT, MERGED)),
    findErrorCode(merge('moderator', MERGED, KEPT)),
  ])
  expect(outcomes.toSorted()).toEqual(['PT409', undefined])
  expect(await people.owner`select from public.spot_redirects`).toHaveLength(1)
})

/** Adds a reply of the author and a photo of the reviewer to a review. */
async function answer(spot: string, review: string, reviewer: string, body: string) {
  const { owner, ids } = people
  await owner`insert into public.comments (spot_id, author_id, review_id, body) values (${spot}, ${ids.author}, ${review}, ${body})`
  await owner`insert into public.photos (spot_id, author_id, review_id, storage_path, width, height, alt_text)
    values (${spot}, ${reviewer}, ${review}, ${`${reviewer}/${Math.random()}`}, 4, 3, ${body})`
}
const findReview = async (body: string) =>
  (await people.owner<{ id: string }[]>`select id from public.reviews where body = ${body}`)[0]?.id ?? ''

test('moves replies and photos that a moved review got after the merge back with it', async () => {
  await plant()
  await fill()
  const id = await merge('moderator')
  const only = await findReview('Only')
  await answer(KEPT, only, people.ids.newcomer, 'Since')
  await undo('moderator', id)
  expect(await people.owner`select spot_id, review_id from public.comments where body = 'Since'`).toEqual([
    { spot_id: MERGED, review_id: only },
  ])
  expect(await people.owner`select spot_id, review_id from public.photos where alt_text = 'Since'`).toEqual([
    { spot_id: MERGED, review_id: only },
  ])
  const photos = async (spot: string) => (await count(spot))[3]
  expect([await photos(KEPT), await photos(MERGED)]).toEqual([(await recount(KEPT))[3], (await recount(MERGED))[3]])
})

test('keeps replies and photos of a review that a newer one replaces, and restores them', async () => {
  await plant()
  await fill()
  const [earlier, later] = [await findReview('Earlier'), await findReview('Later')]
  await answer(KEPT, earlier, people.ids.stranger, 'Before')
  const id = await merge('moderator')
  expect(await people.owner`select spot_id, review_id from public.comments where body = 'Before'`).toEqual([
    { spot_id: KEPT, review_id: later },
  ])
  expect(await people.owner`select spot_id, review_id from public.photos where alt_text = 'Before'`).toEqual([
    { spot_id: KEPT, review_id: null },
  ])
  await undo('moderator', id)
  expect(await people.owner`select spot_id, review_id from public.comments where body = 'Before'`).toEqual([
    { spot_id: KEPT, review_id: earlier },
  ])
  expect(await people.owner`select spot_id, review_id from public.photos where alt_text = 'Before'`).toEqual([
    { spot_id: KEPT, review_id: earlier },
  ])
})

test('leaves replies and photos with a review that stays with the merged spot', async () => {
  await plant()
  await fill()
  const later = await findReview('Later')
  await people.owner`update public.reviews set updated_at = now() + interval '1 minute' where body = 'Earlier'`
  await answer(MERGED, later, people.ids.stranger, 'There')
  const id = await merge('moderator')
  expect(await people.owner`select spot_id from public.comments where body = 'There'`).toEqual([{ spot_id: MERGED }])
  expect(await people.owner`select spot_id from public.photos where alt_text = 'There'`).toEqual([{ spot_id: MERGED }])
  await undo('moderator', id)
  expect((await count(MERGED))[3]).toBe((await recount(MERGED))[3])
})

test('adds up confirmations, and takes them back with the date of the latest when undone', async () => {
  await plant()
  const { owner } = people
  await owner`update public.spots set created_at = '2026-01-01'`
  await owner`update public.spots set confirmation_count = 2, confirmed_at = '2026-03-01' where id = ${KEPT}`
  await owner`update public.spots set confirmation_count = 5, confirmed_at = '2026-04-01' where id = ${MERGED}`
  const read = async () =>
    (await owner`select confirmation_count, confirmed_at::date::text as day from public.spots where id = ${KEPT}`)[0]
  const before = await read()
  const id = await merge('moderator')
  expect(await read()).toEqual({ confirmation_count: 7, day: '2026-04-01' })
  await people.owner`update public.spots set confirmation_count = confirmation_count + 1 where id = ${KEPT}`
  await undo('moderator', id)
  expect(await read()).toEqual({ ...before, confirmation_count: 3 })
})

test('deletes what a merge replaced once it can no longer be undone', async () => {
  await plant()
  await fill()
  const { owner } = people
  const id = await merge('moderator')
  const keep = async (interval: string) => {
    await owner`update private.spot_merges set created_at = now() - ${interval}::interval where id = ${id}`
    await people.actAs('service', (sql) => sql`select public.delete_removed_content()`)
    return (await owner`select from private.spot_merges where id = ${id}`).length
  }
  expect([await keep('29 days'), await keep('31 days')]).toEqual([1, 0])
  expect(await follow('visitor')).toBe(KEPT)
})
