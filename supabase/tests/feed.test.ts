import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
})
beforeEach(async () => {
  for (const table of ['follows', 'blocks', 'spots', 'posts'] as const)
    await people.owner`delete from public.${people.owner.identifier(table)}`
  await people.owner`delete from public.lists where kind = 'own'`
  await people.owner`update public.users set profile_visibility = 'everyone'`
})
afterAll(() => people[Symbol.asyncDispose]())

interface Entry {
  kind: string
  count: number
  day: string
  at: string
  actor?: { username: string }
  city?: { name: string } | null
  spots?: { title: string }[]
  posts?: { title: string; spot_count: number }[]
  list?: { title: string }
  items?: { spot: { title: string }; note: string; added_by: { username: string } | null }[]
}
interface Feed {
  entries: Entry[]
  cursor: string | null
  follows: { members: number; cities: number; lists: number }
  suggestions: { city: { name: string }; members: { username: string; spot_count: number }[] } | null
}

const getFeed = (before: string | null = null, size = 20, viewer: 'stranger' | 'newcomer' = 'stranger') =>
  people.as(viewer, async (sql) => {
    const [row] = await sql<{ feed: Feed }[]>`select public.feed_page(${before}, ${size}, 'UTC') as feed`
    return row?.feed as Feed
  })
const follow = (column: 'member_id' | 'city_id' | 'list_id', id: string | number) =>
  people.owner`insert into public.follows (follower_id, ${people.owner.identifier(column)}) values (${people.ids.stranger}, ${id})`

function addSpot(
  title: string,
  at: string,
  { author = 'author', visibility = 'public', city = null as number | null } = {},
) {
  const { owner, ids } = people
  return owner<
    { id: string }[]
  >`insert into public.spots (title, category, lng, lat, visibility, status, author_id, published_at, created_at)
    values (${title}, 'castle', ${city ? 7.68 : -30}, ${city ? 45.07 : 0}, ${visibility}, 'published', ${ids[author as 'author']}, ${at}, ${at})
    returning id`
}

test('groups the spots of a member by day, newest first, with three spots and the total', async () => {
  for (const hour of [1, 2, 3, 4, 5]) await addSpot(`Monday ${hour}`, `2026-03-02T0${hour}:00:00Z`, { city: 1 })
  await addSpot('Tuesday', '2026-03-03T09:00:00Z')
  await follow('member_id', people.ids.author)
  const { entries, cursor } = await getFeed()
  expect(entries.map(({ kind, day, count }) => [kind, day, count])).toEqual([
    ['spots', '2026-03-03', 1],
    ['spots', '2026-03-02', 5],
  ])
  expect(entries[1]?.spots?.map(({ title }) => title)).toEqual(['Monday 5', 'Monday 4', 'Monday 3'])
  expect(entries[1]).toMatchObject({ actor: { username: 'author' }, city: { name: 'Turin' } })
  expect(cursor).toBeNull()
})

test('shows only entries that the follower may see', async () => {
  await addSpot('Private', '2026-03-02T01:00:00Z', { visibility: 'private' })
  await addSpot('By link', '2026-03-02T02:00:00Z', { visibility: 'link' })
  await follow('member_id', people.ids.author)
  expect((await getFeed()).entries).toEqual([])
  await addSpot('For members', '2026-03-02T03:00:00Z', { visibility: 'members' })
  const { entries } = await getFeed()
  expect(entries.map(({ count, spots }) => [count, spots?.[0]?.title])).toEqual([[1, 'For members']])
})

test('pages through all groups without showing one twice, even within a day', async () => {
  const { owner, ids } = people
  await follow('member_id', ids.author)
  await follow('member_id', ids.newcomer)
  await follow('member_id', ids.moderator)
  for (const day of ['01', '02', '03', '04']) {
    await addSpot(`a ${day}`, `2026-03-${day}T01:00:00Z`)
    await addSpot(`a late ${day}`, `2026-03-${day}T12:00:00Z`)
    await addSpot(`n ${day}`, `2026-03-${day}T05:00:00Z`, { author: 'newcomer' })
    await addSpot(`m ${day}`, `2026-03-${day}T08:00:00Z`, { author: 'moderator' })
    await owner`insert into public.posts (title, status, author_id, published_at) values (${`story ${day}`}, 'published', ${ids.author}, ${`2026-03-${day}T06:00:00Z`})`
  }
  const all = (await getFeed()).entries.map(
    ({ kind, day, actor, count }) => `${kind} ${day} ${actor?.username} ${count}`,
  )
  expect(all).toHaveLength(16)
  for (const size of [1, 2, 3, 5]) {
    const paged: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 20; page += 1) {
      const feed: Feed = await getFeed(cursor, size)
      paged.push(...feed.entries.map(({ kind, day, actor, count }) => `${kind} ${day} ${actor?.username} ${count}`))
      cursor = feed.cursor
      if (cursor === null) break
    }
    expect(paged, `page size ${size}`).toEqual(all)
  }
})

