import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBounds, fitBounds } from '../../web/app/features/map/map-view.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (3165524, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
  await people.owner`insert into public.spots (title, category, lng, lat, status) values
    ('Near Turin', 'castle', 7.7, 45.07, 'published'), ('Near the middle', 'castle', 7.6, 45.04, 'published'),
    ('Museum in Milan', 'museum', 9.2, 45.47, 'published'), ('Far south', 'coast', 7.6, -40, 'published')`
})
afterAll(() => people[Symbol.asyncDispose]())

const MAP = { width: 992, height: 772 }

test('fits bounds as the web app does', async () => {
  const bounds = { west: -3.7, south: 36.1, east: 24.9, north: 60.2 }
  const [fitted] = await people.owner<{ lng: number; lat: number; zoom: number }[]>`
    select * from private.fit_map_view(${bounds.west}, ${bounds.south}, ${bounds.east}, ${bounds.north}, 992, 772)`
  const { center, zoom } = fitBounds(bounds, { ...MAP, paddingPx: 72, maxZoom: 11 })
  expect(fitted?.lng).toBeCloseTo(center.lng, 6)
  expect(fitted?.lat).toBeCloseTo(center.lat, 6)
  expect(fitted?.zoom).toBeCloseTo(zoom, 6)
})

test('returns a start view whose bounds match its position', async () => {
  const [row] = await people.owner<{ start: { position: Position; bounds: object; page: { view: object } } }[]>`
    select public.explore_start(992, 772) as start`
  const { position, bounds, page } = row!.start
  const expected = findBounds({ center: position, zoom: position.zoom, ...MAP })
  for (const [side, degrees] of Object.entries(bounds))
    expect(degrees).toBeCloseTo(expected[side as keyof typeof expected], 4)
  expect(Object.keys(page)).toEqual(['view', 'origin', 'nearest'])
})

test('measures from the largest city in the middle of a view, and from the middle elsewhere', async () => {
  const [row] = await people.owner<{ city: Origin; middle: Origin; given: Origin }[]>`
    select public.explore_page(7, 44.5, 8.4, 45.6, 9) -> 'origin' as city,
      public.explore_page(-31, -21, -29, -19, 7) -> 'origin' as middle,
      public.explore_page(7, 44.5, 8.4, 45.6, 9, near_lng => 7.1, near_lat => 44.9) -> 'origin' as given`
  expect(row?.city.name).toBe('Turin')
  expect(row?.middle).toEqual({ name: null, lng: -30, lat: -20 })
  expect(row?.given).toEqual({ name: null, lng: 7.1, lat: 44.9 })
})

test('sorts by the distance from the origin, not from the middle of the view', async () => {
  const [row] = await people.owner<{ city: Page; middle: Page; given: Page }[]>`
    select public.explore_page(7.1, 44.5, 8.1, 45.6, 9, sort => 'nearest') as city,
      public.explore_page(7.1, 44.5, 8.1, 45.6, 4, sort => 'nearest') as middle,
      public.explore_page(7.1, 44.5, 8.1, 45.6, 9, sort => 'nearest', near_lng => 7.4, near_lat => 45) as given`
  expect(row?.city.view.spots.map(({ title }) => title)).toEqual(['Near Turin', 'Near the middle'])
  expect(row?.middle.view.spots.map(({ title }) => title)).toEqual(['Near the middle', 'Near Turin'])
  expect(row?.given.view.spots.map(({ title }) => title)).toEqual(['Near the middle', 'Near Turin'])
})

test('returns the nearest spot that passes the filters of an empty view, at most 300 km from its middle', async () => {
  const [row] = await people.owner<{ empty: Page; filtered: Page; far: Page; full: Page }[]>`
    select public.explore_page(7, -42, 7.2, -41.8, 12) as empty,
      public.explore_page(7.61, 45.03, 7.65, 45.05, 14, categories => '{coast,museum}') as filtered,
      public.explore_page(0, -46, 4, -44, 8) as far,
      public.explore_page(7.1, 44.5, 8.1, 45.6, 9) as full`
  expect(row?.empty.nearest?.title).toBe('Far south')
  expect(row?.filtered.nearest?.title).toBe('Museum in Milan')
  expect(row?.far.nearest).toBeNull()
  expect(row?.full.nearest).toBeNull()
})

test('finds a city by its name', async () => {
  const [row] = await people.owner<{ start: { city?: { lng: number; lat: number } } }[]>`
    select public.explore_start(992, 772, q => 'turin') as start`
  expect(row?.start.city?.lat).toBeCloseTo(45.07, 1)
})

interface Position {
  lng: number
  lat: number
  zoom: number
}

interface Page {
  view: { spots: { title: string }[] }
  nearest: { title: string } | null
}

interface Origin {
  name: string | null
  lng: number
  lat: number
}

test.each([
  [
    'two continents where they fit',
    992,
    [
      [-74, 40.7, 3],
      [12.5, 41.9, 2],
    ],
    'both',
  ],
  [
    'the larger part where they do not',
    390,
    [
      [-74, 40.7, 3],
      [-71, 42.3, 1],
      [12.5, 41.9, 2],
      [139, 35, 2],
    ],
    'America',
  ],
  [
    'spots on both sides of the antimeridian',
    390,
    [
      [178, -18, 5],
      [-179, -17, 5],
      [12.5, 41.9, 2],
    ],
    'Fiji',
  ],
  ['the world where there are none', 390, [], 'world'],
] as const)('opens the map on %s', async (_what, width, points, expected) => {
  const clusters = JSON.stringify(points.map(([lng, lat, n]) => ({ lng, lat, n })))
  const [view] = await people.owner<{ lng: number; lat: number; zoom: number }[]>`
    select * from private.fit_clusters(${clusters}::text::json, ${width}, 470)`
  const { lng = 0 } = view ?? {}
  const found =
    (Math.abs(lng + 30) < 3 && 'both') ||
    (Math.abs(lng + 72.5) < 1 && 'America') ||
    (Math.abs(Math.abs(lng) - 179.5) < 0.6 && 'Fiji')
  expect(found || 'world').toBe(expected)
})
