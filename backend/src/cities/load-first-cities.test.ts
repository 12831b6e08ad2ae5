import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { loadCitiesOfNewSite } from './load-first-cities.ts'

/** About 4,600 cities, so three batches. */
const SOME = { minimumPopulation: 100_000 }
const signal = new AbortController().signal
const nothing = () => undefined

test('commits the cities of a new site in batches, and finishes a load that was interrupted', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 4 })
  const ending = new AbortController()
  const stopped = loadCitiesOfNewSite(owner, { ...SOME, signal: ending.signal, onProgress: () => ending.abort() })
  await expect(stopped).rejects.toThrow(/abort/)
  const [partly] = await owner`select count(*)::int as count, public.get_city_version() as version from public.cities`
  expect(partly).toEqual({ count: 2000, version: null })
  const loaded = await loadCitiesOfNewSite(owner, { ...SOME, signal, onProgress: nothing })
  const [complete] = await owner`select count(*)::int as count from public.cities`
  expect(complete?.count).toBe(loaded)
  expect(loaded).toBeGreaterThan(4000)
  expect(await loadCitiesOfNewSite(owner, { ...SOME, signal, onProgress: nothing })).toBe(0)
})

test('loads once for two processes, and repeats a load whose connection was lost', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 4 })
  const breaking = loadCitiesOfNewSite(owner, {
    ...SOME,
    signal,
    onProgress: () =>
      void owner`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
  })
  const other = breaking
    .then(nothing, nothing)
    .then(() => loadCitiesOfNewSite(owner, { ...SOME, signal, onProgress: nothing }))
  await expect(breaking).rejects.toThrow()
  expect(await other).toBeGreaterThan(4000)
})

test('assigns a city to spots that were created in the meantime', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 4 })
  await owner`insert into public.spots (title, category, lng, lat) values ('Castle', 'castle', 7.6, 45.05)`
  await loadCitiesOfNewSite(owner, { ...SOME, signal, onProgress: nothing })
  const spots = await owner`
    select spots.title, cities.slug, spots.country_code from public.spots left join public.cities on cities.id = spots.city_id`
  expect(spots).toEqual([{ title: 'Castle', slug: 'turin', country_code: 'IT' }])
})
