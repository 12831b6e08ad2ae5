import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let reporters: string[]

beforeAll(async () => {
  people = await createPeople()
  reporters = Array.from({ length: 4 }, () => randomUUID())
  for (const id of reporters) {
    await people.owner`insert into auth.users (id, email) values (${id}, ${`${id}@example.org`})`
    await people.owner`insert into public.users (id, username, created_at) values (${id}, ${`m-${id.slice(0, 8)}`}, now() - interval '10 days')`
  }
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(() => people.owner`delete from public.reports`)

/** Reports as one of the old members, through the role of the API. */
function report(reporter: string, column: string, id: string): Promise<unknown> {
  return people.actAs('newcomer', async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: reporter, role: 'authenticated' })}, true)`
    return sql`insert into public.reports (${sql.identifier(column)}, reporter_id, reason) values (${id}, ${reporter}, 'spam')`
  })
}

async function reportByAll(column: string, id: string, count = 3): Promise<void> {
  for (const reporter of reporters.slice(0, count)) await report(reporter, column, id)
}

const decide = (kind: string, id: string, verdict: string, reason: string | null = null) =>
  people.actAs('moderator', (sql) => sql`select public.decide(${kind}, ${id}, ${verdict}, ${reason})`)
const readStatus = async ({ id }: SpotFixture) =>
  (await people.owner<{ status: string }[]>`select status from public.spots where id = ${id}`)[0]?.status
const readItem = async (id: string) =>
  (
    await people.owner`select report_count, is_hidden from public.moderation_items where target_id = ${id} and queue = 'reports' and decided_at is null`
  )[0]

test('hides an item after reports of three members until a moderator keeps it', async () => {
  const spot = await createSpot(people, 'public', 'closed')
  await reportByAll('spot_id', spot.id, 2)
  expect(await readStatus(spot)).toBe('closed')
  await report(reporters[2] ?? '', 'spot_id', spot.id)
  expect(await readStatus(spot)).toBe('pending')
  expect(await readItem(spot.id)).toEqual({ report_count: 3, is_hidden: true })
  expect(await people.as('stranger', (sql) => sql`select id from public.spots where id = ${spot.id}`)).toEqual([])
  await decide('spot', spot.id, 'kept')
  expect(await readStatus(spot)).toBe('closed')
  expect(await readItem(spot.id)).toBeUndefined()
})

test('does not put a hidden item into the queue of new ones, and its author cannot show it again', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await reportByAll('spot_id', spot.id)
  const waiting =
    await people.owner`select id from public.moderation_items where queue = 'waiting' and target_id = ${spot.id} and decided_at is null`
  expect(waiting).toEqual([])
  for (const change of ["status = 'published'", "status = 'draft'", "visibility = 'private'"]) {
    await people.actAs('author', (sql) => sql.unsafe(`update public.spots set ${change} where id = '${spot.id}'`))
    expect(await readStatus(spot), change).toBe('pending')
  }
})

test('leaves no trace of the reporters in the history', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await people.owner`delete from public.revisions where spot_id = ${spot.id}`
  await reportByAll('spot_id', spot.id)
  await decide('spot', spot.id, 'kept')
  expect(await people.owner`select author_id from public.revisions where spot_id = ${spot.id}`).toEqual([])
})

test('hides reviews, comments and photos too, and shows them again when a moderator keeps them', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const [review] = await people.owner<{ id: string }[]>`select id from public.reviews where spot_id = ${spot.id}`
  const [comment] = await people.owner<{ id: string }[]>`select id from public.comments where spot_id = ${spot.id}`
  for (const [kind, table, id] of [
    ['review', 'reviews', review?.id ?? ''],
    ['comment', 'comments', comment?.id ?? ''],
    ['photo', 'photos', spot.photoId],
  ] as const) {
    await reportByAll(`${kind}_id`, id)
    const read = () =>
      people.as('visitor', (sql) => sql`select id from public.${sql.identifier(table)} where id = ${id}`)
    expect(await read(), kind).toEqual([])
    await decide(kind, id, 'kept')
    expect(await read(), kind).toHaveLength(1)
  }
})

test('does not hide an item again after a moderator has kept it', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await reportByAll('spot_id', spot.id)
  await decide('spot', spot.id, 'kept')
  await people.owner`update public.reports set status = 'resolved' where spot_id = ${spot.id}`
  await reportByAll('spot_id', spot.id)
  expect(await readStatus(spot)).toBe('published')
  expect(await readItem(spot.id)).toEqual({ report_count: 3, is_hidden: false })
})

test('ignores new members when it counts reports to hide an item', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await people.owner`update public.users set created_at = now() where id = ${reporters[0] ?? ''}`
  await reportByAll('spot_id', spot.id)
  expect(await readStatus(spot)).toBe('published')
  await people.owner`update public.users set created_at = now() - interval '10 days' where id = ${reporters[0] ?? ''}`
})

test('does not count reporters whose reports were mostly dismissed', async () => {
  const reporter = reporters[3] ?? ''
  const spots = [
    await createSpot(people, 'public', 'published'),
    await createSpot(people, 'public', 'published'),
    await createSpot(people, 'public', 'published'),
  ]
  for (const { id } of spots) {
    await report(reporter, 'spot_id', id)
    await decide('spot', id, 'kept')
  }
  const last = await createSpot(people, 'public', 'published')
  await report(reporter, 'spot_id', last.id)
  expect(await people.owner`select counts from public.reports where spot_id = ${last.id}`).toEqual([{ counts: false }])
})

test('accepts one open report per member and item', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const reporter = reporters[0] ?? ''
  await report(reporter, 'spot_id', spot.id)
  expect(await findErrorCode(report(reporter, 'spot_id', spot.id))).toBe('PT409')
})

test('rejects more than 50 reports by a member per day', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const other = await createSpot(people, 'public', 'published')
  const reporter = reporters[1] ?? ''
  await people.owner`insert into public.reports (reporter_id, spot_id, reason, status)
    select ${reporter}, ${other.id}, 'spam', 'resolved' from generate_series(1, 50)`
  expect(await findErrorCode(report(reporter, 'spot_id', spot.id))).toBe('PT429')
})

test('notifies every reporter of the outcome once', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await reportByAll('spot_id', spot.id)
  await decide('spot', spot.id, 'removed', 'Advertising')
  await people.owner`update private.held_notices set due_at = now()`
  await people.actAs('service', (sql) => sql`select public.send_held_notices()`)
  const notices = await people.owner`
    select text, count(*)::int from public.notifications where kind = 'report-handled' and user_id = any(${reporters.slice(0, 3)}) and text like '%removed%'
    group by text`
  expect(notices).toEqual([{ text: 'The spot you reported was removed. Thank you.', count: 3 }])
})

test('opens the reports again when the decision is undone', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await reportByAll('spot_id', spot.id)
  const [row] = await people.actAs(
    'moderator',
    (sql) =>
      sql<{ outcome: { log_id: number } }[]>`select public.decide('spot', ${spot.id}, 'removed', 'Spam') as outcome`,
  )
  await people.actAs('moderator', (sql) => sql`select public.undo_decision(${row?.outcome.log_id ?? 0})`)
  expect(await readStatus(spot)).toBe('pending')
  expect(await readItem(spot.id)).toEqual({ report_count: 3, is_hidden: true })
})

test('drops a spot that becomes private, and everything attached to it, from the reports', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const [comment] = await people.owner<{ id: string }[]>`select id from public.comments where spot_id = ${spot.id}`
  await report(reporters[0] ?? '', 'comment_id', comment?.id ?? '')
  await report(reporters[0] ?? '', 'spot_id', spot.id)
  await people.actAs('author', (sql) => sql`update public.spots set visibility = 'private' where id = ${spot.id}`)
  expect(await readItem(spot.id)).toBeUndefined()
  expect(await readItem(comment?.id ?? '')).toBeUndefined()
  await people.actAs(
    'author',
    (sql) => sql`update public.spots set visibility = 'public', status = 'published' where id = ${spot.id}`,
  )
  expect(await readItem(spot.id)).toMatchObject({ report_count: 1 })
  expect(await readItem(comment?.id ?? '')).toMatchObject({ report_count: 1 })
})

test('drops a spot from the reports while its author keeps it as a draft', async () => {
  const spot = await createSpot(people, 'public', 'published')
  await report(reporters[0] ?? '', 'spot_id', spot.id)
  const change = (status: string) =>
    people.actAs('author', (sql) => sql`update public.spots set status = ${status} where id = ${spot.id}`)
  await change('draft')
  expect(await readItem(spot.id)).toBeUndefined()
  await change('published')
  expect(await readItem(spot.id)).toMatchObject({ report_count: 1 })
})

test('queues, hides and removes reported photos of stories', async () => {
  const { owner, ids } = people
  const id = randomUUID()
  await owner`insert into public.photos (id, author_id, storage_path, width, height)
    values (${id}, ${ids.author}, ${`${ids.author}/${id}`}, 4, 3)`
  const [story] = await owner<{ id: string; slug: string }[]>`
    insert into public.posts (title, body, status, author_id)
    values ('A walk', ${`![](/photo/${id})`}, 'published', ${ids.author}) returning id, slug`
  await reportByAll('photo_id', id)
  expect(await readItem(id)).toEqual({ report_count: 3, is_hidden: true })
  await owner`update public.posts set visibility = 'private' where id = ${story?.id ?? ''}`
  expect(await readItem(id)).toBeUndefined()
  await owner`update public.posts set visibility = 'public' where id = ${story?.id ?? ''}`
  expect(await readItem(id)).toEqual({ report_count: 3, is_hidden: true })
  const read = () => people.as('newcomer', (sql) => sql`select from public.photos where id = ${id}`)
  expect(await read()).toHaveLength(0)
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ page: { opened: { content: unknown } } }[]>`select public.moderation_reports(
      (select id from public.moderation_items where target_id = ${id})) as page`,
  )
  expect(row?.page.opened.content).toMatchObject({
    title: 'Photo of A walk',
    on: { path: `/post/${story?.slug}`, title: 'A walk' },
    content: { id },
  })
  await decide('photo', id, 'removed', 'Not yours')
  expect(await readItem(id)).toBeUndefined()
  expect(await owner`select kind, post_id, text from private.held_notices where text like 'Your photo%'`).toEqual([
    { kind: 'removed', post_id: story?.id, text: 'Your photo: Not yours' },
  ])
})
