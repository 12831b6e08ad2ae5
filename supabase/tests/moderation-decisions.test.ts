import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

const FORBIDDEN = '42501'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

interface Outcome {
  log_id: number | null
  decided: { action: string; actor: { username: string } } | null
}

async function decide(kind: string, id: string, verdict: string, reason: string | null = null): Promise<Outcome> {
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ outcome: Outcome }[]>`select public.decide(${kind}, ${id}, ${verdict}, ${reason}) as outcome`,
  )
  if (!row) throw new Error('The decision returned nothing.')
  return row.outcome
}

async function readWaiting(): Promise<{
  counts: { waiting: number; reports: number }
  items: { target_id: string }[]
}> {
  const [row] = await people.actAs(
    'moderator',
    (sql) =>
      sql<
        { page: { counts: { waiting: number; reports: number }; items: { target_id: string }[] } }[]
      >`select public.moderation_waiting() as page`,
  )
  if (!row) throw new Error('The page returned nothing.')
  return row.page
}

const readStatus = async (id: string) =>
  (await people.owner<{ status: string }[]>`select status from public.spots where id = ${id}`)[0]?.status
const readNotices = (id: string) =>
  people.owner`select kind, text from public.notifications where spot_id = ${id} and user_id = ${people.ids.author}
    and kind not in ('review', 'comment') order by id`
const makeNoticesDue = () => people.owner`update private.held_notices set due_at = now()`
const sendNotices = () => people.actAs('service', (sql) => sql`select public.send_held_notices()`)

test('lists and counts the same waiting items, and no private ones', async () => {
  const shown = await createSpot(people, 'members', 'pending')
  await createSpot(people, 'private', 'pending')
  const turned = await createSpot(people, 'public', 'pending')
  expect((await readWaiting()).counts.waiting).toBe(2)
  await people.actAs('author', (sql) => sql`update public.spots set visibility = 'private' where id = ${turned.id}`)
  const page = await readWaiting()
  expect(page.counts.waiting).toBe(1)
  expect(page.items.map((item) => item.target_id)).toEqual([shown.id])
  await people.owner`delete from public.spots`
  expect((await readWaiting()).counts.waiting).toBe(0)
})

test('publishes at once and notifies the author only once the undo period is over', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  await decide('spot', id, 'approved')
  expect(await readStatus(id)).toBe('published')
  await sendNotices()
  expect(await readNotices(id)).toEqual([])
  await makeNoticesDue()
  await sendNotices()
  await sendNotices()
  expect(await readNotices(id)).toEqual([{ kind: 'approved', text: '' }])
})

test('notifies followers and webhooks of a publication only once the undo period is over', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  await people.owner`insert into private.webhooks (url, events) values ('https://example.org/hook', '{spot.published}')`
  await decide('spot', id, 'approved')
  const readNews = () => people.owner`select is_done from private.follower_news where spot_id = ${id}`
  const readDue = () => people.owner`
    select next_attempt_at > now() as waits from private.webhook_deliveries where payload -> 'data' ->> 'id' = ${id}`
  expect(await readNews()).toEqual([{ is_done: true }])
  expect(await readDue()).toEqual([{ waits: true }])
  await people.owner`update private.follower_news set created_at = now() - interval '12 seconds' where spot_id = ${id}`
  await people.owner`update private.held_notices set due_at = (select created_at + interval '12 seconds' from private.follower_news where spot_id = ${id})`
  await sendNotices()
  expect(await readNews()).toEqual([{ is_done: false }])
  await people.owner`delete from private.webhooks`
})

test('undoes a decision without a notification', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  const { log_id } = await decide('spot', id, 'removed', 'Advertising')
  expect(await readStatus(id)).toBe('removed')
  await people.actAs('moderator', (sql) => sql`select public.undo_decision(${log_id})`)
  expect(await readStatus(id)).toBe('pending')
  expect((await readWaiting()).items.map((item) => item.target_id)).toContain(id)
  await makeNoticesDue()
  await sendNotices()
  expect(await readNotices(id)).toEqual([])
  const again = people.actAs('moderator', (sql) => sql`select public.undo_decision(${log_id})`)
  expect(await findErrorCode(again)).toBe('PT409')
})

