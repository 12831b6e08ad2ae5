import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

const SPOT = {
  title: 'Villa della Regina',
  category: 'castle',
  lng: 7.70123,
  lat: 45.05812,
  tags: ['Baroque', ' baroque ', '#view'],
}

function submit(
  key: string,
  spot: Record<string, unknown> = SPOT,
  photoIds: string[] = [],
  altTexts: (string | null)[] = [],
) {
  return people.actAs('author', async (sql) => {
    const [row] = await sql`
      select public.submit_spot(${key}, ${sql.json(spot as never)}, ${photoIds}::uuid[], ${altTexts}::text[]) as made`
    return row?.made as { id: string; slug: string; status: string }
  })
}

async function addPhoto(viewer: 'author' | 'stranger'): Promise<string> {
  const path = `${people.ids[viewer]}/${randomUUID()}.jpg`
  const [photo] = await people.actAs(
    viewer,
    (sql) =>
      sql<
        { id: string }[]
      >`insert into public.photos (storage_path, width, height) values (${path}, 4, 3) returning id`,
  )
  return photo?.id ?? ''
}

test('creates one spot when it is submitted twice, even concurrently', async () => {
  const key = randomUUID()
  const [first, second] = await Promise.all([submit(key), submit(key)])
  expect(first).toEqual({
    id: expect.stringMatching(/^[a-z2-9]{12}$/),
    slug: 'villa-della-regina',
    status: 'published',
  })
  expect(second?.id).toBe(first?.id)
  expect((await submit(key)).id).toBe(first?.id)
  const [row] =
    await people.owner`select count(*)::int as count, min(tags) as tags from public.spots where submission_key = ${key}`
  expect(row).toEqual({ count: 1, tags: ['baroque', 'view'] })
})

test('attaches photos in the given order, but not those of others', async () => {
  const [own, cover, foreign] = [await addPhoto('author'), await addPhoto('author'), await addPhoto('stranger')]
  const { id } = await submit(randomUUID(), SPOT, [cover, foreign, own])
  const photos = await people.owner`select id from public.photos where spot_id = ${id} order by position`
  expect(photos).toEqual([{ id: cover }, { id: own }])
  const [spot] = await people.owner`select photo_count, cover_photo_id from public.spots where id = ${id}`
  expect(spot).toEqual({ photo_count: 2, cover_photo_id: cover })
  expect(await people.owner`select from public.revisions where spot_id = ${id}`).toHaveLength(0)
})

test('describes photos along with the spot, and changes nothing when a text is too long', async () => {
  const [first, second, third] = [await addPhoto('author'), await addPhoto('author'), await addPhoto('author')]
  const readTexts = async () => {
    const photos = await people.owner`select id, alt_text from public.photos where id = any(${[first, second, third]})`
    return Object.fromEntries(photos.map((photo) => [photo.id, photo.alt_text]))
  }
  const key = randomUUID()
  expect(await findErrorCode(submit(key, SPOT, [first, second], ['The bridge', 'x'.repeat(501)]))).toBe('PT400')
  expect(await readTexts()).toEqual({ [first]: '', [second]: '', [third]: '' })
  const { id } = await submit(key, SPOT, [first, second, third], ['The bridge', 'The river'])
  expect(await readTexts()).toEqual({ [first]: 'The bridge', [second]: 'The river', [third]: '' })
  await people.actAs(
    'author',
    (sql) => sql`select public.update_spot(${id}, '{}', ${[second, first]}::uuid[], ${['', null]}::text[])`,
  )
  expect(await readTexts()).toEqual({ [first]: 'The bridge', [second]: '' })
})

test('does not describe photos of another member', async () => {
  const foreign = await addPhoto('stranger')
  await submit(randomUUID(), SPOT, [foreign], ['Mine now'])
  const [photo] = await people.owner`select alt_text, spot_id from public.photos where id = ${foreign}`
  expect(photo).toEqual({ alt_text: '', spot_id: null })
})

test('shows a draft photo to its author only', async () => {
  const photo = await addPhoto('author')
  for (const [viewer, seen] of [
    ['author', 1],
    ['stranger', 0],
    ['visitor', 0],
    ['moderator', 0],
  ] as const) {
    expect(await people.as(viewer, (sql) => sql`select from public.photos where id = ${photo}`)).toHaveLength(seen)
  }
})

