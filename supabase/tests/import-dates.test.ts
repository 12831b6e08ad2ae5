import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { continueImports } from './member-import.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`insert into public.spots (id, title, category, lng, lat, status, visibility, author_id) values
    ('publiccafe22', 'Al Bicerin', 'cafe', 7.68, 45.075, 'published', 'public', ${people.ids.stranger})`
})
beforeEach(async () => {
  for (const table of ['comments', 'reviews', 'follows', 'imports', 'posts'])
    await people.owner.unsafe(`delete from public.${table}`)
  await people.owner`delete from public.spots where id <> 'publiccafe22'`
  await people.owner`delete from private.write_counts`
  await people.owner`update public.instance_settings set moderation = 'off'`
  await people.owner`update public.users set created_at = now() - interval '1 year'`
})
afterAll(() => people[Symbol.asyncDispose]())

const OLD = '2011-05-01T10:00:00+00:00'
const CAFE = { about: { spot: 'Al Bicerin', lng: 7.68, lat: 45.075 }, spot: 'elsewhere222' }

interface Parts {
  rows?: object[]
  stories?: object[]
  records?: { kind: string; details: object }[]
  photos?: object[]
}

/** Imports parts of an archive as the author, as a page would that sends whatever the archive contains. */
async function bring({ rows = [], stories = [], records = [], photos = [] }: Parts): Promise<string> {
  const numbered = (all: object[]) =>
    JSON.stringify(all.map((one, index) => ({ number: index + 1, name: 'x', ...one })))
  const id = await people.actAs('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('mine.zip', ${rows.length}) as id`
    const started = created?.id ?? ''
    await sql`select public.describe_import(${started}, null, ${numbered(stories)}::jsonb)`
    await sql`select public.add_import_rows(${started}, ${numbered(rows)}::jsonb)`
    await sql`select public.add_import_records(${started}, ${numbered(records)}::jsonb)`
    await sql`select public.add_import_photos(${started}, ${numbered(photos)}::jsonb)`
    await sql`select public.set_import_status(${started}, 'running')`
    return started
  })
  await continueImports(people)
  return id
}

const comment = (body: string, created_at?: string, details: object = CAFE) => ({
  kind: 'comment',
  details: { body, created_at, ...details },
})
const spot = (index: number, details: object) => ({
  ...{ title: `Mill ${index}`, category: 'ruin', lng: 8 + index / 10, lat: 46 },
  details: { source: `mill${index}`, visibility: 'public', ...details },
})

const listComments = () => people.owner<{ body: string; at: string }[]>`
  select body, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as at, edited_at from public.comments order by body`

test('restores the date of a comment, and never marks it as edited', async () => {
  await bring({ records: [comment('Lovely.', OLD)] })
  expect(await listComments()).toEqual([{ body: 'Lovely.', at: '2011-05-01T10:00', edited_at: null }])
})

test.each([
  ['the future', '2999-01-01T00:00:00Z', 'now'],
  ['infinity', 'infinity', 'now'],
  ['no date', 'yesterday', 'now'],
  ['a day that does not exist', '2024-02-31T00:00:00Z', 'now'],
  ['a year that no database has', '999999-01-01T00:00:00Z', 'now'],
  ['nothing', undefined, 'now'],
  ['a time before 2000', '1850-01-01T00:00:00Z', '2000-01-01 00:00:00+00'],
])('restores a comment with a date of %s', async (_what, written, expected) => {
  await bring({ records: [comment('A', written)] })
  const [row] = await people.owner`
    select abs(extract(epoch from created_at - ${expected}::timestamptz)) < 60 and created_at <= clock_timestamp() as is_expected
    from public.comments`
  expect(row).toEqual({ is_expected: true })
})

