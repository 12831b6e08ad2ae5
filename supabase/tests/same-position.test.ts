import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

/** Spots of one building share a position, and no order may depend on how the database happens to read them. */

const COUNT = 90
/** Ids in an order that is neither ascending nor descending. */
const IDS = Array.from(
  { length: COUNT },
  (_, index) => `samepoint${String((index * 37 + 11) % COUNT).padStart(3, '0')}`,
)
const SORTED = IDS.toSorted()

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`
    insert into public.spots (id, title, category, lng, lat, status)
    select id, 'Shop', 'cafe', 105, 15, 'published' from unnest(${IDS}::text[]) as id`
  // So many spots that a view does not sort all of them.
  await people.owner`
    insert into public.spots (title, category, lng, lat, status)
    select 'Crowd ' || n, 'castle', 100 + (n * 7919 % 10000) / 1000.0, 10 + (n * 104729 % 10000) / 1000.0, 'published'
    from generate_series(1, 4000) as n`
  await people.owner`select public.refresh_spot_cells(rebuild => true)`
})
afterAll(() => people[Symbol.asyncDispose]())

type Rows = { id: string }[]

test('lists the nearest spots, and possible duplicates, in the order of their ids', async () => {
  const [row] = await people.as(
    'visitor',
    (sql) => sql<{ list: Rows; nearby: Rows; duplicates: Rows }[]>`
      select public.list_nearest_spots(105, 15, 20) as list, private.nearby_spots(105, 15, '', 6) as nearby,
        public.list_nearby_duplicates(105, 15, '') as duplicates`,
  )
  expect(row?.list.map(({ id }) => id)).toEqual(SORTED.slice(0, 20))
  expect(row?.nearby.map(({ id }) => id)).toEqual(SORTED.slice(0, 6))
  expect(row?.duplicates.map(({ id }) => id)).toEqual(SORTED.slice(0, 5))
})

test('suggests the first of the nearest spots outside an empty view', async () => {
  const [row] = await people.as(
    'visitor',
    (sql) => sql<{ page: { nearest: { id: string } } }[]>`
      select public.explore_page(104.998, 14.99, 104.999, 14.991, 16, categories => '{cafe}') as page`,
  )
  expect(row?.page.nearest.id).toBe(SORTED[0])
})

test('pages through the nearest spots without gaps or repetition', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < 4; page += 1) {
    const [row] = await people.as(
      'visitor',
      (sql) => sql<{ view: { spots: Rows; cursor: string | null } }[]>`
        select public.explore_view(100, 10, 110, 20, 6, sort => 'nearest', page_size => 25, cursor => ${cursor}) as view`,
    )
    seen.push(...(row?.view.spots ?? []).map(({ id }) => id))
    cursor = row?.view.cursor ?? null
  }
  expect(seen.slice(0, COUNT)).toEqual(SORTED.toReversed())
  expect(new Set(seen).size).toBe(100)
})
