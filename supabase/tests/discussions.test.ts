import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spotId: string

beforeAll(async () => {
  people = await createPeople()
  spotId = (await createSpot(people, 'public', 'published')).id
})
beforeEach(async () => {
  await people.owner`delete from public.comments`
  await people.owner`delete from public.reviews`
  await people.owner`delete from public.notifications`
  await people.owner`delete from private.write_counts`
})
afterAll(() => people[Symbol.asyncDispose]())

type Member = 'stranger' | 'author' | 'moderator' | 'newcomer'

async function comment(viewer: Member, body: string, answered: { parent?: string; review?: string } = {}) {
  const [row] = await people.actAs(
    viewer,
    (sql) => sql<{ id: string }[]>`
      insert into public.comments (spot_id, body, parent_id, review_id)
      values (${spotId}, ${body}, ${answered.parent ?? null}, ${answered.review ?? null}) returning id`,
  )
  return row?.id ?? ''
}

interface Card {
  id: string
  mentions: { written: string; username: string }[]
  is_reported: boolean
}
interface Discussion {
  comments: { threads: { comment: Card; replies: Card[]; reply_count: number }[]; next: unknown; is_start: boolean }
  reviews: {
    reviews: { id: string; rating: number; replies: Card[] }[]
    next: unknown
    own: { id: string } | null
    linked: { id: string } | null
    photo_count: number
  }
}

async function read(choice: object = {}, viewer: Member | 'visitor' = 'visitor'): Promise<Discussion> {
  const [row] = await people.as(
    viewer,
    (sql) =>
      sql<
        { page: Discussion }[]
      >`select public.discussion_page(${spotId}, choice => ${sql.json(choice as never)}) as page`,
  )
  if (!row) throw new Error('There is no page.')
  return row.page
}

const rootsOf = ({ comments }: Discussion) => comments.threads.map(({ comment: { id } }) => id)

async function fill(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await people.owner`
    insert into public.comments (id, spot_id, author_id, body, created_at)
    select id, ${spotId}, ${people.ids.stranger}, 'Hello', timestamptz '2026-01-01' + place * interval '1 minute'
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)`
  return ids
}

test('pages through comments in both directions and returns each once', async () => {
  const ids = await fill(120)
  for (const comments of ['oldest', 'newest']) {
    const seen: string[] = []
    let after: unknown = null
    do {
      const page = await read({ comments, ...(after !== null && { comments_after: after }) })
      seen.push(...rootsOf(page))
      after = page.comments.next
    } while (after !== null)
    expect(seen).toEqual(comments === 'oldest' ? ids : ids.toReversed())
  }
})

test('loads the page with a linked comment or reply, and all replies of its thread', async () => {
  const ids = await fill(70)
  expect(rootsOf(await read({ comment: ids[10] }))[0]).toBe(ids[0])
  const root = ids[60] ?? ''
  const replies = Array.from({ length: 30 }, () => randomUUID())
  await people.owner`
    insert into public.comments (id, spot_id, author_id, body, parent_id, created_at)
    select id, ${spotId}, ${people.ids.author}, 'Yes', ${root}, timestamptz '2026-02-01' + place * interval '1 minute'
    from unnest(${replies}::uuid[]) with ordinality as wanted (id, place)`
  const linked = await read({ comment: replies.at(-1) })
  expect(linked.comments.is_start).toBe(false)
  expect(linked.comments.threads[0]?.comment.id).toBe(root)
  expect(linked.comments.threads[0]?.replies.map(({ id }) => id)).toEqual(replies)
  const unlinked = (await read({ comments: 'newest' })).comments.threads.find(({ comment: { id } }) => id === root)
  expect(unlinked).toMatchObject({ reply_count: 30 })
  expect(unlinked?.replies).toHaveLength(20)
})