test('finds the same days among thousands of newer places of others', async () => {
  const { owner, ids } = people
  for (const day of ['01', '03', '05'])
    for (const [index, author] of (['author', 'newcomer', 'moderator'] as const).entries()) {
      await addSpot(`${author} ${day}`, `2026-03-${day}T0${index}:00:00Z`, { author })
      await addSpot(`${author} late ${day}`, `2026-03-${day}T1${index}:00:00Z`, { author })
    }
  for (const author of ['author', 'newcomer', 'moderator'] as const) await follow('member_id', ids[author])
  const name = ({ day, actor, count }: Entry) => `${day} ${actor?.username} ${count}`
  const all = (await getFeed()).entries.map(name)
  expect(all).toHaveLength(9)
  const change = (text: string) =>
    owner.begin(async (sql) => {
      // Without triggers, which count and log each spot.
      await sql`set local session_replication_role = replica`
      await sql.unsafe(text)
    })
  await change(`
    insert into public.spots (title, category, lng, lat, status, author_id, published_at)
    select 'Other', 'castle', 0, 0, 'published', '${ids.stranger}', '2026-03-04'::timestamptz + n * interval '1 second'
    from generate_series(1, 5200) as n`)
  for (const size of [2, 20]) {
    const paged: string[] = []
    for (let before: string | null = null, more = true; more; more = before !== null) {
      const page = await getFeed(before, size)
      paged.push(...page.entries.map(name))
      before = page.cursor
    }
    expect(paged.toSorted(), `pages of ${size}`).toEqual(all.toSorted())
  }
  await change(`delete from public.spots where title = 'Other'`)
})

test('shows stories with their number of spots, and additions to a followed list with their notes', async () => {
  const { owner, ids } = people
  const [spot] = await addSpot('Mill', '2026-01-02T01:00:00Z', { author: 'moderator' })
  const [post] = await owner<{ id: string }[]>`insert into public.posts (title, status, author_id, published_at)
    values ('A walk', 'published', ${ids.author}, '2026-03-02T06:00:00Z') returning id`
  await owner`insert into public.post_spots (post_id, spot_id) values (${post?.id ?? ''}, ${spot?.id ?? ''})`
  const [list] = await owner<
    { id: string }[]
  >`insert into public.lists (title, visibility, author_id) values ('Rainy days', 'public', ${ids.author}) returning id`
  await owner`insert into public.list_items (list_id, spot_id, note, created_at) values (${list?.id ?? ''}, ${spot?.id ?? ''}, 'Go early', '2026-03-05T06:00:00Z')`
  await follow('member_id', ids.author)
  await follow('list_id', list?.id ?? '')
  const { entries, follows } = await getFeed()
  expect(entries).toMatchObject([
    { kind: 'list', list: { title: 'Rainy days' }, items: [{ spot: { title: 'Mill' }, note: 'Go early' }] },
    { kind: 'stories', posts: [{ title: 'A walk', spot_count: 1 }] },
  ])
  expect(follows).toEqual({ members: 1, cities: 0, lists: 1 })
  await owner`update public.lists set visibility = 'private' where id = ${list?.id ?? ''}`
  expect((await getFeed()).entries.map(({ kind }) => kind)).toEqual(['stories'])
})

