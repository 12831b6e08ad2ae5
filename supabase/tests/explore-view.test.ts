import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, type People } from './people.ts'
import { STATUSES, VIEWERS, VISIBILITIES, type Viewer } from './visibility-rule.ts'

interface View {
  clusters: { n: number; lng: number; lat: number; groups?: number[]; id?: string }[]
  total: { n: number; exact: boolean }
  spots: { id: string; title: string; lng: number }[]
  cursor: string | null
}
interface Frame {
  west: number
  south: number
  east: number
  north: number
  zoom: number
}

const WORLD: Frame = { west: -180, south: -85, east: 180, north: 85, zoom: 1 }
/** The bounds that contain the matrix of visibilities and statuses. */
const HERE: Frame = { west: 7, south: 44.5, east: 8, north: 45.5, zoom: 9 }
/** Bounds with so many spots that the view is computed from cells. */
const CROWD: Frame = { west: 100, south: 10, east: 110, north: 20, zoom: 6 }

let people: People
beforeAll(async () => {
  people = await createPeople()
  const { owner, ids } = people
  for (const visibility of VISIBILITIES) {
    for (const status of STATUSES) {
      await owner`insert into public.spots (title, category, lng, lat, visibility, status, removal_reason, author_id, tags)
        values (${`${visibility} ${status}`}, 'castle', 7.7, 45, ${visibility}, ${status},
          ${status === 'removed' ? 'Spam' : null}, ${ids.author}, '{secret}')`
    }
  }
  await owner`insert into public.spots (title, category, lng, lat, status, author_id, tags, rating_sum, review_count, photo_count)
    select 'Crowd ' || n, case when n % 4 = 0 then 'cafe' else 'castle' end, 100 + (n * 7919 % 10000) / 1000.0,
      10 + (n * 104729 % 10000) / 1000.0, 'published', null, case when n % 100 = 0 then '{rare}' else '{common}' end::text[],
      case when n % 10 = 0 then 5 else 0 end, case when n % 10 = 0 then 1 else 0 end, case when n % 5 = 0 then 1 else 0 end
    from generate_series(1, 4000) as n`
  await owner`insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    select 'Hidden ' || n, 'museum', 105 + n / 1000.0, 15, case when n % 2 = 0 then 'members' else 'private' end::public.visibility,
      'published', ${ids.stranger} from generate_series(1, 100) as n`
  await owner`insert into public.spots (title, category, lng, lat, status, author_id) values
    ('Fiji east', 'coast', 179.9, -17, 'published', null), ('Fiji west', 'coast', -179.9, -17.1, 'published', null),
    ('North pole', 'summit', 30, 90, 'published', null), ('South pole', 'summit', -30, -90, 'published', null)`
  await owner`select public.refresh_spot_cells(rebuild => true)`
})
afterAll(() => people[Symbol.asyncDispose]())

async function look(sql: Transaction, frame: Frame, filter: Record<string, unknown> = {}): Promise<View> {
  const args = JSON.stringify({ ...frame, ...filter })
  const [row] = await sql<{ view: View }[]>`
    select public.explore_view(asked.west, asked.south, asked.east, asked.north, asked.zoom, categories => asked.categories,
      min_rating => asked.min_rating, has_photos => asked.has_photos, tags => asked.tags, q => asked.q,
      sort => coalesce(asked.sort, 'best'), page_size => coalesce(asked.page_size, 30), cursor => asked.cursor,
      access => asked.access) as view
    from jsonb_to_record(${args}::text::jsonb) as asked (west double precision, south double precision,
      east double precision, north double precision, zoom double precision, categories text[], min_rating real,
      has_photos boolean, tags text[], q text, sort text, page_size integer, cursor text, access text[])`
  if (!row) throw new Error('no response')
  return row.view
}

const lookAs = (viewer: Viewer, frame: Frame, filter?: Record<string, unknown>) =>
  people.as(viewer, (sql) => look(sql, frame, filter))
const sum = (view: View) => view.clusters.reduce((total, cluster) => total + cluster.n, 0)

const SHOWN_TO_ALL = ['public closed', 'public published']
const SHOWN: Record<Viewer, string[]> = {
  visitor: SHOWN_TO_ALL,
  holder: SHOWN_TO_ALL,
  stranger: [...SHOWN_TO_ALL, 'members closed', 'members published'],
  moderator: [...SHOWN_TO_ALL, 'members closed', 'members published'],
  author: VISIBILITIES.flatMap((visibility) =>
    ['closed', 'pending', 'published'].map((status) => `${visibility} ${status}`),
  ),
}

test.each(VIEWERS)('shows a %s only permitted spots on the map and in the list, under every filter', async (viewer) => {
  for (const filter of [
    {},
    { categories: ['castle'] },
    { q: 'published' },
    { tags: ['secret'] },
    { sort: 'newest' },
    { sort: 'nearest' },
  ]) {
    const view = await lookAs(viewer, HERE, filter)
    const expected = SHOWN[viewer].filter((title) => !('q' in filter) || title.includes('published'))
    expect(view.spots.map((spot) => spot.title).sort()).toEqual([...expected].sort())
    expect(sum(view)).toBe(expected.length)
    expect(view.total).toEqual({ n: expected.length, exact: true })
  }
})