test('never dates a reply before the comment that it answers', async () => {
  const [root] = await people.owner<{ id: string }[]>`
    insert into public.comments (spot_id, author_id, body, created_at)
    values ('publiccafe22', ${people.ids.stranger}, 'Asks', '2020-01-01T00:00Z') returning id`
  const [review] = await people.owner<{ id: string }[]>`
    insert into public.reviews (spot_id, author_id, rating, created_at)
    values ('publiccafe22', ${people.ids.stranger}, 3, '2021-01-01T00:00Z') returning id`
  await bring({
    records: [
      comment('Replies', OLD, { ...CAFE, parent: root?.id }),
      comment('Replies later', '2022-01-01T00:00:00Z', { ...CAFE, parent: root?.id }),
      comment('To the review', OLD, { ...CAFE, review: review?.id }),
    ],
  })
  expect((await listComments()).map(({ body, at }) => [body, at])).toEqual([
    ['Asks', '2020-01-01T00:00'],
    ['Replies', '2020-01-01T00:00'],
    ['Replies later', '2022-01-01T00:00'],
    ['To the review', '2021-01-01T00:00'],
  ])
})

test('keeps the date of a comment that was there before the import', async () => {
  await people.actAs(
    'author',
    (sql) => sql`insert into public.comments (spot_id, body) values ('publiccafe22', 'Mine')`,
  )
  await bring({ records: [comment('Mine', OLD)] })
  expect(await people.owner`select from public.comments where created_at < now() - interval '1 hour'`).toEqual([])
})

test('counts backdated comments towards the limits per minute and per hour', async () => {
  const many = Array.from({ length: 400 }, (_, index) => comment(`Comment ${index}`, OLD))
  await bring({ records: many })
  expect(await listComments()).toHaveLength(6)
  const byHand = people.as(
    'author',
    (sql) => sql`insert into public.comments (spot_id, body) values ('publiccafe22', 'By hand')`,
  )
  await expect(byHand).rejects.toMatchObject({ code: 'PT429' })
  const wait = async () => {
    await people.owner`update public.import_records set restored_at = restored_at - interval '2 minutes'`
    await people.owner`update public.imports set records_due_at = now()`
    await continueImports(people)
  }
  for (let minute = 0; minute < 30; minute++) await wait()
  expect(await listComments()).toHaveLength(120)
})

test('counts backdated comments even after their import was undone', async () => {
  const id = await bring({ records: Array.from({ length: 6 }, (_, index) => comment(`Comment ${index}`, OLD)) })
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  await bring({ records: [comment('One more', OLD)] })
  expect(await listComments()).toEqual([])
})

test('counts backdated public spots towards the daily limit for new members', async () => {
  await people.owner`update public.users set created_at = now() where id = ${people.ids.author}`
  const [settings] = await people.owner<{ most: number }[]>`
    select new_member_daily_spots as most from public.instance_settings`
  const most = settings?.most ?? 0
  const dated = { created_at: OLD, published_at: OLD }
  await bring({ rows: Array.from({ length: most + 10 }, (_, index) => spot(index, dated)) })
  await bring({ rows: [spot(90, dated)] })
  expect(await people.owner`select from public.spots where author_id = ${people.ids.author}`).toHaveLength(most)
})

test('restores the dates of spots and stories, and publishes none before it was created', async () => {
  const dates = { created_at: OLD, published_at: '2012-01-01T00:00:00Z', confirmed_at: '2013-01-01T00:00:00Z' }
  await bring({
    rows: [
      spot(1, dates),
      spot(2, { ...dates, published_at: '2009-01-01T00:00:00Z' }),
      spot(3, { ...dates, status: 'draft' }),
    ],
    stories: [
      { title: 'A walk', body: 'Go.', status: 'published', visibility: 'public', ...dates },
      { title: 'Draft', body: 'Go.', ...dates },
    ],
  })
  const read = (table: string, confirmed: string) =>
    people.owner.unsafe(`
    select title, created_at::date::text as created, published_at::date::text as published, ${confirmed} as confirmed
    from public.${table} where author_id = '${people.ids.author}' order by title`)
  expect(await read('spots', 'confirmed_at::date::text')).toEqual([
    { title: 'Mill 1', created: '2011-05-01', published: '2012-01-01', confirmed: '2013-01-01' },
    { title: 'Mill 2', created: '2011-05-01', published: '2011-05-01', confirmed: '2013-01-01' },
    { title: 'Mill 3', created: '2011-05-01', published: null, confirmed: null },
  ])
  expect(await read('posts', 'null')).toEqual([
    { title: 'A walk', created: '2011-05-01', published: '2012-01-01', confirmed: null },
    { title: 'Draft', created: '2011-05-01', published: null, confirmed: null },
  ])
})