test('deletes a photo that an update omits and makes another the cover', async () => {
  const [first, second] = [await addPhoto('author'), await addPhoto('author')]
  const { id } = await submit(randomUUID(), SPOT, [first, second])
  await people.actAs('author', (sql) => sql`select public.update_spot(${id}, '{"title":"Villa"}', ${[second]}::uuid[])`)
  const [spot] = await people.owner`select title, slug, photo_count, cover_photo_id from public.spots where id = ${id}`
  expect(spot).toEqual({ title: 'Villa', slug: 'villa', photo_count: 1, cover_photo_id: second })
})

test('never shows others what was changed while a spot was private', async () => {
  const { id } = await submit(randomUUID(), { ...SPOT, visibility: 'private', description: 'My secret' })
  await people.actAs('author', (sql) => sql`update public.spots set description = 'A view' where id = ${id}`)
  await people.actAs('author', (sql) => sql`update public.spots set visibility = 'public' where id = ${id}`)
  for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
    expect(await people.as(viewer, (sql) => sql`select from public.revisions where spot_id = ${id}`)).toHaveLength(0)
  }
  expect(await people.as('author', (sql) => sql`select from public.revisions where spot_id = ${id}`)).toHaveLength(2)
})

test('records changes in a revision that the author and moderators can restore', async () => {
  const { id } = await submit(randomUUID())
  await people.actAs('author', (sql) => sql`select public.update_spot(${id}, '{"title":"Wrong","tags":["x"]}')`)
  const [revision] = await people.owner<
    { id: string }[]
  >`select id, changes, author_id from public.revisions where spot_id = ${id}`
  expect(revision).toEqual({
    id: expect.anything(),
    author_id: people.ids.author,
    changes: { title: { from: SPOT.title, to: 'Wrong' }, tags: { from: ['baroque', 'view'], to: ['x'] } },
  })
  const restore = (viewer: 'stranger' | 'moderator') =>
    people.actAs(viewer, (sql) => sql`select public.restore_revision(${revision?.id ?? ''})`)
  expect(await findErrorCode(restore('stranger'))).toBe('42501')
  await restore('moderator')
  expect(await people.owner`select title, tags from public.spots where id = ${id}`).toEqual([
    { title: SPOT.title, tags: ['baroque', 'view'] },
  ])
  const [latest] =
    await people.owner`select restores, author_id from public.revisions where spot_id = ${id} order by id desc limit 1`
  expect(latest).toEqual({ restores: revision?.id, author_id: people.ids.moderator })
})

test('updates counters for reviews, comments and lists, down to zero', async () => {
  const { id } = await createSpotWithoutExtras()
  const read = async () =>
    (
      await people.owner`select review_count, rating_sum, rating_average, comment_count, save_count, been_count
      from public.spots where id = ${id}`
    )[0]
  await people.actAs('stranger', async (sql) => {
    await sql`insert into public.reviews (spot_id, rating) values (${id}, 4)`
    await sql`insert into public.comments (spot_id, body) values (${id}, 'Lovely')`
    await sql`select public.mark_spot(${id}, 'want', true), public.mark_spot(${id}, 'been', true), public.mark_spot(${id}, 'been', true)`
    const [list] = await sql<{ id: string }[]>`insert into public.lists (title) values ('Mine') returning id`
    await sql`insert into public.list_items (list_id, spot_id) values (${list?.id ?? ''}, ${id})`
    await sql`update public.reviews set rating = 3 where spot_id = ${id}`
  })
  expect(await read()).toEqual({
    review_count: 1,
    rating_sum: 3,
    rating_average: 3,
    comment_count: 1,
    save_count: 1,
    been_count: 1,
  })
  await people.actAs('stranger', (sql) => sql`delete from public.lists`)
  expect(await read()).toMatchObject({ save_count: 1, been_count: 1 })
  await people.owner`delete from public.users where id = ${people.ids.stranger}`
  expect(await read()).toEqual({
    review_count: 0,
    rating_sum: 0,
    rating_average: null,
    comment_count: 0,
    save_count: 0,
    been_count: 0,
  })
  await people.owner`insert into public.users (id, username) values (${people.ids.stranger}, 'stranger')`
})