test('excludes hidden spots from the counts of cells', async () => {
  const filter = { categories: ['museum'] }
  expect(sum(await lookAs('visitor', CROWD, filter))).toBe(0)
  expect(sum(await lookAs('author', CROWD, filter))).toBe(50)
  expect(sum(await lookAs('stranger', CROWD, filter))).toBe(100)
  expect((await lookAs('visitor', CROWD, { q: 'Hidden' })).spots).toEqual([])
  const all = await lookAs('visitor', CROWD)
  expect(all.total.exact).toBe(false)
  expect(Math.abs(all.total.n - 4000)).toBeLessThan(200)
  expect(sum(all)).toBe(4000)
})

test('omits a spot that was just hidden, before any refresh', async () => {
  await people.as('service', async (sql) => {
    const [fiji] = (await look(sql, { ...WORLD, zoom: 3 })).clusters.filter((cluster) => cluster.id)
    await sql`update public.spots set visibility = 'private' where id = ${fiji?.id ?? ''}`
    const after = await look(sql, { ...WORLD, zoom: 3 })
    expect(after.clusters.map((cluster) => cluster.id)).not.toContain(fiji?.id)
    expect(fiji?.id).toBeDefined()
  })
})

test('shows counts at every zoom', async () => {
  for (let zoom = 0; zoom <= 18; zoom++) {
    const half = 360 / 2 ** zoom
    const frame = {
      west: 105 - half,
      east: 105 + half,
      south: Math.max(-85, 15 - half / 2),
      north: Math.min(85, 15 + half / 2),
      zoom,
    }
    const view = await lookAs('visitor', frame)
    expect(view.clusters.length).toBeLessThanOrEqual(1500)
    if (zoom <= 10) expect(sum(view)).toBeGreaterThan(0)
    expect(view.spots.length).toBe(Math.min(30, view.total.n))
  }
})

test('returns the marks of a view in the same order under any query plan', async () => {
  const frame = { west: 101, south: 11, east: 103, north: 13, zoom: 8 }
  const list = (setting: string) =>
    people.as('visitor', async (sql) => {
      await sql.unsafe(`discard plans; set local ${setting} = off`)
      return (await look(sql, frame)).clusters.map(({ lng, lat }) => [lng, lat])
    })
  const clusters = await list('enable_nestloop')
  expect(clusters.length).toBeGreaterThan(20)
  expect(await list('enable_hashjoin')).toEqual(clusters)
})

test('counts exactly when filtering cells by categories, rating and photos', async () => {
  expect(sum(await lookAs('visitor', CROWD, { categories: ['cafe'] }))).toBe(1000)
  expect(sum(await lookAs('visitor', CROWD, { min_rating: 4 }))).toBe(400)
  expect(sum(await lookAs('visitor', CROWD, { has_photos: true }))).toBe(800)
  expect(sum(await lookAs('visitor', CROWD, { categories: ['castle'], min_rating: 5 }))).toBe(200)
})

test('identifies only the 150 most isolated of the cells with a single match', async () => {
  const rated = await lookAs('visitor', CROWD, { min_rating: 5, categories: ['cafe', 'castle'] })
  const single = rated.clusters.filter((cluster) => cluster.n === 1)
  expect(single.length).toBeGreaterThan(150)
  expect(single.filter((cluster) => cluster.id !== undefined)).toHaveLength(150)
})

test('marks spots at one point as inseparable and returns the category of the best one', async () => {
  const { owner } = people
  await owner`insert into public.spots (title, category, lng, lat, status, author_id, rating_sum, review_count)
    select 'Stacked ' || n, case when n = 2 then 'bar' else 'cafe' end, -30, 40, 'published', null,
      case when n = 2 then 50 else 0 end, case when n = 2 then 10 else 0 end from generate_series(1, 3) as n`
  const frame = { west: -31, south: 39, east: -29, north: 41, zoom: 9 }
  expect((await lookAs('visitor', frame)).clusters).toEqual([
    { n: 3, lng: -30, lat: 40, groups: [0, 0, 0, 0, 0, 3, 0], stack: 'bar' },
  ])
})

test('finds rare words and tags exactly and estimates common ones', async () => {
  const rare = await lookAs('visitor', CROWD, { tags: ['rare'] })
  expect(rare.total).toEqual({ n: 40, exact: true })
  const common = await lookAs('visitor', CROWD, { has_photos: true, min_rating: 5 })
  expect(common.total.exact).toBe(false)
  expect(common.total.n).toBeGreaterThan(200)
  expect(common.total.n).toBeLessThan(600)
})

test('estimates a frequent word, alone and in one category, and lists the best spots with it', async () => {
  // 3,960 spots have the word, 2,970 of them in the category.
  for (const [filter, low, high] of [
    [{}, 3000, 5000],
    [{ categories: ['castle'] }, 2200, 3800],
  ] as const) {
    const view = await lookAs('visitor', CROWD, { q: 'common', ...filter })
    expect(view.total.exact).toBe(false)
    expect(view.total.n).toBeGreaterThan(low)
    expect(view.total.n).toBeLessThan(high)
    expect(view.spots).toHaveLength(30)
  }
})