test('rejects an undo after the undo period', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  const { log_id } = await decide('spot', id, 'approved')
  await people.owner.begin(async (sql) => {
    await sql`alter table private.moderation_log disable trigger _100_keep`
    await sql`update private.moderation_log set created_at = now() - interval '12 seconds' where id = ${log_id}`
    await sql`alter table private.moderation_log enable trigger _100_keep`
  })
  const late = people.actAs('moderator', (sql) => sql`select public.undo_decision(${log_id})`)
  expect(await findErrorCode(late)).toBe('PT409')
  expect(await readStatus(id)).toBe('published')
})

test("shows the second of two moderators the first one's decision", async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  await decide('spot', id, 'approved')
  expect(await decide('spot', id, 'approved')).toMatchObject({
    log_id: null,
    decided: { action: 'approved', actor: { username: 'moderator' } },
  })
})

test('restores a removed item in its earlier state', async () => {
  const { id } = await createSpot(people, 'public', 'closed')
  await decide('spot', id, 'removed', 'Private home')
  await decide('spot', id, 'restored')
  expect(await readStatus(id)).toBe('closed')
})

test('asks the author a question and keeps the place in the queue', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  await people.actAs('moderator', (sql) => sql`select public.ask_author('spot', ${id}, 'Which floor?')`)
  await makeNoticesDue()
  await sendNotices()
  expect(await readNotices(id)).toEqual([{ kind: 'question', text: 'Which floor?' }])
  expect((await readWaiting()).items.map((item) => item.target_id)).toContain(id)
})

test('trusts a member automatically after the number of approvals in the settings', async () => {
  await people.owner`update public.instance_settings set trusted_after = 2, moderation = 'all'`
  await people.owner`delete from private.member_standings`
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  for (const visibility of ['public', 'members'] as const) {
    const { id } = await createSpot(people, visibility, 'pending')
    await people.owner`delete from public.posts`
    await decide('spot', id, 'approved')
  }
  const [spot] = await people.as(
    'author',
    (sql) =>
      sql`insert into public.spots (title, category, lng, lat, status) values ('Third', 'art', 1, 1, 'published') returning status`,
  )
  expect(spot).toEqual({ status: 'published' })
  const [entry] =
    await people.owner`select actor_id, action, author_id from private.moderation_log order by id desc limit 1`
  expect(entry).toEqual({ actor_id: null, action: 'trusted', author_id: people.ids.author })
  await people.owner`update public.instance_settings set trusted_after = 5, moderation = 'first-post'`
})

test('lets only moderators decide, undo, ask and read', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  const calls = [
    `decide('spot', '${id}', 'approved')`,
    'undo_decision(1)',
    `ask_author('spot', '${id}', 'Why?')`,
    'moderation_waiting()',
    'moderation_reports()',
    'list_moderation_log()',
    'send_held_notices()',
    'delete_removed_content()',
  ]
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    for (const call of calls) {
      const attempt = people.as(viewer, (sql) => sql.unsafe(`select public.${call}`))
      expect([viewer, call, await findErrorCode(attempt)]).toEqual([viewer, call, FORBIDDEN])
    }
    const direct = people.as(viewer, (sql) => sql`select id from public.moderation_items`)
    expect(viewer === 'visitor' ? await findErrorCode(direct) : await direct).toEqual(
      viewer === 'visitor' ? FORBIDDEN : [],
    )
  }
})

