import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

const CITIES = [
  [1, 'Marseille', 'FR', 870_731, 5.38, 43.3],
  [2, 'Livorno', 'IT', 157_783, 10.31, 43.55],
  [3, 'Kalmar', 'SE', 41_388, 16.36, 56.66],
  [4, 'Taveuni', 'FJ', 5_000, -179.99, -16.8],
  [5, 'Kiruna', 'SE', 18_154, 20.23, 67.86],
] as const

let people: People
beforeAll(async () => {
  people = await createPeople()
  for (const [id, name, country, population, lng, lat] of CITIES) {
    await people.owner`insert into public.cities (id, slug, name, country_code, country_name, population, time_zone, feature_code, lng, lat)
      values (${id}, ${`city-${id}`}, ${name}, ${country}, ${country}, ${population}, 'UTC', 'PPL', ${lng}, ${lat})`
  }
})
afterAll(() => people[Symbol.asyncDispose]())

test.each([
  ['a spot in the city', 5.37, 43.29, 'Marseille'],
  ['an islet 4 km off the port', 5.325, 43.28, 'Marseille'],
  ['an island 36 km across the sea', 9.9, 43.43, null],
  ['the same land 40 km away', 10.4, 43.2, 'Livorno'],
  ['an island behind a narrow strait', 16.49, 56.33, 'Kalmar'],
  ['the open sea', 7, 43, null],
  ['a place beyond the polar circle, 16 km away', 20.6, 67.85, 'Kiruna'],
  ['the sea beyond the polar circle', -5, 67.5, null],
  ['the same island on the other side of the antimeridian', 179.95, -16.95, 'Taveuni'],
])('finds the city of %s', async (_place, lng, lat, name) => {
  const [row] = await people.owner<{ name: string | null }[]>`select (private.find_city(${lng}, ${lat})).name`
  expect(row?.name ?? null).toBe(name)
  const ofImports = await people.owner<{ name: string }[]>`
    select name from private.list_nearest_cities(${lng}, ${lat}) join public.cities using (id)`
  expect(ofImports[0]?.name ?? null).toBe(name)
})