test('counts a member once, however many of their lists contain a spot', async () => {
  const { id } = await createSpotWithoutExtras()
  const readCount = async () =>
    (await people.owner`select save_count from public.spots where id = ${id}`)[0]?.save_count
  const lists = await people.actAs('stranger', async (sql) => {
    const made = await sql<{ id: string }[]>`
      insert into public.lists (title) select 'List ' || n from generate_series(1, 20) as n returning id`
    for (const list of made) await sql`insert into public.list_items (list_id, spot_id) values (${list.id}, ${id})`
    return made.map((list) => list.id)
  })
  expect(await readCount()).toBe(1)
  await people.actAs('stranger', (sql) => sql`delete from public.list_items where list_id = ${lists[0] ?? ''}`)
  await people.actAs('stranger', (sql) => sql`delete from public.lists where id = ${lists[1] ?? ''}`)
  expect(await readCount()).toBe(1)
  await people.actAs('stranger', (sql) => sql`delete from public.list_items where spot_id = ${id}`)
  expect(await readCount()).toBe(0)
  const addToAll = () =>
    people.actAs(
      'stranger',
      (sql) => sql`insert into public.list_items (list_id, spot_id)
        select id, ${id} from public.lists where kind = 'own' on conflict do nothing`,
    )
  await addToAll()
  await addToAll()
  expect(await readCount()).toBe(1)
  await people.actAs('stranger', (sql) => sql`delete from public.lists where kind = 'own'`)
  expect(await readCount()).toBe(0)
})

async function createSpotWithoutExtras(): Promise<{ id: string }> {
  return submit(randomUUID())
}

test('rejects a reply to a reply and to a comment of another page', async () => {
  const [here, there] = [await createSpotWithoutExtras(), await createSpotWithoutExtras()]
  const write = (spotId: string, parentId: string | null) =>
    people.actAs(
      'author',
      (sql) =>
        sql<
          { id: string }[]
        >`insert into public.comments (spot_id, parent_id, body) values (${spotId}, ${parentId}, 'x') returning id`,
    )
  const [comment] = await write(here.id, null)
  const [reply] = await write(here.id, comment?.id ?? '')
  expect(await findErrorCode(write(here.id, reply?.id ?? ''))).toBe('23514')
  expect(await findErrorCode(write(there.id, comment?.id ?? ''))).toBe('23514')
})

test('keeps shared content without a name when an account is deleted, and deletes the rest', async () => {
  const gone = randomUUID()
  await people.owner`insert into auth.users (id, email) values (${gone}, 'gone@example.org')`
  const makes = [
    ['public', 'published'],
    ['private', 'published'],
    ['public', 'draft'],
    ['link', 'published'],
  ] as const
  for (const [visibility, status] of makes) {
    await people.owner`insert into public.spots (title, category, lng, lat, visibility, status, author_id)
      values ('Left behind', 'art', 1, 1, ${visibility}, ${status}, ${gone})`
  }
  await people.owner`delete from auth.users where id = ${gone}`
  const left = await people.owner`select visibility, status, author_id from public.spots where title = 'Left behind'`
  expect(left).toEqual([{ visibility: 'public', status: 'published', author_id: null }])
})

test('finds duplicates by distance and by title, excluding the spot itself', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await people.owner`update public.spots set title = 'Fontana dei Mesi', lng = 12.5, lat = 41.9, precision = 'exact' where id = ${spot.id}`
  const query = (title: string, lng: number, exceptId = '') =>
    people.as('stranger', async (sql) => {
      const [row] = await sql<
        { duplicates: { id: string }[] }[]
      >`select public.list_nearby_duplicates(${lng}, 41.9, ${title}, ${exceptId}) as duplicates`
      return row?.duplicates.map(({ id }) => id)
    })
  expect(await query('Something else', 12.5005)).toEqual([spot.id])
  expect(await query('fontana dei mési', 12.51)).toEqual([spot.id])
  expect(await query('Something else', 12.51)).toEqual([])
  expect(await query('Fontana dei Mesi', 12.5, spot.id)).toEqual([])
})
