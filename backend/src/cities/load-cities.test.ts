import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { assignSlugs } from './assign-slugs.ts'
import { loadCities } from './load-cities.ts'
import { toSlug } from './normalize-name.ts'

const LARGE = { minimumPopulation: 500_000 }

function city(fields: { id: number; name: string; country_code?: string; admin1_code?: string; admin1_name?: string }) {
  return {
    admin1_code: null,
    admin1_name: null,
    admin2_name: null,
    country_code: 'FR',
    country_name: 'France',
    population: 0,
    time_zone: 'Europe/Paris',
    feature_code: 'PPL',
    lng: 0,
    lat: 0,
    ...fields,
  }
}

test('assigns the plain slug to the largest city of a name; others add country and region, then their id', () => {
  const slugs = assignSlugs([
    city({ id: 1, name: 'Paris' }),
    city({ id: 2, name: 'Paris', country_code: 'US', admin1_code: 'TX', admin1_name: 'Texas' }),
    city({ id: 3, name: 'París', country_code: 'CA', admin1_code: '08', admin1_name: 'Ontario' }),
    city({ id: 4, name: 'Paris', country_code: 'US', admin1_code: 'TX', admin1_name: 'Texas' }),
    city({ id: 5, name: '東京' }),
  ]).map(({ slug }) => slug)
  expect(slugs).toEqual(['paris', 'paris-us-tx', 'paris-ca-ontario', 'paris-4', '5'])
})

test('builds slugs from plain letters', () => {
  expect(['São Paulo', 'Xi’an', 'Łódź', 'Þórshöfn', '  A--B '].map(toSlug)).toEqual([
    'sao-paulo',
    'xian',
    'lodz',
    'thorshofn',
    'a-b',
  ])
})

test('loads cities once, with regions, time zones and names by which they are suggested', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  const loaded = await loadCities(owner, LARGE)
  expect(loaded).toBeGreaterThan(700)
  expect(await loadCities(owner, LARGE)).toBe(0)
  const [turin] =
    await owner`select name, local_name, local_language, admin1_name, country_code, country_name, time_zone from public.cities where slug = 'turin'`
  expect(turin).toEqual({
    name: 'Turin',
    local_name: 'Torino',
    local_language: 'it',
    admin1_name: 'Piedmont',
    country_code: 'IT',
    country_name: 'Italy',
    time_zone: 'Europe/Rome',
  })
  const [suggested] = await owner`select array(
    select public.suggest(q) -> 0 ->> 'name' from unnest(array['torin', 'Praha', 'Москва', '東京']) as q) as names`
  expect(suggested?.names).toEqual(['Turin', 'Prague', 'Moscow', 'Tokyo'])
  const [index] = await owner`select count(*)::int as count from pg_indexes where indexname = 'cities_position_idx'`
  expect(index?.count).toBe(1)
  const analyzed =
    await owner`select distinct tablename as name from pg_stats where tablename in ('cities', 'city_names')`
  expect(analyzed.map(({ name }) => name).sort()).toEqual(['cities', 'city_names'])
})

test('derives regions from names that have their indexes, without which it takes minutes', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  const countIndexes = `select count(*)::integer as count from pg_indexes where tablename = 'city_names'`
  const [before] = await owner.unsafe<{ count: number }[]>(countIndexes)
  await owner.unsafe(`
    create table public.counted (count integer);
    create function public.count_indexes() returns trigger language plpgsql
      as $$ begin insert into public.counted ${countIndexes}; return null; end $$;
    create trigger count_indexes before insert on private.regions execute function public.count_indexes()`)
  await loadCities(owner, LARGE)
  expect(await owner`select count from public.counted`).toEqual([{ count: before?.count }])
})

test('updates rows on reload, frees taken slugs, and deletes only unreferenced cities', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  await owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat) values
    (900000001, 'turin', 'Turin of old', 'IT', 'Italy', 'Europe/Rome', 'PPL', 7.6, 45),
    (900000002, 'gone', 'Gone', 'IT', 'Italy', 'Europe/Rome', 'PPL', 8, 45)`
  await owner`insert into public.spots (title, category, lng, lat) values ('Castle', 'castle', 7.6, 45)`
  await loadCities(owner, LARGE)
  const kept = await owner`select id, slug from public.cities where id > 900000000 or slug = 'turin' order by id`
  expect(kept).toEqual([
    { id: 3165524, slug: 'turin' },
    { id: 900000001, slug: 'turin-900000001' },
  ])
})