test('rejects decisions about private and missing content in the same way', async () => {
  const { id } = await createSpot(people, 'private', 'published')
  const [review] = await people.owner<{ id: string }[]>`select id from public.reviews where spot_id = ${id}`
  for (const [kind, target] of [
    ['spot', id],
    ['review', review?.id ?? ''],
    ['spot', 'nothinghere2'],
    ['review', randomUUID()],
    ['review', 'x'],
  ] as const) {
    const attempt = people.as('moderator', (sql) => sql`select public.decide(${kind}, ${target}, 'removed', 'Spam')`)
    expect(await findErrorCode(attempt), `${kind} ${target}`).toBe('PT404')
  }
})

test('rejects status changes that bypass the log, but lets moderators edit and close a spot', async () => {
  const spot = await createSpot(people, 'public', 'published')
  const change = (text: string) => people.actAs('moderator', (sql) => sql.unsafe(`${text} where id = '${spot.id}'`))
  expect(await findErrorCode(change("update public.spots set status = 'removed'"))).toBe(FORBIDDEN)
  await change("update public.spots set status = 'closed', description = 'Closed for good.'")
  await change("update public.spots set status = 'published'")
  expect(await readStatus(spot.id)).toBe('published')
  await decide('spot', spot.id, 'removed', 'Spam')
  expect(await findErrorCode(change("update public.spots set status = 'published'"))).toBe(FORBIDDEN)
  expect(await findErrorCode(change("update public.spots set removal_reason = 'Other'"))).toBe(FORBIDDEN)
  expect(await readStatus(spot.id)).toBe('removed')
})

test('finds log entries by a title with percent signs, underscores and backslashes', async () => {
  const titles = ['100% _free\\', '100 percent free', 'anything']
  for (const title of titles) {
    const spot = await createSpot(people, 'public', 'published')
    await people.owner`update public.spots set title = ${title} where id = ${spot.id}`
    await decide('spot', spot.id, 'removed', 'Spam')
  }
  const search = async (words: string) => {
    const [row] = await people.as(
      'moderator',
      (sql) => sql<{ log: { entries: { title: string }[] } }[]>`select public.list_moderation_log(${words}) as log`,
    )
    return row?.log.entries.map(({ title }) => title)
  }
  for (const words of ['100%', '_free', 'free\\', '\\']) expect(await search(words), words).toEqual([titles[0]])
})

test('describes a decision without a verdict', async () => {
  const { id } = await createSpot(people, 'public', 'pending')
  const attempt = people.as('moderator', (sql) => sql`select public.decide('spot', ${id}, null)`)
  expect(await findErrorCode(attempt)).toBe('PT400')
})

test('pages through items that came at the same time, forwards and back', async () => {
  await people.owner`delete from public.spots`
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id)
    select 'Imported ' || n, 'castle', 7, 45, 'pending', ${people.ids.author} from generate_series(1, 120) as n`
  const readPage = async (from: string | null) => {
    const [row] = await people.as(
      'moderator',
      (sql) => sql<{ page: { items: { id: number }[]; earlier: number | null; later: number | null } }[]>`
        select public.moderation_waiting(null, ${from}::bigint) as page`,
    )
    return row?.page ?? { items: [], earlier: null, later: null }
  }
  const first = await readPage(null)
  const second = await readPage(String(first.later))
  const third = await readPage(String(second.later))
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
  expect([new Set(ids).size, third.later]).toEqual([120, null])
  expect((await readPage(String(third.earlier))).items).toEqual(second.items)
})

test('tells authors their place in the queue by when they sent something, not by when they began it', async () => {
  const { owner, ids } = people
  await owner`delete from public.spots`
  const [draft] = await owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id, created_at)
    values ('Old draft', 'castle', 7, 45, 'draft', ${ids.author}, now() - interval '9 days') returning id`
  await owner`insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Sent first', 'castle', 7, 45, 'pending', ${ids.newcomer})`
  await owner`update public.spots set status = 'pending' where id = ${draft?.id ?? ''}`
  const [row] = await people.as(
    'author',
    (sql) => sql<{ page: { viewer: { queue_position: number } } }[]>`
      select public.spot_page(${draft?.id ?? ''}) as page`,
  )
  expect(row?.page.viewer.queue_position).toBe(2)
})
