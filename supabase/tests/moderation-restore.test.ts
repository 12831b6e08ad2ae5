import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

interface HistoryPage {
  changes: { id: number; restores: number | null; changes: { photos?: { from: string[]; to: string[] } } }[]
  photos: Record<string, unknown>
  restorable_photos: string[]
}

const decide = (kind: string, id: string, verdict: string, reason: string | null = null) =>
  people.actAs('moderator', (sql) => sql`select public.decide(${kind}, ${id}, ${verdict}, ${reason})`)

test('hides removed reviews, comments and photos, leaves them out of the counts, and restores them', async () => {
  const { id, photoId } = await createSpot(people, 'public', 'published')
  const counts = async () =>
    (
      await people.owner`select review_count, rating_sum, comment_count, photo_count, cover_photo_id from public.spots where id = ${id}`
    )[0]
  const before = await counts()
  const [review] = await people.owner<{ id: string }[]>`select id from public.reviews where spot_id = ${id}`
  const [comment] = await people.owner<{ id: string }[]>`select id from public.comments where spot_id = ${id}`
  const targets = [
    ['review', 'reviews', review?.id ?? ''],
    ['comment', 'comments', comment?.id ?? ''],
    ['photo', 'photos', photoId],
  ] as const
  for (const [kind, table, target] of targets) {
    await decide(kind, target, 'removed', 'Insult')
    for (const viewer of ['visitor', 'stranger', 'author', 'moderator'] as const) {
      const rows = await people.as(
        viewer,
        (sql) => sql`select id from public.${sql.identifier(table)} where id = ${target}`,
      )
      // Moderators need the row of a removed photo, whose file is shown only with it.
      expect(rows, `${kind} for ${viewer}`).toHaveLength(kind === 'photo' && viewer === 'moderator' ? 1 : 0)
    }
  }
  expect(await counts()).toEqual({
    review_count: 0,
    rating_sum: 0,
    comment_count: 0,
    photo_count: 0,
    cover_photo_id: null,
  })
  await people.owner`delete from private.held_notices`
  for (const [kind, , target] of targets) await decide(kind, target, 'restored')
  expect(await counts()).toEqual(before)
  // Their authors do not read that the spot was published.
  expect(await people.owner`select kind, text from private.held_notices where spot_id = ${id} order by id`).toEqual(
    targets.map(([kind]) => ({ kind: 'restored', text: `Your ${kind}: ` })),
  )
})

test('restores a removed photo from the history of the spot, for moderators and for 30 days', async () => {
  const { id, photoId } = await createSpot(people, 'public', 'published')
  const readHistory = async (viewer: 'author' | 'moderator') =>
    (await people.as(viewer, (sql) => sql<{ page: HistoryPage }[]>`select public.spot_history_page(${id}) as page`))[0]
      ?.page
  await decide('photo', photoId, 'removed', 'Shows a person')
  const removal = (await readHistory('moderator'))?.changes.find(({ changes }) =>
    changes.photos?.from.includes(photoId),
  )
  const restore = (viewer: 'author' | 'moderator') =>
    people.actAs(viewer, (sql) => sql`select public.restore_revision(${removal?.id ?? 0})`)
  const isShown = async () =>
    (await people.as('stranger', (sql) => sql`select id from public.photos where id = ${photoId}`)).length === 1

  expect(await readHistory('moderator')).toMatchObject({ restorable_photos: [photoId] })
  const seen = await readHistory('author')
  expect(seen).toMatchObject({ restorable_photos: [], photos: {} })
  // The author of the spot may restore its fields, such as the cover, but not what moderators removed.
  await restore('author').catch(() => undefined)
  expect(await isShown()).toBe(false)

  const [before] = await people.owner`select storage_path from public.photos where id = ${photoId}`
  await restore('moderator')
  expect(await isShown()).toBe(true)
  expect((await people.owner`select storage_path from public.photos where id = ${photoId}`)[0]).toEqual(before)
  expect((await readHistory('moderator'))?.changes[0]).toMatchObject({
    restores: removal?.id,
    changes: { photos: { from: [], to: [photoId] } },
  })
  expect(
    await people.owner`select name from private.file_deletions where name like ${`${String(before?.storage_path)}%`}`,
  ).toEqual([])

  await decide('photo', photoId, 'removed', 'Shows a person')
  await people.owner`update public.photos set hidden_at = now() - interval '31 days' where id = ${photoId}`
  expect(await readHistory('moderator')).toMatchObject({ restorable_photos: [] })
})

