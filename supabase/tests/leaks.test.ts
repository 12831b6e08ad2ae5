import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

const DENIED = '42501'

/** Runs work with other claims in the token of a member, and rolls back its changes. */
const withClaims = <T>(member: 'stranger' | 'moderator', claims: object, work: (sql: Transaction) => Promise<T>) =>
  people.as(member, async (sql) => {
    await sql`select set_config('request.jwt.claims',
      (current_setting('request.jwt.claims')::jsonb || ${JSON.stringify(claims)}::text::jsonb)::text, true)`
    return work(sql)
  })

async function createStory(body: string): Promise<{ id: string; slug: string }> {
  const [story] = await people.actAs(
    'author',
    (sql) => sql<{ id: string; slug: string }[]>`insert into public.posts (title, summary, body, status)
      values ('A walk', 'Short', ${body}, 'published') returning id, slug`,
  )
  return { id: story?.id ?? '', slug: story?.slug ?? '' }
}

test('shows visitors title, summary, cover and author of a story, but not its body', async () => {
  const story = await createStory('The secret is a door')
  await people.actAs('author', (sql) => sql`update public.posts set body = 'A second door' where id = ${story.id}`)
  const [row] = await people.as(
    'visitor',
    (sql) =>
      sql`select title, summary, cover_photo_id, author_id, published_at from public.posts where id = ${story.id}`,
  )
  expect(row).toMatchObject({ title: 'A walk', summary: 'Short', author_id: people.ids.author })
  for (const column of ['body', 'search']) {
    expect(
      await findErrorCode(people.as('visitor', (sql) => sql`select ${sql.identifier(column)} from public.posts`)),
    ).toBe(DENIED)
  }
  expect(await people.as('visitor', (sql) => sql`select from public.revisions where post_id = ${story.id}`)).toEqual([])
  const readPage = (sql: Transaction) =>
    sql<{ page: { post: object } }[]>`select public.post_page(${story.slug}) as page`
  const [visitor] = await people.as('visitor', readPage)
  expect(visitor?.page.post).toMatchObject({ title: 'A walk', body: null })
  const [member] = await people.as('stranger', readPage)
  expect(member?.page.post).toMatchObject({ body: 'A second door' })
  const [home] = await people.as(
    'visitor',
    (sql) => sql<{ page: { posts: object[] } }[]>`select public.home_page() as page`,
  )
  expect(home?.page.posts).toContainEqual(expect.objectContaining({ id: story.id, title: 'A walk' }))
})

test('shows no notification of a spot that the recipient may no longer see', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const [question] = await people.actAs(
    'stranger',
    (sql) =>
      sql<
        { id: string }[]
      >`insert into public.comments (spot_id, body) values (${spot.id}, 'Where is it?') returning id`,
  )
  await people.actAs(
    'author',
    (sql) =>
      sql`insert into public.comments (spot_id, parent_id, body) values (${spot.id}, ${question?.id ?? ''}, 'Behind the mill')`,
  )
  const readNews = async () => {
    const [row] = await people.as(
      'stranger',
      (sql) =>
        sql<
          { page: { notifications: object[]; counts: { unread: number } } }[]
        >`select public.notifications_page() as page`,
    )
    const rows = await people.as('stranger', (sql) => sql`select * from public.notifications`)
    return { page: row?.page, text: JSON.stringify([row?.page.notifications, rows]) }
  }
  const before = await readNews()
  expect(before.page?.notifications).toMatchObject([{ kind: 'reply', text: 'Behind the mill' }])
  expect(before.page?.counts.unread).toBe(1)
  await people.owner`update public.spots set visibility = 'private' where id = ${spot.id}`
  const after = await readNews()
  expect(after.page?.counts.unread).toBe(0)
  expect(after.text).not.toContain('mill')
})

test('deletes the notification of a comment or review together with it', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await people.actAs(
    'stranger',
    (sql) => sql`insert into public.comments (spot_id, body) values (${spot.id}, 'Mistake')`,
  )
  await people.actAs(
    'stranger',
    (sql) => sql`insert into public.reviews (spot_id, rating, body) values (${spot.id}, 1, 'Mistake')`,
  )
  const count = async () =>
    (
      await people.owner`select from public.notifications where spot_id = ${spot.id} and actor_id = ${people.ids.stranger}`
    ).length
  expect(await count()).toBe(2)
  await people.actAs('stranger', (sql) => sql`delete from public.comments where spot_id = ${spot.id}`)
  await people.actAs('stranger', (sql) => sql`delete from public.reviews where spot_id = ${spot.id}`)
  expect(await count()).toBe(0)
})

