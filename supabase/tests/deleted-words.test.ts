import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spotId: string

beforeAll(async () => {
  people = await createPeople()
  const fixture = await createSpot(people, 'public', 'published')
  spotId = fixture.id
  await people.owner`delete from public.comments`
  await people.owner`delete from public.reviews`
})
afterAll(() => people[Symbol.asyncDispose]())

type Member = 'stranger' | 'author' | 'moderator' | 'newcomer'

async function comment(author: Member, body: string, parent?: string): Promise<string> {
  const id = randomUUID()
  await people.owner`insert into public.comments (id, spot_id, author_id, body, parent_id)
    values (${id}, ${spotId}, ${people.ids[author]}, ${body}, ${parent ?? null})`
  return id
}

async function review(author: Member, rating: number): Promise<string> {
  const [row] = await people.actAs(
    author,
    (sql) => sql<{ id: string }[]>`select public.save_review(${spotId}, ${rating}::smallint, 'Fine') as id`,
  )
  return row?.id ?? ''
}

interface Discussion {
  comments: { threads: { comment: { id: string; state: string; body: string }; replies: { id: string }[] }[] }
  reviews: { reviews: { id: string; photos: { id: string }[] }[] }
}

async function read(viewer: Member | 'visitor'): Promise<Discussion> {
  const [row] = await people.as(
    viewer,
    (sql) => sql<{ page: Discussion }[]>`select public.discussion_page(${spotId}) as page`,
  )
  if (!row) throw new Error('There is no page.')
  return row.page
}

async function counts() {
  const [row] =
    await people.owner`select comment_count, review_count, rating_sum, photo_count from public.spots where id = ${spotId}`
  return row
}

test('hides a deleted comment from everyone, and restores it for its author within an hour', async () => {
  const before = await counts()
  const id = await comment('stranger', 'Is it open?')
  await people.actAs('stranger', (sql) => sql`select public.delete_comment(${id})`)
  expect(await counts()).toEqual(before)
  for (const viewer of ['visitor', 'stranger', 'author', 'moderator'] as const) {
    expect(await people.as(viewer, (sql) => sql`select from public.comments where id = ${id}`)).toEqual([])
    expect(JSON.stringify(await read(viewer))).not.toContain(id)
  }
  expect(await findErrorCode(people.actAs('author', (sql) => sql`select public.restore_comment(${id})`))).toBe('PT404')
  await people.actAs('stranger', (sql) => sql`select public.restore_comment(${id})`)
  expect(await people.as('visitor', (sql) => sql`select from public.comments where id = ${id}`)).toHaveLength(1)
  expect(await counts()).toEqual({ ...before, comment_count: Number(before?.comment_count) + 1 })
  await people.actAs('stranger', (sql) => sql`select public.delete_comment(${id})`)
  await people.owner`update public.comments set deleted_at = now() - interval '61 minutes' where id = ${id}`
  expect(await findErrorCode(people.actAs('stranger', (sql) => sql`select public.restore_comment(${id})`))).toBe(
    'PT404',
  )
})