test('sorts, filters and pages reviews', async () => {
  const ratings = Array.from({ length: 60 }, (_, index) => (index % 5) + 1)
  for (const [index, rating] of ratings.entries()) {
    const id = randomUUID()
    await people.owner`insert into auth.users (id, email) values (${id}, ${`reviewer-${index}@example.org`})`
    await people.owner`insert into public.users (id, username) values (${id}, ${`reviewer-${index}`})`
    await people.owner`insert into public.reviews (spot_id, author_id, rating, created_at)
      values (${spotId}, ${id}, ${rating}, timestamptz '2026-01-01' + ${index} * interval '1 hour')`
  }
  const all = async (choice: object) => {
    const seen: number[] = []
    const ids = new Set<string>()
    let after: unknown = null
    do {
      const { reviews } = await read({ ...choice, ...(after !== null && { reviews_after: after }) })
      for (const { id, rating } of reviews.reviews) {
        seen.push(rating)
        ids.add(id)
      }
      after = reviews.next
    } while (after !== null)
    expect(ids.size).toBe(seen.length)
    return seen
  }
  expect(await all({})).toEqual(ratings.toReversed())
  expect(await all({ reviews: 'oldest' })).toEqual(ratings)
  expect(await all({ reviews: 'highest' })).toEqual(ratings.toSorted((a, b) => b - a))
  expect(await all({ reviews: 'lowest' })).toEqual(ratings.toSorted((a, b) => a - b))
  expect(await all({ rating: 4 })).toEqual(Array.from({ length: 12 }, () => 4))
  expect(await all({ photos: true })).toEqual([])
})

test('shows a reply below its review, does not count it as a comment, and notifies the author', async () => {
  const [row] = await people.actAs(
    'stranger',
    (sql) => sql<{ id: string }[]>`select public.save_review(${spotId}, 5::smallint) as id`,
  )
  const review = row?.id ?? ''
  const id = await comment('author', 'Thank you', { review })
  const page = await read({ comment: id }, 'stranger')
  expect(page.comments.threads).toEqual([])
  expect(page.reviews).toMatchObject({ own: { id: review }, linked: { id: review }, reviews: [{ replies: [{ id }] }] })
  const [spot] = await people.owner`select comment_count from public.spots where id = ${spotId}`
  expect(spot?.comment_count).toBe(0)
  expect(await people.owner`select user_id, kind from public.notifications where comment_id = ${id}`).toEqual([
    { user_id: people.ids.stranger, kind: 'reply' },
  ])
  const { id: elsewhere } = await createSpot(people, 'public', 'published')
  const misplaced = people.actAs(
    'author',
    (sql) => sql`insert into public.comments (spot_id, body, review_id) values (${elsewhere}, 'Hi', ${review})`,
  )
  expect(await findErrorCode(misplaced)).toBe('23514')
})

test('rejects a reply to a reply to a review, which no page would show', async () => {
  const [row] = await people.actAs(
    'newcomer',
    (sql) => sql<{ id: string }[]>`select public.save_review(${spotId}, 5::smallint) as id`,
  )
  const answer = await comment('author', 'Thank you', { review: row?.id ?? '' })
  const reply = people.actAs(
    'newcomer',
    (sql) => sql`insert into public.comments (spot_id, body, parent_id) values (${spotId}, 'Any time', ${answer})`,
  )
  expect(await findErrorCode(reply)).toBe('23514')
})

test('notifies each mentioned member once for a comment, even after edits', async () => {
  const id = await comment('stranger', 'Ask @Newcomer, @author and @newcomer. Not mail@moderator, not @stranger.')
  const kinds = async () =>
    people.owner`select user_id, kind from public.notifications where comment_id = ${id} order by id`
  const told = [
    { user_id: people.ids.author, kind: 'comment' },
    { user_id: people.ids.newcomer, kind: 'mention' },
  ]
  expect(await kinds()).toEqual(told)
  const edit = (body: string) =>
    people.actAs('stranger', (sql) => sql`update public.comments set body = ${body} where id = ${id}`)
  await edit('No one')
  await edit('@newcomer again, and @moderator')
  expect(await kinds()).toEqual([...told, { user_id: people.ids.moderator, kind: 'mention' }])
  await people.owner`update public.users set username = 'newer' where id = ${people.ids.newcomer}`
  const [thread] = (await read()).comments.threads
  await people.owner`update public.users set username = 'newcomer' where id = ${people.ids.newcomer}`
  expect(thread?.comment.mentions).toContainEqual({ written: 'Newcomer', username: 'newer' })
})

