import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spot: SpotFixture
let review: string
let comment: string

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  spot = await createSpot(people, 'public', 'published')
  const find = async (table: string) =>
    (
      await people.owner<
        { id: string }[]
      >`select id from public.${people.owner.identifier(table)} where spot_id = ${spot.id}`
    )[0]?.id ?? ''
  review = await find('reviews')
  comment = await find('comments')
})

const report = (kind: string, id: string) =>
  people.actAs(
    'stranger',
    (sql) => sql`insert into public.reports (${sql.identifier(`${kind}_id`)}, reason) values (${id}, 'spam')`,
  )
const act = (name: string, id: string) =>
  people.actAs('author', (sql) => sql`select public.${sql.identifier(name)}(${id})`)
const readQueue = async () =>
  (
    await people.owner<{ id: string }[]>`select target_id as id from public.moderation_items
      where queue = 'reports' and decided_at is null and target_id in (${spot.photoId}, ${review}, ${comment})`
  ).map(({ id }) => id)

test('drops the reported photo of a review from the queue with the review, and puts it back with it', async () => {
  await people.owner`update public.photos set review_id = ${review} where id = ${spot.photoId}`
  await report('photo', spot.photoId)
  await act('delete_review', review)
  expect(await readQueue()).toEqual([])
  await act('restore_review', review)
  expect(await readQueue()).toEqual([spot.photoId])
  await people.actAs('moderator', (sql) => sql`select public.decide('photo', ${spot.photoId}, 'kept')`)
  expect(await readQueue()).toEqual([])
})

test('keeps deleted comments and reviews out of the queue when the visibility of their spot changes', async () => {
  await report('comment', comment)
  await report('review', review)
  await act('delete_comment', comment)
  await act('delete_review', review)
  for (const visibility of ['members', 'public'])
    await people.actAs('author', (sql) => sql`update public.spots set visibility = ${visibility} where id = ${spot.id}`)
  expect(await readQueue()).toEqual([])
  const decide = people.actAs('moderator', (sql) => sql`select public.decide('comment', ${comment}, 'removed', 'Spam')`)
  expect(await findErrorCode(decide)).toBe('PT404')
  await act('restore_comment', comment)
  await act('restore_review', review)
  expect((await readQueue()).toSorted()).toEqual([comment, review].toSorted())
})