test('lets only its author delete a comment, unless they are banned', async () => {
  const id = await comment('author', 'Mine')
  for (const viewer of ['stranger', 'moderator', 'newcomer'] as const) {
    await people.actAs(viewer, (sql) => sql`select public.delete_comment(${id})`)
  }
  expect(await findErrorCode(people.actAs('visitor', (sql) => sql`select public.delete_comment(${id})`))).toBe('42501')
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.author}`
  const code = await findErrorCode(people.actAs('author', (sql) => sql`select public.delete_comment(${id})`))
  await people.owner`update auth.users set banned_until = null where id = ${people.ids.author}`
  expect(code).toBe('PT403')
  const [row] = await people.owner`select deleted_at from public.comments where id = ${id}`
  expect(row?.deleted_at).toBeNull()
})

test('shows "deleted" in place of a comment with replies, without its text and its author', async () => {
  const root = await comment('stranger', 'A secret needle')
  const reply = await comment('newcomer', 'An answer', root)
  await people.actAs('stranger', (sql) => sql`select public.delete_comment(${root})`)
  const { comments } = await read('visitor')
  const thread = comments.threads.find(({ comment: { id } }) => id === root)
  expect(thread).toMatchObject({ comment: { state: 'deleted', body: '', author: null }, replies: [{ id: reply }] })
  expect(JSON.stringify(comments)).not.toContain('needle')
  await people.owner`update public.comments set deleted_at = now() - interval '2 days' where id = ${root}`
  await people.owner`select private.purge_deleted_words()`
  const [kept] = await people.owner`select body from public.comments where id = ${root}`
  expect(kept?.body).toBe('Deleted.')
  await people.actAs('newcomer', (sql) => sql`select public.delete_comment(${reply})`)
  expect(JSON.stringify(await read('visitor'))).not.toContain(root)
})

test('keeps a comment with replies of others when its author deletes the row', async () => {
  const root = await comment('stranger', 'Anyone?')
  await comment('newcomer', 'Me', root)
  const remove = (viewer: Member) =>
    people.as(viewer, (sql) => sql`delete from public.comments where id = ${root} returning id`)
  expect(await remove('stranger')).toEqual([])
  expect(await remove('moderator')).toEqual([])
})

test('marks comments and reviews as edited only when their content changes', async () => {
  const id = await comment('stranger', 'First')
  const change = (body: string) =>
    people.actAs('stranger', (sql) => sql`update public.comments set body = ${body} where id = ${id}`)
  const edited = async () => (await people.owner`select edited_at from public.comments where id = ${id}`)[0]?.edited_at
  await change('First')
  expect(await edited()).toBeNull()
  await change('Second')
  expect(await edited()).not.toBeNull()
})

test('removes a deleted review and its photos from the spot, and restores both', async () => {
  const id = await review('stranger', 4)
  const photo = randomUUID()
  await people.actAs(
    'stranger',
    (sql) => sql`insert into public.photos (id, storage_path, width, height)
      values (${photo}, ${`${people.ids.stranger}/${photo}`}, 4, 3)`,
  )
  await people.owner`insert into storage.objects (bucket_id, name, owner_id)
    values ('photos', ${`${people.ids.stranger}/${photo}/full.webp`}, ${people.ids.stranger})`
  await people.actAs(
    'stranger',
    (sql) => sql`select public.save_review(${spotId}, 5::smallint, 'Go', ${[photo]}::uuid[])`,
  )
  const full = await counts()
  expect((await read('visitor')).reviews.reviews).toMatchObject([{ id, photos: [{ id: photo }] }])
  const seesPhoto = async (viewer: Member | 'visitor') =>
    (await people.as(viewer, (sql) => sql`select from public.photos where id = ${photo}`)).length
  expect(await seesPhoto('visitor')).toBe(1)
  await people.actAs('stranger', (sql) => sql`select public.delete_review(${id})`)
  expect(await counts()).toEqual({
    ...full,
    review_count: Number(full?.review_count) - 1,
    rating_sum: Number(full?.rating_sum) - 5,
    photo_count: Number(full?.photo_count) - 1,
  })
  expect([await seesPhoto('visitor'), await seesPhoto('author'), await seesPhoto('moderator')]).toEqual([0, 0, 0])
  expect((await read('stranger')).reviews.reviews).toEqual([])
  // Photos of a deleted review are restored with it, even if they are older than drafts may become.
  await people.owner`update public.photos set created_at = now() - interval '40 days' where id = ${photo}`
  await people.owner`select private.reconcile_files()`
  await people.actAs('stranger', (sql) => sql`select public.restore_review(${id})`)
  expect(await counts()).toEqual(full)
  await people.actAs('stranger', (sql) => sql`select public.delete_review(${id})`)
  const again = await review('stranger', 2)
  expect(again).not.toBe(id)
  expect(await people.owner`select from public.photos where id = ${photo}`).toEqual([])
})

test('keeps the photo of a deleted review that its author has put into a story since', async () => {
  const id = await review('newcomer', 4)
  const photo = randomUUID()
  await people.owner`insert into public.photos (id, author_id, storage_path, width, height, spot_id, review_id)
    values (${photo}, ${people.ids.newcomer}, ${`${people.ids.newcomer}/${photo}`}, 4, 3, ${spotId}, ${id})`
  await people.actAs('newcomer', (sql) => sql`select public.delete_review(${id})`)
  await people.owner`insert into public.posts (title, body, status, author_id)
    values ('A walk', ${`![](/photo/${photo})`}, 'published', ${people.ids.newcomer})`
  const isShown = async () =>
    (await people.as('stranger', (sql) => sql`select from public.photos where id = ${photo}`)).length
  expect(await isShown()).toBe(1)
  await people.actAs('newcomer', (sql) => sql`select public.restore_review(${id})`)
  await people.actAs('newcomer', (sql) => sql`select public.delete_review(${id})`)
  await people.owner`update public.reviews set deleted_at = now() - interval '2 days' where id = ${id}`
  await people.owner`select private.purge_deleted_words()`
  expect(await isShown()).toBe(1)
})

test('attaches at most six photos to a review, only those of its author', async () => {
  const id = await review('newcomer', 3)
  const draft = async (author: Member) => {
    const photo = randomUUID()
    await people.owner`insert into public.photos (id, author_id, storage_path, width, height)
      values (${photo}, ${people.ids[author]}, ${`${people.ids[author]}/${photo}`}, 4, 3)`
    return photo
  }
  const save = (photos: string[]) =>
    people.actAs('newcomer', (sql) => sql`select public.save_review(${spotId}, 3::smallint, '', ${photos}::uuid[])`)
  const foreign = await draft('stranger')
  await save([foreign])
  expect(await people.owner`select from public.photos where review_id = ${id}`).toEqual([])
  const attach = people.actAs(
    'stranger',
    (sql) => sql`update public.photos set spot_id = ${spotId}, review_id = ${id} where id = ${foreign}`,
  )
  expect(await findErrorCode(attach)).toBe('42501')
  const own = [] as string[]
  for (let index = 0; index < 7; index += 1) own.push(await draft('newcomer'))
  expect(await findErrorCode(save(own))).toBe('PT400')
  await save(own.slice(1))
  expect(await people.owner`select from public.photos where review_id = ${id}`).toHaveLength(6)
  await save(own.slice(1, 2))
  expect(await people.owner`select from public.photos where review_id = ${id}`).toHaveLength(1)
})

test('never shows a confirmation date earlier than the creation date', async () => {
  const [row] = await people.owner`
    update public.spots set confirmed_at = created_at - interval '1 year' where id = ${spotId}
    returning confirmed_at = created_at as is_mended`
  expect(row?.is_mended).toBe(true)
})

test('says that a hidden review cannot be replaced', async () => {
  await people.owner`delete from public.reviews where spot_id = ${spotId}`
  const id = await review('stranger', 1)
  await people.actAs('moderator', (sql) => sql`select public.decide('review', ${id}, 'removed', 'Insult')`)
  await expect(review('stranger', 5)).rejects.toMatchObject({
    code: 'PT409',
    message: 'Your review of this spot is hidden, so you cannot change it or write another one.',
  })
  expect(await people.owner`select rating from public.reviews where spot_id = ${spotId}`).toEqual([{ rating: 1 }])
})

test('saves one review when two are sent at the same time', async () => {
  await people.owner`delete from public.reviews where spot_id = ${spotId}`
  const ids = await people.owner.begin(async (sql) => {
    // Both wait for the counters of the spot, so neither sees the review of the other.
    await sql`select from public.spots where id = ${spotId} for update`
    const both = [4, 5].map((rating) => review('stranger', rating))
    await expect
      .poll(
        async () =>
          (
            await people.owner`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`
          ).length,
      )
      .toBe(2)
    return { both: Promise.all(both) }
  })
  const [first, second] = await ids.both
  expect(first).toBe(second)
  expect(await people.owner`select from public.reviews where spot_id = ${spotId}`).toHaveLength(1)
})

test('keeps the replies of others to a review that is deleted for good or replaced, as comments of their own', async () => {
  await people.owner`delete from public.reviews`
  const first = await review('stranger', 4)
  const answer = await comment('author', 'Thank you for coming.')
  const own = await comment('stranger', 'I was there in May.')
  await people.owner`update public.comments set review_id = ${first} where id in (${answer}, ${own})`
  await people.actAs('stranger', (sql) => sql`select public.delete_review(${first})`)
  expect(await people.as('visitor', (sql) => sql`select id from public.comments where id = ${answer}`)).toEqual([])
  await review('stranger', 5)
  expect(
    await people.as('visitor', (sql) => sql`select id, review_id from public.comments where id in (${answer}, ${own})`),
  ).toEqual([{ id: answer, review_id: null }])
})

test('deletes the replies to reviews of a spot with the spot', async () => {
  await people.owner.begin(async (sql) => {
    await sql`insert into public.spots (id, title, category, lng, lat, status, author_id)
      values ('brieflyhere23', 'Pop-up bar', 'bar', 7, 45, 'published', ${people.ids.author})`
    const [made] = await sql<{ id: string }[]>`insert into public.reviews (spot_id, author_id, rating)
      values ('brieflyhere23', ${people.ids.stranger}, 4) returning id`
    await sql`insert into public.comments (spot_id, author_id, body, review_id)
      values ('brieflyhere23', ${people.ids.newcomer}, 'Gone already', ${made?.id ?? ''})`
    await sql`delete from public.spots where id = 'brieflyhere23'`
  })
  expect(await people.owner`select id from public.comments where body = 'Gone already'`).toEqual([])
})
