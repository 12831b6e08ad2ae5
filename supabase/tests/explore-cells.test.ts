import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sql } from '../../backend/src/postgres/statements/sql.ts'
import { createTestDatabase } from '../../backend/test/test-database.ts'
import { toMapCell } from './map-cell.ts'

interface Cell {
  cell: string
  audience: number
  n: number
  category_positions: number[]
  counts: number[][]
  x: number
  y: number
}

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((millionths) => millionths / 1e6)

const Place = fc.record({
  lng: fc.oneof(degrees(180), fc.constantFrom(-180, 180, 7.7, 7.7001, 7.70011)),
  lat: fc.oneof(degrees(90), fc.constantFrom(-90, 90, 45, 45.0001)),
  category: fc.constantFrom('castle', 'cafe', 'summit', 'station'),
  visibility: fc.constantFrom('public', 'public', 'members', 'link', 'private'),
  status: fc.constantFrom('published', 'published', 'closed', 'draft', 'pending'),
  rating: fc.constantFrom(0, 1, 3, 5),
  photos: fc.constantFrom(0, 2),
})
type Place = typeof Place extends fc.Arbitrary<infer T> ? T : never

const Step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), places: fc.array(Place, { minLength: 1, maxLength: 12 }) }),
  fc.record({ do: fc.constant('crowd' as const), place: Place }),
  fc.record({ do: fc.constant('move' as const), place: Place, which: fc.nat(50) }),
  fc.record({ do: fc.constant('delete' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('thin' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('fold' as const) }),
)
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never

async function insertPlaces(sql: Sql, places: Place[]): Promise<void> {
  const rows = places.map(({ rating, photos, ...place }) => ({
    ...place,
    title: 'A place',
    review_count: rating === 0 ? 0 : 1,
    rating_sum: rating,
    photo_count: photos,
  }))
  await sql`insert into public.spots ${sql.insertion(...rows)}`
}

async function runStep(sql: Sql, step: Step): Promise<void> {
  const pick =
    'which' in step
      ? sql.fragment`(select id from public.spots order by id offset ${step.which} limit 1)`
      : sql.fragment`null`
  switch (step.do) {
    case 'insert':
      return insertPlaces(sql, step.places)
    case 'crowd':
      return insertPlaces(sql, new Array<Place>(70).fill(step.place))
    case 'move':
      await sql`update public.spots set lng = ${step.place.lng}, lat = ${step.place.lat}, category = ${step.place.category},
        visibility = ${step.place.visibility}, status = ${step.place.status}, photo_count = ${step.place.photos}
        where id = ${pick}`
      return
    case 'delete':
      await sql`delete from public.spots where id = ${pick}`
      return
    case 'thin':
      await sql`delete from public.spots where id in (select id from public.spots order by id offset ${step.which} limit 40)`
      return
    case 'fold':
      await sql`select public.refresh_spot_cells(3)`
  }
}

async function foldAll(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<
      { changes: number }[]
    >`select (public.refresh_spot_cells() ->> 'changes')::integer as changes`
    if (!row?.changes) return
  }
}

const listCells = (sql: Sql) => sql<Cell[]>`
  select cell::text, audience, n, category_positions, counts, x, y from private.spot_cells order by cell, audience`

/** Computes the pyramid by its definition, slowly: counts every spot in each of its cells. */
async function countByHand(sql: Sql): Promise<Map<string, number>> {
  const spots = await sql<{ lng: number; lat: number; is_public: boolean }[]>`
    select lng, lat, visibility = 'public' as is_public from public.spots
    where status in ('published', 'closed') and visibility in ('public', 'members')`
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const spot of spots) {
    for (let level = 0; level <= 16; level++) {
      const cell = toMapCell(spot.lng, spot.lat, level)
      add(`${cell} all`)
      if (spot.is_public) add(`${cell} public`)
    }
  }
  return counts
}

function listExpected(counts: Map<string, number>): Map<string, number> {
  const expected = new Map<string, number>()
  for (const [key, all] of counts) {
    const [cell, whose] = key.split(' ')
    if (whose !== 'all' || !cell) continue
    const isDeep = BigInt(cell) >= 4n ** 13n
    if (isDeep && (counts.get(`${BigInt(cell) >> 2n} all`) ?? 0) <= 64) continue
    const open = counts.get(`${cell} public`) ?? 0
    if (open > 0) expected.set(`${cell} 0`, open)
    if (open < all) expected.set(`${cell} 1`, all)
  }
  return expected
}

