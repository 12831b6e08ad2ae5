import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import type { Viewer } from './visibility-rule.ts'

interface Found {
  type: string
  slug?: string
  name?: string
  title?: string
  category?: string
  country?: string | null
  matched?: string | null
  city?: { slug: string } | string | null
  region?: { name: string } | string | null
}

const CITIES = [
  [1, 'Florence', 'IT', 'Italy', '16', 'Tuscany', 350_000, 11.25, 43.77],
  [2, 'Siena', 'IT', 'Italy', '16', 'Tuscany', 53_000, 11.33, 43.32],
  [3, 'Vienna', 'AT', 'Austria', '09', 'Vienna', 1_690_000, 16.37, 48.21],
  [4, 'Glasgow', 'GB', 'United Kingdom', 'SCT', 'Scotland', 590_000, -4.26, 55.86],
  [5, 'Amman', 'JO', 'Jordan', '16', 'Amman', 1_200_000, 35.93, 31.95],
  [6, 'Jordan', 'US', 'United States of America', 'MN', 'Minnesota', 6_000, -93.63, 44.67],
  [7, 'Paris', 'FR', 'France', '11', 'Île-de-France', 2_138_000, 2.35, 48.85],
  [8, 'Par', 'GB', 'United Kingdom', 'ENG', 'England', 9_400, -4.7, 50.35],
  [9, 'Grand Canyon', 'US', 'United States of America', 'AZ', 'Arizona', 1_460, -112.14, 36.05],
  [10, 'Monaco', 'MC', 'Monaco', null, null, 32_900, 7.42, 43.73],
  [11, 'Portland', 'US', 'United States of America', 'OR', 'Oregon', 632_000, -122.68, 45.52],
  [12, 'Portland', 'US', 'United States of America', 'ME', 'Maine', 66_000, -70.26, 43.66],
  [13, 'Tajimi', 'JP', 'Japan', '09', 'Gifu', 103_000, 137.13, 35.32],
  [14, 'Tajura', 'LY', 'Libya', '77', 'Tripoli', 100_000, 13.35, 32.88],
  [15, 'Tajpur', 'IN', 'India', '34', 'Bihar', 99_000, 85.68, 25.86],
  [16, 'Tajrish', 'IR', 'Islamic Republic of Iran', '26', 'Tehran', 98_000, 51.43, 35.8],
  [17, 'Tajao', 'ES', 'Spain', '53', 'Canary Islands', 97_000, -16.47, 28.11],
  [19, 'Vancouver', 'CA', 'Canada', '02', 'British Columbia', 600_000, -123.12, 49.25],
  [20, 'Fontenay-le-Comte', 'FR', 'France', '52', 'Pays de la Loire', 16_000, -0.81, 46.47],
  [18, 'Peking Town', 'CN', "People's Republic of China", '22', 'Beijing', 11_000_000, 116.4, 39.9],
] as const

const SPOTS = [
  ['Machu Picchu Restaurant', 'kitchen', -77.03, 38.9, 'US', null],
  ['Historic Sanctuary of Machu Picchu', 'building', -72.55, -13.16, 'PE', null],
  ['Grand Canyon National Park', 'wood', -112.1, 36.1, 'US', null],
  ['Taj Mahal', 'building', 78.04, 27.17, 'IN', null],
  ['Petra', 'ruin', 26.18, 39.33, 'GR', null],
  ['Petra', 'building', 35.44, 30.33, 'JO', 5],
  ['Musée Océanographique', 'museum', 7.43, 43.73, 'MC', 10],
  ['Cistercian Abbey of Fontenay', 'building', 4.39, 47.64, 'FR', null],
  ['Sundarbans National Park', 'wood', 88.9, 21.95, 'IN', null],
  ['Ulu r u-Kata Tju t a National Park', 'wood', 131, -25.33, 'AU', null],
  ['John F Kennedy International Airport', 'station', -73.78, 40.64, 'US', null],
  ['London Waterloo', 'station', -0.11, 51.5, 'GB', null],
  ['International Spy Museum', 'museum', -4.3, 55.9, 'GB', null],
] as const

let people: People
beforeAll(async () => {
  people = await createPeople()
  const { owner, ids } = people
  for (const [id, name, country, countryName, code, region, population, lng, lat] of CITIES) {
    await owner`insert into public.cities (id, slug, name, country_code, country_name, admin1_code, admin1_name, population,
        time_zone, feature_code, lng, lat)
      values (${id}, ${`city-${id}`}, ${name}, ${country}, ${countryName}, ${code}, ${region}, ${population}, 'UTC', 'PPL', ${lng}, ${lat})`
  }
  await owner`select public.load_city_names('[{"id":7,"name":"Xanten an der Seine","languages":["en"]}]', 'shipped')`
  await owner`select private.collect_city_words(null)`
  await owner`select private.collect_regions()`
  for (const [title, category, lng, lat, country, city] of SPOTS) {
    await owner`insert into public.spots (title, category, lng, lat, country_code, city_id, status, author_id)
      values (${title}, ${category}, ${lng}, ${lat}, ${country}, ${city}, 'published', ${ids.author})`
  }
  await owner`insert into public.spots (title, category, lng, lat, country_code, status, visibility, author_id)
    values ('Secret Grotto', 'cave', 11, 43, 'IT', 'published', 'private', ${ids.author})`
  await owner`select public.refresh_spot_cells(rebuild => true)`
})
afterAll(() => people[Symbol.asyncDispose]())