test('returns the same response to reports of hidden and of unknown ids', async () => {
  const hidden = await createSpot(people, 'private', 'published')
  const shown = await createSpot(people, 'public', 'published')
  const [comment] = await people.owner`select id from public.comments where spot_id = ${hidden.id}`
  const [review] = await people.owner`select id from public.reviews where spot_id = ${hidden.id}`
  const report = async (column: string, id: string) => {
    const failure = await people
      .as(
        'stranger',
        (sql) => sql`insert into public.reports (${sql.identifier(column)}, reason) values (${id}, 'wrong')`,
      )
      .then(() => undefined)
      .catch((error: { code: string; message: string; detail?: string }) => error)
    return failure && { code: failure.code, message: failure.message, detail: failure.detail }
  }
  for (const [column, id, unknown] of [
    ['spot_id', hidden.id, 'abcdefgh2345'],
    ['photo_id', hidden.photoId, randomUUID()],
    ['comment_id', String(comment?.id), randomUUID()],
    ['review_id', String(review?.id), randomUUID()],
  ] as const) {
    const response = await report(column, id)
    expect(response).toMatchObject({ code: DENIED })
    expect(await report(column, unknown), column).toEqual(response)
  }
  expect(await report('member_id', randomUUID())).toMatchObject({ code: DENIED })
  for (const [column, id] of [
    ['spot_id', shown.id],
    ['photo_id', shown.photoId],
    ['member_id', people.ids.author],
  ] as const) {
    expect(await report(column, id), column).toBeUndefined()
  }
})

test('counts only the visible spots of a list', async () => {
  const [list] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Both', 'public', ${people.ids.author}) returning id`
  for (const visibility of ['public', 'private'] as const) {
    const spot = await createSpot(people, visibility, 'published')
    await people.owner`insert into public.list_items (list_id, spot_id) values (${list?.id ?? ''}, ${spot.id})`
  }
  const readCount = async (viewer: 'author' | 'stranger' | 'visitor') => {
    const [row] = await people.as(
      viewer,
      (sql) => sql`select lists.item_count::integer as count from public.lists where id = ${list?.id ?? ''}`,
    )
    return row?.count
  }
  expect(await readCount('stranger')).toBe(1)
  expect(await readCount('visitor')).toBe(1)
  expect(await readCount('author')).toBe(2)
})

test('suggests no tag whose spots are all hidden', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await people.owner`update public.spots set tags = '{clandestine}' where id = ${spot.id}`
  await people.owner`select public.refresh_spot_cells()`
  const suggestTags = async () => {
    const [row] = await people.as(
      'visitor',
      (sql) => sql<{ list: { tag?: string }[] }[]>`select public.suggest('clandes') as list`,
    )
    return (row?.list ?? []).flatMap(({ tag }) => tag ?? [])
  }
  expect(await suggestTags()).toEqual(['clandestine'])
  const other = await createSpot(people, 'public', 'published')
  await people.owner`update public.spots set tags = '{clandestine}' where id = ${other.id}`
  await people.owner`update public.spots set visibility = 'members' where id = ${spot.id}`
  expect(await suggestTags()).toEqual(['clandestine'])
  await people.owner`delete from public.spots where id = ${other.id}`
  expect(await suggestTags()).toEqual([])
})

test('grants OAuth apps of a moderator only the rights of an ordinary member', async () => {
  const waiting = await createSpot(people, 'public', 'pending')
  const readWaiting = (sql: Transaction) => sql`select from public.spots where id = ${waiting.id}`
  expect(await people.as('moderator', readWaiting)).toHaveLength(1)
  const claims = { client_id: randomUUID() }
  expect(await withClaims('moderator', claims, readWaiting)).toHaveLength(0)
  const calls = ['moderation_waiting()', `approve_spot('${waiting.id}')`, `remove_spot('${waiting.id}', 'x')`]
  for (const call of calls) {
    const response = withClaims('moderator', claims, (sql) => sql.unsafe(`select public.${call}`))
    expect(await findErrorCode(response), call).toBe(DENIED)
  }
})

test('neither reads nor writes with the access token of a banned member', async () => {
  const spot = await createSpot(people, 'members', 'published')
  const calls = [
    'select from public.spots',
    'select from public.users',
    "insert into public.spots (title, category, lng, lat) values ('x', 'art', 1, 1)",
    `insert into public.comments (spot_id, body) values ('${spot.id}', 'x')`,
    'select public.submit_spot(gen_random_uuid(), \'{"title": "x", "category": "art", "lng": 1, "lat": 1}\')',
    'select public.explore_view(0, 0, 10, 10, 5)',
    "select public.suggest('members')",
    'select public.account_page()',
    'select public.list_own_sessions()',
    'select public.has_password()',
    'select from storage.objects',
  ]
  await people.owner`update auth.users set banned_until = now() + interval '1 hour' where id = ${people.ids.stranger}`
  for (const claims of [{ aal: 'aal1' }, { aal: 'aal2' }, { client_id: randomUUID() }]) {
    for (const call of calls) {
      const response = withClaims('stranger', claims, (sql) => sql.unsafe(call))
      expect(await findErrorCode(response), `${call} ${JSON.stringify(claims)}`).toBe('PT403')
    }
  }
  await people.owner`update auth.users set banned_until = now() - interval '1 hour' where id = ${people.ids.stranger}`
  expect(await people.as('stranger', (sql) => sql`select from public.spots where id = ${spot.id}`)).toHaveLength(1)
})