test('gives spots and stories that wait for moderators the date of their import', async () => {
  await people.owner`update public.instance_settings set moderation = 'all'`
  await bring({
    rows: [spot(1, { created_at: OLD, published_at: OLD })],
    stories: [{ title: 'A walk', body: 'Go.', status: 'published', visibility: 'public', created_at: OLD }],
  })
  const waiting = await people.owner`
    select title, status, created_at > now() - interval '1 hour' as is_new from public.spots where author_id = ${people.ids.author}
    union all select title, status, created_at > now() - interval '1 hour' from public.posts order by title`
  expect(waiting).toEqual([
    { title: 'A walk', status: 'pending', is_new: true },
    { title: 'Mill 1', status: 'pending', is_new: true },
  ])
})

test('imports places with nonsense dates without their dates', async () => {
  const nonsense = { created_at: 'x', published_at: '2024-99-99', confirmed_at: {}, added_at: 7 }
  await bring({ rows: [{ ...spot(1, { ...nonsense, review: { rating: 3, created_at: [] } }), list: 'Mills' }] })
  const [row] = await people.owner`
    select spots.created_at > now() - interval '1 hour' and reviews.created_at > now() - interval '1 hour'
      and list_items.created_at > now() - interval '1 hour' as is_new
    from public.spots join public.reviews on reviews.spot_id = spots.id join public.list_items on list_items.spot_id = spots.id
    where spots.author_id = ${people.ids.author}`
  expect(row).toEqual({ is_new: true })
})

test('undoes a backdated review, but not one that an earlier import or the member wrote', async () => {
  const row = {
    ...spot(0, { review: { rating: 4, body: 'Go.', created_at: OLD } }),
    title: 'Al Bicerin',
    lng: 7.68,
    lat: 45.075,
  }
  const first = await bring({ rows: [row] })
  const second = await bring({ rows: [row] })
  const undo = (id: string) => people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  const listReviews = () => people.owner`select created_at::date::text as on from public.reviews`
  expect(await listReviews()).toEqual([{ on: '2011-05-01' }])
  await undo(second)
  expect(await listReviews()).toHaveLength(1)
  await undo(first)
  expect(await listReviews()).toEqual([])
})

test('dates a photo only once a story shows it, so that the chore for unused photos keeps it until then', async () => {
  const source = '3f2b8c1e-0000-4000-8000-000000000000'
  const photo = { story_number: 1, name: '1.webp', added_at: OLD }
  const id = await bring({
    stories: [{ title: 'A walk', body: `![A bridge](/photo/${source})` }],
    photos: [{ ...photo, source }, photo],
  })
  for (const number of [1, 2]) {
    await people.actAs(
      'author',
      (sql) => sql`
      select public.store_import_photo(${id}, ${number}, jsonb_build_object('id', gen_random_uuid(), 'width', ${number}::int, 'height', 9))`,
    )
  }
  const photos = await people.owner`
    select width, created_at < now() - interval '30 days' as is_old, post_id is not null as is_shown from public.photos order by width`
  expect(photos).toEqual([
    { width: 1, is_old: true, is_shown: true },
    { width: 2, is_old: false, is_shown: false },
  ])
})
