import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

interface Outcome {
  log_id: number | null
  decided: { action: string } | null
}

let people: People
let here: SpotFixture
let there: SpotFixture

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  here = await createSpot(people, 'public', 'published')
  there = await createSpot(people, 'public', 'published')
  await people.owner`delete from public.reviews where spot_id = ${there.id}`
  await people.owner`delete from public.notifications`
  await people.owner`delete from private.held_notices`
  await people.owner`delete from private.write_counts`
})

type Viewer = Parameters<People['as']>[0]
type Kind = 'photo' | 'review'

const report = (kind: Kind, id: string) =>
  people.actAs(
    'stranger',
    (sql) => sql`insert into public.reports (${sql.identifier(`${kind}_id`)}, reason) values (${id}, 'wrong')`,
  )

async function move(kind: string, id: string, to = there.id, viewer: Viewer = 'moderator'): Promise<Outcome> {
  const [row] = await people.actAs(
    viewer,
    (sql) => sql<{ outcome: Outcome }[]>`select public.move_reported(${kind}, ${id}, ${to}) as outcome`,
  )
  if (!row) throw new Error('The move returned nothing.')
  return row.outcome
}

const undo = (log: number | null) => people.actAs('moderator', (sql) => sql`select public.undo_decision(${log})`)

async function findReview(): Promise<string> {
  const [row] = await people.owner<{ id: string }[]>`select id from public.reviews where spot_id = ${here.id}`
  return row?.id ?? ''
}

const readCounts = async ({ id }: SpotFixture) =>
  (
    await people.owner`select review_count, rating_sum, photo_count, cover_photo_id from public.spots where id = ${id}`
  )[0]

const readPlace = async (kind: Kind, id: string) =>
  (
    await people.owner<{ spot_id: string }[]>`
      select spot_id from public.${people.owner.identifier(`${kind}s`)} where id = ${id}`
  )[0]?.spot_id

async function readNotices(member: 'author' | 'stranger') {
  await people.owner`update private.held_notices set due_at = now()`
  await people.actAs('service', (sql) => sql`select public.send_held_notices()`)
  return people.owner`select kind, spot_id, text from public.notifications
    where user_id = ${people.ids[member]} and kind in ('moved', 'report-handled') order by id`
}

test('moves a reported photo to another spot, logs it, and notifies its author and the reporter', async () => {
  await report('photo', here.photoId)
  const { log_id } = await move('photo', here.photoId)
  expect(await readPlace('photo', here.photoId)).toBe(there.id)
  expect(await readCounts(here)).toMatchObject({ photo_count: 0, cover_photo_id: null })
  expect(await readCounts(there)).toMatchObject({ photo_count: 2 })
  expect(
    await people.owner`select action, target_kind, reason, author_id from private.moderation_log where id = ${log_id}`,
  ).toEqual([{ action: 'moved', target_kind: 'photo', reason: 'To public published', author_id: people.ids.author }])
  expect(await people.owner`select status from public.reports where photo_id = ${here.photoId}`).toEqual([
    { status: 'resolved' },
  ])
  expect(await readNotices('author')).toEqual([
    { kind: 'moved', spot_id: there.id, text: 'Your photo was on “public published”.' },
  ])
  expect(await readNotices('stranger')).toMatchObject([{ kind: 'report-handled' }])
})

test('moves a reported review with its photos, and counts it at the other spot', async () => {
  const review = await findReview()
  await people.owner`update public.photos set review_id = ${review} where id = ${here.photoId}`
  await report('review', review)
  await move('review', review)
  expect(await readPlace('review', review)).toBe(there.id)
  expect(await readPlace('photo', here.photoId)).toBe(there.id)
  expect(await readCounts(here)).toMatchObject({ review_count: 0, rating_sum: 0 })
  expect(await readCounts(there)).toMatchObject({ review_count: 1, rating_sum: 5 })
})

test('moves the replies to a review with it, and back', async () => {
  const review = await findReview()
  const [reply] = await people.actAs(
    'newcomer',
    (sql) => sql<{ id: string }[]>`insert into public.comments (spot_id, review_id, body)
      values (${here.id}, ${review}, 'It was closed') returning id`,
  )
  const read = async () => [
    ...(await people.owner`select spot_id from public.comments where id = ${reply?.id ?? ''}`),
    ...(await people.owner`select spot_id from public.notifications where comment_id = ${reply?.id ?? ''}`),
  ]
  const before = await read()
  await report('review', review)
  const { log_id } = await move('review', review)
  expect(await read()).toEqual([{ spot_id: there.id }, { spot_id: there.id }])
  await undo(log_id)
  expect(await read()).toEqual(before)
})