test('deletes removed reviews after 30 days and keeps the counts right', async () => {
  const { id } = await createSpot(people, 'public', 'published')
  const [review] = await people.owner<{ id: string }[]>`select id from public.reviews where spot_id = ${id}`
  await decide('review', review?.id ?? '', 'removed', 'Insult')
  await people.owner`update public.reviews set hidden_at = now() - interval '31 days' where id = ${review?.id ?? ''}`
  await people.actAs('service', (sql) => sql`select public.delete_removed_content()`)
  expect(await people.owner`select id from public.reviews where spot_id = ${id}`).toEqual([])
  expect(await people.owner`select review_count, rating_sum from public.spots where id = ${id}`).toEqual([
    { review_count: 0, rating_sum: 0 },
  ])
})

async function addPhoto(spot: string, author: 'author' | 'stranger', review: string | null = null): Promise<string> {
  const [photo] = await people.owner<{ id: string }[]>`
    insert into public.photos (spot_id, review_id, author_id, storage_path, width, height, position)
    values (${spot}, ${review}, ${people.ids[author]}, ${`${people.ids[author]}/${Math.random()}`}, 4, 3,
      (select count(*) from public.photos where spot_id = ${spot})) returning id`
  return photo?.id ?? ''
}

const readPhotos = async (id: string) =>
  (await people.owner`select photo_count, cover_photo_id from public.spots where id = ${id}`)[0]

test('counts a removed photo once when its review is deleted, restored and deleted for good', async () => {
  const { id, photoId } = await createSpot(people, 'public', 'published')
  await people.owner`delete from public.photos where id = ${photoId}`
  const [review] = await people.owner<{ id: string }[]>`
    insert into public.reviews (spot_id, author_id, rating) values (${id}, ${people.ids.stranger}, 4) returning id`
  const photo = await addPhoto(id, 'stranger', review?.id)
  await decide('photo', photo, 'removed', 'Shows a person')
  const change = (name: 'delete_review' | 'restore_review') =>
    people.actAs('stranger', (sql) => sql`select public.${sql.identifier(name)}(${review?.id ?? ''})`)
  await change('delete_review')
  expect(await readPhotos(id)).toEqual({ photo_count: 0, cover_photo_id: null })
  await change('restore_review')
  expect(await readPhotos(id)).toEqual({ photo_count: 0, cover_photo_id: null })
  await people.owner`delete from public.reviews where id = ${review?.id ?? ''}`
  expect(await readPhotos(id)).toEqual({ photo_count: 0, cover_photo_id: null })
})

test('makes the next visible photo the cover when the cover is deleted', async () => {
  const { id, photoId } = await createSpot(people, 'public', 'published')
  const hidden = await addPhoto(id, 'author')
  const next = await addPhoto(id, 'author')
  await decide('photo', hidden, 'removed', 'Shows a person')
  await people.actAs('author', (sql) => sql`delete from public.photos where id = ${photoId}`)
  expect(await readPhotos(id)).toEqual({ photo_count: 1, cover_photo_id: next })
  await people.actAs('author', (sql) => sql`delete from public.photos where id = ${next}`)
  expect(await readPhotos(id)).toEqual({ photo_count: 0, cover_photo_id: null })
})

test('counts no removed photo on the spot into which another one is merged', async () => {
  const kept = await createSpot(people, 'public', 'published')
  const merged = await createSpot(people, 'public', 'published')
  await decide('photo', merged.photoId, 'removed', 'Shows a person')
  const [row] = await people.actAs(
    'moderator',
    (sql) =>
      sql<{ merge: number }[]>`select (public.merge_spots(${kept.id}, ${merged.id}) ->> 'merge')::integer as merge`,
  )
  expect(await readPhotos(kept.id)).toEqual({ photo_count: 1, cover_photo_id: kept.photoId })
  await people.actAs('moderator', (sql) => sql`select public.undo_merge(${row?.merge ?? 0})`)
  expect([await readPhotos(kept.id), await readPhotos(merged.id)]).toEqual([
    { photo_count: 1, cover_photo_id: kept.photoId },
    { photo_count: 0, cover_photo_id: null },
  ])
})

test('puts a restored contribution into the queue again if it was removed while it waited for review', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  const listWaiting = () =>
    people.owner`select from public.moderation_items where target_id = ${id} and queue = 'waiting' and decided_at is null`
  expect(await listWaiting()).toHaveLength(1)
  await decide('spot', id, 'removed', 'Advertising')
  expect(await listWaiting()).toHaveLength(0)
  await people.owner`delete from private.held_notices`
  await decide('spot', id, 'restored')
  expect(await listWaiting()).toHaveLength(1)
  expect(await people.owner`select user_id, kind, text from private.held_notices`).toEqual([
    { user_id: people.ids.author, kind: 'restored', text: 'It is published once a moderator has approved it.' },
  ])
  await decide('spot', id, 'approved')
  expect(await listWaiting()).toHaveLength(0)
})