/** Cells with positions rounded, because sums in another order differ in their last digits. */
function rounded(cells: Cell[]) {
  return cells.map((cell) => ({ ...cell, x: cell.x.toFixed(6), y: cell.y.toFixed(6) }))
}

test('matches a naive count after any inserts, moves, deletes and refreshes', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await sql`truncate public.spots cascade`
      for (const step of steps) await runStep(sql, step)
      await foldAll(sql)
      const cells = await listCells(sql)
      const found = new Map(cells.map((cell) => [`${cell.cell} ${cell.audience}`, cell.n]))
      const expected = listExpected(await countByHand(sql))
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      for (const cell of cells) expect(cell.counts.reduce((sum, kind) => sum + (kind[0] ?? 0), 0)).toBe(cell.n)
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('builds the same cells step by step and all at once', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  await insertPlaces(sql, fc.sample(Place, { numRuns: 300, seed: 7 }))
  await insertPlaces(
    sql,
    new Array<Place>(90).fill({ ...fc.sample(Place, 1)[0], visibility: 'members', status: 'published' } as Place),
  )
  await foldAll(sql)
  const folded = await listCells(sql)
  await sql`select public.refresh_spot_cells(rebuild => true)`
  const built = await listCells(sql)
  expect(rounded(built)).toEqual(rounded(folded))
})

test('applies a few changes or rebuilds everything, whichever is faster', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  const places = (count: number) =>
    fc
      .sample(Place, { numRuns: count, seed: 7 })
      .map((it): Place => ({ ...it, status: 'published', visibility: 'public' }))
  const refresh = async () => {
    const [row] = await sql<{ done: { changes: number; cells: number } }[]>`
      select public.refresh_spot_cells(max_changes => 1000, rebuild => null) as done`
    return row?.done
  }
  await insertPlaces(sql, places(300))
  expect(await refresh()).toMatchObject({ changes: 0, cells: expect.toSatisfy((cells: number) => cells > 300) })
  await sql`analyze public.spots`
  await insertPlaces(sql, places(20))
  expect(await refresh()).toMatchObject({ changes: 20 })
  await insertPlaces(sql, places(40))
  expect(await refresh()).toMatchObject({ changes: 0, cells: expect.toSatisfy((cells: number) => cells > 300) })
  const refreshed = await listCells(sql)
  await sql`select public.refresh_spot_cells(rebuild => true)`
  expect(rounded(refreshed)).toEqual(rounded(await listCells(sql)))
})

test('counts ratings and photos separately for each category', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 1 })
  const place = {
    lng: 7.7,
    lat: 45,
    category: 'castle',
    visibility: 'public',
    status: 'published',
    rating: 0,
    photos: 0,
  } as const
  await insertPlaces(sql, [
    place,
    { ...place, rating: 3 },
    { ...place, rating: 5, photos: 2 },
    { ...place, category: 'cafe' },
  ])
  await foldAll(sql)
  const [world] = await sql<Cell[]>`select * from private.spot_cells where cell = 1`
  expect(world).toMatchObject({
    n: 4,
    category_positions: [11, 18],
    counts: [
      [3, 2, 2, 2, 1, 1, 1],
      [1, 0, 0, 0, 0, 0, 0],
    ],
  })
})

test('neither deadlocks nor loses a change with many writers and two refreshes at once', async () => {
  await using database = await createTestDatabase()
  const sql = database.connect('owner', { max: 8 })
  const write = async (seed: number) => {
    for (const place of fc.sample(Place, { numRuns: 25, seed })) {
      await insertPlaces(sql, [place])
      await sql`update public.spots set lng = ${place.lng / 2}, review_count = 1, rating_sum = 4
        where id = (select id from public.spots order by md5(id) limit 1 for update skip locked)`
    }
  }
  const fold = async () => {
    for (let round = 0; round < 12; round++) await sql`select public.refresh_spot_cells(20)`
  }
  await Promise.all([write(1), write(2), write(3), write(4), fold(), fold()])
  await foldAll(sql)
  const cells = await listCells(sql)
  const expected = listExpected(await countByHand(sql))
  expect(Object.fromEntries(cells.map((cell) => [`${cell.cell} ${cell.audience}`, cell.n]))).toEqual(
    Object.fromEntries(expected),
  )
})

test('lets only the server refresh the cells', async () => {
  await using database = await createTestDatabase()
  const api = database.connect('authenticator', { max: 1 })
  for (const role of ['anon', 'authenticated']) {
    const attempt = api.begin(async (sql) => {
      await sql`select set_config('role', ${role}, true)`
      await sql`select public.refresh_spot_cells()`
    })
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  }
})