test('undoes a move and opens the reports again, without notifying anyone', async () => {
  const review = await findReview()
  const before = [await readCounts(here), await readCounts(there)]
  await report('photo', here.photoId)
  await report('review', review)
  const moves = [await move('photo', here.photoId), await move('review', review)]
  for (const { log_id } of moves) await undo(log_id)
  expect([await readPlace('photo', here.photoId), await readPlace('review', review)]).toEqual([here.id, here.id])
  expect([await readCounts(here), await readCounts(there)]).toEqual(before)
  expect(await people.owner`select status from public.reports where review_id = ${review}`).toEqual([
    { status: 'open' },
  ])
  expect([await readNotices('author'), await readNotices('stranger')]).toEqual([[], []])
})

test('says that a move cannot be undone after what was moved, or its spot, was deleted', async () => {
  const review = await findReview()
  await report('photo', here.photoId)
  await report('review', review)
  const photoMove = await move('photo', here.photoId)
  const reviewMove = await move('review', review)
  await people.owner`delete from public.photos where id = ${here.photoId}`
  await expect(undo(photoMove.log_id)).rejects.toMatchObject({
    code: 'PT409',
    message: 'The photo or its spot was deleted or made private in the meantime, so the move cannot be undone.',
  })
  await people.owner`delete from public.spots where id = ${here.id}`
  expect(await findErrorCode(undo(reviewMove.log_id))).toBe('PT409')
})

test('says that the author of a moved review has written another one', async () => {
  const review = await findReview()
  await report('review', review)
  const { log_id } = await move('review', review)
  await people.owner`insert into public.reviews (spot_id, author_id, rating) values (${here.id}, ${people.ids.author}, 2)`
  await expect(undo(log_id)).rejects.toMatchObject({
    code: 'PT409',
    message: 'The author has written another review there in the meantime, so the move cannot be undone.',
  })
  await people.owner`update public.reviews set deleted_at = now() where spot_id = ${here.id}`
  await undo(log_id)
  expect(await readPlace('review', review)).toBe(here.id)
})

test('shows a review again, which reports had hidden, once it is moved to the spot it is about', async () => {
  const review = await findReview()
  await report('review', review)
  await people.owner`update public.reviews set hidden_at = now() where id = ${review}`
  await move('review', review)
  const seen = await people.as('visitor', (sql) => sql`select spot_id from public.reviews where id = ${review}`)
  expect(seen).toEqual([{ spot_id: there.id }])
  expect(await readCounts(there)).toMatchObject({ review_count: 1, rating_sum: 5 })
})

test('lets only moderators move something', async () => {
  await report('photo', here.photoId)
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    expect(await findErrorCode(move('photo', here.photoId, there.id, viewer)), viewer).toBe('42501')
  }
  expect(await readPlace('photo', here.photoId)).toBe(here.id)
})

test('rejects a spot that other people see, does not exist, or has a review of the author', async () => {
  const review = await findReview()
  const [members, hidden, linked] = [
    await createSpot(people, 'members', 'published'),
    await createSpot(people, 'private', 'published'),
    await createSpot(people, 'link', 'published'),
  ]
  await report('photo', here.photoId)
  await report('review', review)
  await report('photo', members.photoId)
  for (const to of [hidden.id, linked.id, here.id, 'missingspot2']) {
    expect(await findErrorCode(move('photo', here.photoId, to)), to).toBe('PT400')
  }
  expect(await findErrorCode(move('photo', members.photoId, there.id))).toBe('PT400')
  expect(await findErrorCode(move('review', review, members.id))).toBe('PT409')
  expect(await findErrorCode(move('comment', randomUUID()))).toBe('PT400')
  expect(await findErrorCode(move('photo', randomUUID()))).toBe('PT404')
})

test('returns the decision of the moderator who was first', async () => {
  await report('photo', here.photoId)
  await move('photo', here.photoId)
  expect(await move('photo', here.photoId, here.id)).toMatchObject({ log_id: null, decided: { action: 'moved' } })
})

test('explains that the photo of a story cannot be moved', async () => {
  const { owner, ids } = people
  const id = randomUUID()
  await owner`insert into public.photos (id, author_id, storage_path, width, height)
    values (${id}, ${ids.author}, ${`${ids.author}/${id}`}, 4, 3)`
  await owner`insert into public.posts (title, body, status, author_id)
    values ('A walk', ${`![](/photo/${id})`}, 'published', ${ids.author})`
  await report('photo', id)
  await expect(move('photo', id)).rejects.toMatchObject({
    code: 'PT400',
    message: expect.stringMatching(/^This photo belongs to a story/),
  })
})