async function search(q: string, viewer: Viewer = 'visitor'): Promise<Found[]> {
  return people.as(viewer, async (sql) => {
    const [row] = await sql<{ list: Found[] }[]>`select public.suggest(${q}) as list`
    return row?.list ?? []
  })
}

test.each([
  ['machu picchu', 'Historic Sanctuary of Machu Picchu'],
  ['machu picchu restaurant', 'Machu Picchu Restaurant'],
  ['grand canyon', 'Grand Canyon National Park'],
  ['visit taj mahal', 'Taj Mahal'],
  ['where is the taj mahal', 'Taj Mahal'],
  ['monaco oceanographic', 'Musée Océanographique'],
  ['glasgow spy museum', 'International Spy Museum'],
  ['spy museum scotland', 'International Spy Museum'],
  ['cisterxqacn abbey of fontenay', 'Cistercian Abbey of Fontenay'],
  ['sudnarans national park', 'Sundarbans National Park'],
  ['uluru', 'Ulu r u-Kata Tju t a National Park'],
  ['waterloo station', 'London Waterloo'],
  ['jfk airport', 'John F Kennedy International Airport'],
])('lists the spot that “%s” means first', async (q, title) => {
  expect((await search(q))[0]).toMatchObject({ type: 'spot', title })
})

test('finds a spot by its name and its country', async () => {
  expect(await search('petra jordan')).toMatchObject([{ type: 'spot', title: 'Petra', country: 'Jordan' }])
})

test('narrows a city down by the short form of its state', async () => {
  expect((await search('vancouver bc'))[0]).toMatchObject({ type: 'city', name: 'Vancouver' })
})

test('lists a large city before a village whose short name is its start', async () => {
  const names = (await search('par')).filter(({ type }) => type === 'city').map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(['Paris', 'Par'])
})

test('matches one letter only with the start of a displayed city name', async () => {
  const [first] = await search('x')
  expect(first).toMatchObject({ name: 'Paris', matched: 'Xanten an der Seine' })
  expect((await search('p'))[0]).toMatchObject({ name: 'Peking Town' })
})

test('shows a spot among the first five although five cities begin like it', async () => {
  expect((await search('taj')).slice(0, 5).map(({ title }) => title)).toContain('Taj Mahal')
})

test.each([
  ['tuscany', { name: 'Tuscany', country: 'Italy', matched: null }],
  ['Toskana', { name: 'Tuscany', country: 'Italy', matched: null }],
  ['scotl', { name: 'Scotland', country: 'United Kingdom' }],
  ['scotlnad', { name: 'Scotland', country: 'United Kingdom' }],
  ['italien', { name: 'Italy', country: null }],
  ['jordan', { name: 'Jordan', country: null }],
])('suggests the region that “%s” names', async (q, expected) => {
  expect((await search(q))[0]).toMatchObject({ type: 'region', ...expected })
})

test('suggests the city alone when a region has its name', async () => {
  expect((await search('vienna')).map(({ type }) => type)).toEqual(['city'])
})

test.each([
  ['castles in scotland', 'castle', 'Scotland'],
  ['museums in jordan', 'museum', 'Jordan'],
  ['tuscany wineries', 'bar', 'Tuscany'],
  ['museen in österreich', 'museum', 'Austria'],
])('looks for the category of “%s” in the region', async (q, category, name) => {
  expect((await search(q))[0]).toMatchObject({ type: 'category', category, city: null, region: { name } })
})

test.each([
  ['waterfalls near portland oregon', 'city-11'],
  ['waterfalls near portland maine', 'city-12'],
  ['museums in vienna', 'city-3'],
  ['brewery portland oregon', 'city-11'],
])('looks for the category of “%s” around the city', async (q, slug) => {
  expect((await search(q))[0]).toMatchObject({ type: 'category', city: { slug }, region: null })
})

test.each([
  ['supermarkets', 'market'],
  ['botanical garden', 'garden'],
  ['Музеи', 'museum'],
  ['レストラン', 'kitchen'],
])('knows the category of “%s”', async (q, category) => {
  expect((await search(q))[0]).toMatchObject({ type: 'category', category })
})

test('finds no private spot by its region', async () => {
  for (const q of ['grotto italy', 'secret grotto italy', 'italy secrte grotto']) {
    for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
      expect(
        (await search(q, viewer)).map(({ title }) => title),
        q,
      ).not.toContain('Secret Grotto')
    }
  }
})