test('pages through the list without gaps or repetition in every order', async () => {
  for (const sort of ['best', 'newest', 'nearest']) {
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 5; page++) {
      const view: View = await lookAs(
        'visitor',
        { ...CROWD, west: 101, east: 104, north: 15 },
        { sort, cursor, page_size: 40 },
      )
      seen.push(...view.spots.map((spot) => spot.id))
      cursor = view.cursor
    }
    expect(seen.length).toBe(200)
    expect(new Set(seen).size).toBe(200)
  }
})

test('shows both sides of the antimeridian in every notation of longitudes', async () => {
  const fiji = { south: -20, north: -10, zoom: 7 }
  for (const [west, east] of [
    [178, -178],
    [178, 182],
    [-182, -178],
  ] as const) {
    const view = await lookAs('visitor', { ...fiji, west, east })
    expect(view.spots.map((spot) => spot.title).sort()).toEqual(['Fiji east', 'Fiji west'])
    expect(sum(view)).toBe(2)
  }
  expect((await lookAs('visitor', { ...fiji, west: -178, east: 178 })).spots).toEqual([])
})

test('shows spots at the poles', async () => {
  const view = await lookAs('visitor', { west: 20, east: 40, south: 80, north: 90, zoom: 4 })
  expect(view.spots.map((spot) => spot.title)).toEqual(['North pole'])
})

test('shows a new spot to its author at once, and to others after the refresh', async () => {
  const { owner, ids } = people
  const [spot] = await owner<{ id: string }[]>`insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Just now', 'walk', 105.5, 15.5, 'published', ${ids.author}) returning id`
  const own = await lookAs('author', CROWD)
  expect(own.clusters.map((cluster) => cluster.id)).toContain(spot?.id)
  const before = sum(await lookAs('visitor', CROWD))
  await owner`select public.refresh_spot_cells()`
  expect(sum(await lookAs('visitor', CROWD))).toBe(before + 1)
  expect((await lookAs('author', CROWD)).clusters.filter((cluster) => cluster.id === spot?.id)).toEqual([])
})

test.each([
  ['a view upside down', { south: 10, north: 5 }],
  ['an unknown order', { sort: 'worst' }],
  ['a cursor of someone’s own', { cursor: "1_x'; drop table spots" }],
  ['an unknown access', { access: ['bribe'] }],
])('rejects %s with a message', async (_what, wrong) => {
  await expect(lookAs('visitor', { ...CROWD, ...wrong }, wrong)).rejects.toMatchObject({ code: '22023' })
})

test('accepts any text as a search', async () => {
  for (const q of ["'; drop table spots --", ':*&|!()', '\\', 'a'.repeat(5000), '🏔', "o'b:A", '   ']) {
    await expect(lookAs('visitor', HERE, { q })).resolves.toHaveProperty('total')
  }
})

test('reads the viewer from the token and ignores the argument', async () => {
  const view = await people
    .as('visitor', async (sql) => {
      const [row] = await sql<
        { view: View }[]
      >`select private.explore_view((null::public.spot_access is null)::text, 1) as view`.catch(() => [])
      return row
    })
    .catch(() => undefined)
  expect(view).toBeUndefined()
  const stolen = await people.as('visitor', async (sql) => {
    const [row] = await sql<{ view: View }[]>`
      select private.explore_view(row(1, ${people.ids.author}::uuid, 7, 44.5, 8, 45.5, null, null, false, null, null, null, 7.5, 45)::private.spot_filter,
        9::double precision, 'best', 30, null) as view`
    return row?.view
  })
  expect(stolen?.spots.map((spot) => spot.title).sort()).toEqual(SHOWN_TO_ALL)
})

test('ranks spots with matching names before better-rated ones that only mention the words', async () => {
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id, description, rating_sum, review_count) values
    ('Quince Tower', 'building', 140, 40, 'published', null, '', 0, 0),
    ('Old Quince Tower Inn', 'stay', 140.1, 40, 'published', null, '', 25, 5),
    ('Harbour', 'coast', 140.2, 40, 'published', null, 'Below the quince tower.', 50, 10)`
  const { spots } = await lookAs('visitor', WORLD, { q: 'quince tower' })
  expect(spots.map(({ title }) => title)).toEqual(['Quince Tower', 'Old Quince Tower Inn', 'Harbour'])
})

test('shows members hundreds of their own private spots, and counts them', async () => {
  const { author } = people.ids
  await people.owner`insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    select 'Imported ' || n, 'cafe', 60 + n / 1000.0, -30, 'private', 'published', ${author} from generate_series(1, 700) as n`
  const view = await lookAs('author', { west: 59, south: -31, east: 61, north: -29, zoom: 8 })
  expect([view.total, sum(view)]).toEqual([{ n: 700, exact: true }, 700])
  const world = await lookAs('author', WORLD)
  expect(world.clusters.length).toBeLessThan(700)
})