test("leaves out spots of a followed city that are shown elsewhere, the follower's own, and those of blocked members", async () => {
  const { ids, owner } = people
  await follow('city_id', 1)
  await addSpot('Own', '2026-03-02T01:00:00Z', { author: 'stranger', city: 1 })
  await addSpot('Other', '2026-03-02T02:00:00Z', { author: 'newcomer', city: 1 })
  await addSpot('Author', '2026-03-02T03:00:00Z', { city: 1 })
  const titles = async () =>
    (await getFeed()).entries.flatMap(({ kind, spots }) => spots?.map(({ title }) => `${kind} ${title}`))
  expect(await titles()).toEqual(['city Author', 'city Other'])
  await follow('member_id', ids.author)
  expect(await titles()).toEqual(['spots Author', 'city Other'])
  await owner`insert into public.blocks (blocker_id, blocked_id) values (${ids.newcomer}, ${ids.stranger})`
  expect(await titles()).toEqual(['spots Author'])
})

test('leaves out members with a private profile', async () => {
  await addSpot('Spot', '2026-03-02T01:00:00Z')
  await follow('member_id', people.ids.author)
  await people.owner`update public.users set profile_visibility = 'nobody' where id = ${people.ids.author}`
  expect((await getFeed()).entries).toEqual([])
})

test('suggests a city and its most active members to those whose feed is empty', async () => {
  await addSpot('One', '2026-03-02T01:00:00Z', { city: 1 })
  await addSpot('Two', '2026-03-02T02:00:00Z', { city: 1 })
  await addSpot('Three', '2026-03-02T02:00:00Z', { city: 1, author: 'newcomer' })
  const { suggestions } = await getFeed()
  expect(suggestions).toMatchObject({
    city: { name: 'Turin' },
    members: [
      { username: 'author', spot_count: 2 },
      { username: 'newcomer', spot_count: 1 },
    ],
  })
})

test('has no feed for visitors', async () => {
  expect(await findErrorCode(people.as('visitor', (sql) => sql`select public.feed_page()`))).toBe('42501')
})

test('ends no page between two entries of the same time', async () => {
  await follow('member_id', people.ids.author)
  await follow('city_id', 1)
  await addSpot('Followed', '2026-11-20T10:00Z', { city: 1 })
  await addSpot('Found', '2026-11-20T09:00Z', { city: 1, author: 'newcomer' })
  await addSpot('Earlier', '2026-11-19T09:00Z')
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Feed = await getFeed(cursor, 1)
    found.push(...page.entries.map(({ kind, day }) => `${kind} ${day}`))
    cursor = page.cursor
  } while (cursor)
  expect(found.sort()).toEqual(['city 2026-11-20', 'spots 2026-11-19', 'spots 2026-11-20'])
})

test('reads few of many members for suggestions', async () => {
  const { owner } = people
  await addSpot('Mole', '2026-11-20T10:00Z', { city: 1 })
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.users (id, username) select gen_random_uuid(), 'many-' || n from generate_series(1, 3000) as n`
  })
  await owner`analyze public.users`
  const [row] = await people.as('stranger', async (sql) => {
    const [found] = await sql<{ feed: Feed }[]>`select public.feed_page(null, 20, 'UTC') as feed`
    expect(found?.feed.suggestions?.members).toMatchObject([{ username: 'author' }])
    return sql`select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = 'users' and schemaname = 'public'`
  })
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from public.users where username like 'many-%'`
  })
  expect(row?.count).toBeLessThan(500)
})

test('shows everything of days with 23 and 25 hours once', async () => {
  await follow('member_id', people.ids.author)
  // In Rome, clocks went back on 25 October 2026 and forward on 29 March 2026.
  await addSpot('Last hour of a long day', '2026-10-25T22:30:00Z')
  await addSpot('Long day', '2026-10-25T12:00:00Z')
  await addSpot('First hour after a short day', '2026-03-29T22:30:00Z')
  await addSpot('Short day', '2026-03-29T12:00:00Z')
  const read = async (before: string | null, size: number) => {
    const [row] = await people.as(
      'stranger',
      (sql) => sql<{ feed: Feed }[]>`select public.feed_page(${before}, ${size}, 'Europe/Rome') as feed`,
    )
    return row?.feed as Feed
  }
  const days: [string, number][] = []
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const { entries, cursor: next } = await read(cursor, 1)
    days.push(...entries.map(({ day, count }): [string, number] => [day, count]))
    cursor = next
  }
  expect(days).toEqual([
    ['2026-10-25', 2],
    ['2026-03-30', 1],
    ['2026-03-29', 1],
  ])
  expect((await read(null, 20)).entries.map(({ day, count }) => [day, count])).toEqual(days)
})
