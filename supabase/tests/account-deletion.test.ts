import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSpot, createSpotMatrix } from './fixtures.ts'
import { createApi, type MemberApi } from './member-api.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let author: MemberApi

beforeEach(async () => {
  people = await createPeople()
  author = await createApi(people, 'author')
})
afterEach(() => people[Symbol.asyncDispose]())

const request = (keepContent: boolean | null, claims?: Record<string, unknown>) =>
  author.run((sql) => sql<{ due: Date }[]>`select public.request_account_deletion(${keepContent}) as due`, claims)
const cancel = () => author.run((sql) => sql`select public.cancel_account_deletion() as cancelled`)
const begin = () =>
  people.actAs('service', (sql) => sql<{ files: { name: string }[] }[]>`select * from public.begin_account_deletion()`)
const makeDue = () => people.owner`
  update public.account_deletions set requested_at = now() - interval '8 days', due_at = now() - interval '1 minute'`

test('creates a private request due in a week, and keeps the due date when repeated', async () => {
  const [first] = await request(true)
  expect((first?.due.getTime() ?? 0) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const [second] = await request(false)
  expect(second?.due).toEqual(first?.due)
  expect(await author.run((sql) => sql`select keep_content from public.account_deletions`)).toEqual([
    { keep_content: false },
  ])
  expect(await people.as('stranger', (sql) => sql`select * from public.account_deletions`)).toEqual([])
})

test('rejects requests that bypass the function or make no choice', async () => {
  const write = author.run(
    (sql) =>
      sql`insert into public.account_deletions (user_id, keep_content, due_at) values (${people.ids.stranger}, true, now())`,
  )
  expect(await findErrorCode(write)).toBe('42501')
  expect(await findErrorCode(request(null))).toBe('PT400')
  expect(await findErrorCode(people.as('visitor', (sql) => sql`select public.request_account_deletion(true)`))).toBe(
    '42501',
  )
  expect(await findErrorCode(people.as('author', (sql) => sql`select * from public.begin_account_deletion()`))).toBe(
    '42501',
  )
})

test('rejects an old sign-in, however often its session was refreshed', async () => {
  const session_id = await author.signIn({ minutesAgo: 16 })
  await people.owner`update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = ${session_id}`
  expect(await findErrorCode(request(true, { ...author.claims, session_id }))).toBe('PT403')
  expect(await findErrorCode(request(true, { ...author.claims, session_id: randomUUID() }))).toBe('PT403')
})

test('requires the second factor of an account that has one', async () => {
  await people.owner`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (${randomUUID()}, ${people.ids.author}, 'totp', 'verified', 'S', now(), now())`
  expect(await findErrorCode(request(true))).toBe('PT403')
  // The assurance level in the token is not enough; the one in the row of the session decides.
  expect(await findErrorCode(request(true, { ...author.claims, aal: 'aal2' }))).toBe('PT403')
  const session_id = await author.signIn({ aal: 'aal2' })
  expect(await request(true, { ...author.claims, session_id, aal: 'aal2' })).toHaveLength(1)
})

test('cancels a request until the server has started the deletion', async () => {
  await request(true)
  expect(await cancel()).toEqual([{ cancelled: true }])
  expect(await cancel()).toEqual([{ cancelled: false }])
  await request(true)
  expect(await begin()).toEqual([])
  await makeDue()
  expect(await begin()).toHaveLength(1)
  expect(await cancel()).toEqual([{ cancelled: false }])
  expect(await findErrorCode(request(false))).toBe('PT409')
})

test('keeps shared content and its photos without a name on request, and deletes the rest', async () => {
  const fixtures = await createSpotMatrix(people)
  const draft = randomUUID()
  await people.owner`insert into public.photos (id, author_id, storage_path, width, height)
    values (${draft}, ${people.ids.author}, ${`${people.ids.author}/${draft}`}, 1, 1)`
  await request(true)
  await makeDue()
  const [row] = await begin()
  await people.owner`delete from auth.users where id = ${people.ids.author}`
  const isKept = ({ visibility, status }: (typeof fixtures)[number]) =>
    ['public', 'members'].includes(visibility) && ['published', 'closed'].includes(status)
  const kept = fixtures.filter(isKept)
  const spots = await people.owner`select id, author_id from public.spots order by id`
  expect(spots).toEqual(kept.map(({ id }) => ({ id, author_id: null })).sort((a, b) => (a.id < b.id ? -1 : 1)))
  const photos = await people.owner`select author_id, spot_id from public.photos`
  expect(photos).toHaveLength(kept.length)
  expect(photos.every(({ author_id }) => author_id === null)).toBe(true)
  const open = kept.find(({ visibility }) => visibility === 'public')
  const [shown] = await people.as(
    'visitor',
    (sql) => sql<{ page: { photos: object[] } }[]>`select public.spot_page(${open?.id ?? ''}) as page`,
  )
  expect(shown?.page.photos).toEqual([expect.objectContaining({ author: null, author_id: null })])
  const keptPaths = new Set(kept.map(({ photoPath }) => photoPath))
  const gone = row?.files.map(({ name }) => name.replace('/full.webp', ''))
  expect(gone?.some((path) => keptPaths.has(path))).toBe(false)
  expect(gone).toHaveLength(fixtures.length - kept.length)
  const columns = {
    users: 'id',
    account_deletions: 'user_id',
    reviews: 'author_id',
    comments: 'author_id',
    lists: 'author_id',
  }
  for (const [table, column] of Object.entries(columns)) {
    const left = await people.owner.unsafe(`select from public.${table} where ${column} = $1`, [people.ids.author])
    expect([table, left.length]).toEqual([table, 0])
  }
})

test('deletes all content of the member on request, and nothing of others', async () => {
  await createSpotMatrix(people)
  const [foreign] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Theirs', 'castle', 7, 45, 'published', ${people.ids.stranger}) returning id`
  await request(false)
  await makeDue()
  const [row] = await begin()
  expect(row?.files).toHaveLength(20)
  await people.owner`delete from auth.users where id = ${people.ids.author}`
  expect(await people.owner`select id from public.spots`).toEqual([{ id: foreign?.id }])
  expect(await people.owner`select from public.posts`).toHaveLength(0)
  expect(await people.owner`select from public.photos`).toHaveLength(0)
})

test('assigns the deletion of an account to one server, and to another if that server dies', async () => {
  await createSpot(people, 'public', 'published')
  await request(false)
  await makeDue()
  const both = await Promise.all([begin(), begin()])
  expect(both.map(({ length }) => length).sort()).toEqual([0, 1])
  await people.owner`update public.account_deletions set started_at = now() - interval '11 minutes'`
  expect(await begin()).toHaveLength(1)
})

test('keeps the photos of stories that stay', async () => {
  const { author } = people.ids
  const add = async () => {
    const id = randomUUID()
    await people.owner`insert into public.photos (id, author_id, storage_path, width, height)
      values (${id}, ${author}, ${`${author}/${id}`}, 4, 3)`
    return id
  }
  const [cover, shown, drafted] = [await add(), await add(), await add()]
  await people.owner`
    insert into public.posts (title, body, cover_photo_id, visibility, status, author_id) values
      ('A walk', ${`![Mill](/photo/${shown})`}, ${cover}, 'public', 'published', ${author}),
      ('Unfinished', ${`![Mill](/photo/${drafted})`}, null, 'public', 'draft', ${author})`
  await request(true)
  await makeDue()
  await begin()
  await people.owner`delete from auth.users where id = ${author}`
  const photos = await people.owner<{ id: string }[]>`select id from public.photos where author_id is null`
  expect(photos.map(({ id }) => id).sort()).toEqual([cover, shown].sort())
  expect(await people.owner`select title, cover_photo_id from public.posts`).toEqual([
    { title: 'A walk', cover_photo_id: cover },
  ])
})

test('keeps what others replied to comments and reviews of the member', async () => {
  const { author, stranger } = people.ids
  const [spot] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Theirs', 'castle', 7, 45, 'published', ${stranger}) returning id`
  const id = spot?.id ?? ''
  const [comment] = await people.owner<{ id: string }[]>`
    insert into public.comments (spot_id, author_id, body) values (${id}, ${author}, 'Is it open?') returning id`
  const [review] = await people.owner<{ id: string }[]>`
    insert into public.reviews (spot_id, author_id, rating) values (${id}, ${author}, 4) returning id`
  await people.owner`
    insert into public.comments (spot_id, author_id, parent_id, review_id, body) values
      (${id}, ${stranger}, ${comment?.id ?? ''}, null, 'On Sundays'), (${id}, ${author}, ${comment?.id ?? ''}, null, 'Thank you'),
      (${id}, ${stranger}, null, ${review?.id ?? ''}, 'Come again')`
  await request(false)
  await makeDue()
  await begin()
  await people.owner`delete from auth.users where id = ${author}`
  expect(await people.owner`select body, parent_id, review_id from public.comments order by body`).toEqual([
    { body: 'Come again', parent_id: null, review_id: null },
    { body: 'On Sundays', parent_id: null, review_id: null },
  ])
  expect(await people.owner`select comment_count from public.spots where id = ${id}`).toEqual([{ comment_count: 2 }])
})