test('notifies at most ten mentioned members, and none who are blocked or cannot open the subject', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `guest-${index}`)
  for (const name of names) {
    const id = randomUUID()
    await people.owner`insert into auth.users (id, email) values (${id}, ${`${name}@example.org`})`
    await people.owner`insert into public.users (id, username) values (${id}, ${name})`
  }
  const mentions = async (of: string) =>
    (await people.owner`select from private.comment_mentions where comment_id = ${of}`).length
  const many = await comment('stranger', names.map((name) => `@${name}`).join(' '))
  expect(await mentions(many)).toBe(10)
  await people.actAs(
    'stranger',
    (sql) =>
      sql`update public.comments set body = ${names
        .toReversed()
        .map((name) => `@${name}`)
        .join(' ')} where id = ${many}`,
  )
  expect(await mentions(many)).toBe(10)
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.newcomer}, ${people.ids.stranger})`
  expect(await mentions(await comment('stranger', '@newcomer'))).toBe(0)
  await people.owner`delete from public.blocks`
  await people.owner`update public.spots set visibility = 'link' where id = ${spotId}`
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${spotId}, ${people.ids.moderator}, 'Here')`
  const [shared] = await people.owner<{ id: string }[]>`
    insert into public.comments (spot_id, author_id, body)
    values (${spotId}, ${people.ids.author}, '@newcomer @moderator') returning id`
  await people.owner`update public.spots set visibility = 'public' where id = ${spotId}`
  expect(await mentions(shared?.id ?? '')).toBe(1)
})

test('suggests participants first, then followed members, then others, and no blocked ones', async () => {
  await comment('moderator', 'Hello')
  await people.owner`insert into public.follows (follower_id, member_id) values (${people.ids.stranger}, ${people.ids.newcomer})`
  const suggest = async (prefix: string) => {
    const [row] = await people.as(
      'stranger',
      (sql) =>
        sql<{ found: { username: string; relation: string }[] }[]>`
          select public.list_mention_candidates(${prefix}, ${spotId}) as found`,
    )
    return row?.found.map(({ username, relation }) => `${username} ${relation}`)
  }
  expect(await suggest('')).toEqual(['author conversation', 'moderator conversation', 'newcomer follow'])
  expect(await suggest('GUEST-1')).toEqual(['guest-1 other', 'guest-10 other', 'guest-11 other'])
  expect(await suggest('%')).toEqual([])
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.newcomer}, ${people.ids.stranger})`
  expect(await suggest('new')).toEqual([])
  await people.owner`delete from public.blocks`
  await people.owner`delete from public.follows`
})

test('reads few of many members for suggestions', async () => {
  await using crowd = await createPeople()
  await crowd.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.users (id, username) select gen_random_uuid(), 'many-' || n from generate_series(1, 3000) as n`
    await sql`insert into public.follows (follower_id, member_id)
      select ${crowd.ids.stranger}, id from public.users where username like 'many-11%'`
  })
  await crowd.owner`analyze public.users, public.follows`
  const rows = await crowd.as('stranger', async (sql) => {
    const [row] = await sql`select jsonb_array_length(public.list_mention_candidates('many-2')) as count`
    expect(row).toEqual({ count: 8 })
    return sql<{ name: string; count: number }[]>`
      select relname::text as name, (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables
      where relname in ('users', 'follows')`
  })
  expect(Math.max(...rows.map(({ count }) => count))).toBeLessThan(500)
})

test('returns the time at which a member may comment again, even after they delete comments', async () => {
  for (let count = 0; count < 6; count += 1) {
    const id = await comment('stranger', 'Quick')
    await people.actAs('stranger', (sql) => sql`select public.delete_comment(${id})`)
  }
  await expect(comment('stranger', 'One more')).rejects.toThrow(/^You can comment again in (?:[1-5]?\d|60) seconds\.$/)
  // In one transaction, whose time stands still.
  const inLastSecond = people.owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.ids.stranger })}, true)`
    await sql`update public.comments set created_at = now() - interval '59.5 seconds'`
    await sql`insert into public.comments (spot_id, author_id, body) values (${spotId}, ${people.ids.stranger}, 'One more')`
  })
  await expect(inLastSecond).rejects.toThrow('You can comment again in 1 second.')
  await people.owner`update public.comments set created_at = created_at - interval '1 minute'`
  await comment('stranger', 'Later')
})

test('shows a report to its reporter only', async () => {
  const id = await comment('stranger', 'Buy now')
  await people.actAs('newcomer', (sql) => sql`insert into public.reports (comment_id, reason) values (${id}, 'spam')`)
  const isReported = async (viewer: Member | 'visitor') =>
    (await read({}, viewer)).comments.threads[0]?.comment.is_reported
  expect([await isReported('newcomer'), await isReported('author'), await isReported('visitor')]).toEqual([
    true,
    false,
    false,
  ])
})

test('returns no discussion of a spot that the viewer may not see', async () => {
  const { id } = await createSpot(people, 'private', 'published')
  const [row] = await people.as('moderator', (sql) => sql`select public.discussion_page(${id}) as page`)
  expect(row?.page).toBeNull()
})
