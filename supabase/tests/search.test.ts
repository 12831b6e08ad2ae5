import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import type { Viewer } from './visibility-rule.ts'

interface Found {
  type: string
  slug?: string
  name?: string
  title?: string
  status?: string
  tag?: string
  category?: string
  access?: string | null
  matched?: string | null
  city?: { name: string } | string | null
}

const CITIES = [
  [1, 'Rome', 'Roma', 'it', 'IT', 2_318_895, 12.51, 41.89],
  [2, 'Roman', null, null, 'RO', 69_483, 26.92, 46.92],
  [3, 'Florence', 'Firenze', 'it', 'IT', 349_296, 11.25, 43.77],
  [4, 'Tokyo', '東京', 'ja', 'JP', 8_336_599, 139.69, 35.69],
  [5, 'Ponte Nova', null, null, 'BR', 57_706, -42.9, -20.4],
  [6, 'Turin', 'Torino', 'it', 'IT', 870_456, 7.69, 45.07],
  [7, 'Paris', null, null, 'FR', 2_138_551, 2.35, 48.85],
  [8, 'Shanghai', '上海', 'zh-Hans', 'CN', 22_315_474, 121.46, 31.22],
  [9, 'Székesfehérvár', null, null, 'HU', 101_600, 18.41, 47.19],
  [10, 'Moscow', 'Москва', 'ru', 'RU', 10_381_222, 37.62, 55.75],
  [11, 'Athens', 'Αθήνα', 'el', 'GR', 664_046, 23.73, 37.98],
  [12, 'San Francisco', null, null, 'US', 864_816, -122.42, 37.77],
  [13, 'Florence', null, null, 'US', 39_000, -79.76, 34.2],
] as const

const CITIES_WITH_REGION = [
  [21, 'Paris', 'US', 'United States', 'TX', 'Texas', 24_000],
  [22, 'Cambridge', 'GB', 'United Kingdom', 'ENG', 'England', 128_000],
  [23, 'Cambridge', 'US', 'United States', 'MA', 'Massachusetts', 110_000],
  [24, 'Frankfurt am Main', 'DE', 'Germany', '05', 'Hesse', 650_000],
  [25, 'Frankfort', 'US', 'United States', 'KY', 'Kentucky', 27_000],
  [26, 'Hamburg', 'DE', 'Germany', '04', 'Hamburg', 1_845_000],
  [27, 'St. Gallen', 'CH', 'Switzerland', 'SG', 'Saint Gallen', 75_000],
] as const

const SPOTS = [
  ['Széchenyi Thermal Bath', 'swim', 19.08, 47.52],
  ['Eiffel Tower', 'building', 2.29, 48.86],
  ['Tokyo Tower', 'building', 139.75, 35.66],
  ['Ponte Vecchio', 'building', 11.25, 43.77],
  ['Sacré-Cœur', 'sacred', 2.34, 48.89],
  ['Taj Mahal', 'memorial', 78.04, 27.17],
  ['Trattoria Bella', 'kitchen', 7.69, 45.07],
  ['Trattoria Bella', 'kitchen', 2.35, 48.85],
  ['和歌山城', 'castle', 135.17, 34.23],
  ['Третьяковская галерея', 'museum', 37.62, 55.74],
  ['Charles Bridge', 'building', 14.41, 50.09],
  ['Roc de les Bruixes', 'ruin', 1.61, 42.57],
  ['Mount Everest', 'summit', 86.92, 27.99],
  ['Freiburg Hbf', 'station', 7.84, 48],
  ['Uluṟu', 'summit', 131.04, -25.34],
] as const

let people: People
beforeAll(async () => {
  people = await createPeople()
  const { owner, ids } = people
  for (const [id, name, local, language, country, population, lng, lat] of CITIES) {
    await owner`insert into public.cities (id, slug, name, local_name, local_language, country_code, country_name, population,
        time_zone, feature_code, lng, lat)
      values (${id}, ${`city-${id}`}, ${name}, ${local}, ${language}, ${country}, ${country}, ${population}, 'UTC', 'PPL', ${lng}, ${lat})`
  }
  for (const [id, name, country, countryName, code, region, population] of CITIES_WITH_REGION) {
    await owner`insert into public.cities (id, slug, name, country_code, country_name, admin1_code, admin1_name, population,
        time_zone, feature_code, lng, lat)
      values (${id}, ${`city-${id}`}, ${name}, ${country}, ${countryName}, ${code}, ${region}, ${population}, 'UTC', 'PPL', -90, 35)`
  }
  const names = [
    { id: 3, name: 'Florenz', languages: ['de'] },
    { id: 6, name: 'Turyn', languages: ['pl'] },
  ]
  await owner`select public.load_city_names(${JSON.stringify(names)}::text::jsonb, 'shipped')`
  await owner`select private.collect_city_words(null)`
  for (const [title, category, lng, lat] of SPOTS) {
    await owner`insert into public.spots (title, category, lng, lat, status, author_id, tags)
      values (${title}, ${category}, ${lng}, ${lat}, 'published', ${ids.author}, '{art-nouveau}')`
  }
  await owner`insert into public.spots (title, category, lng, lat, status, visibility, author_id) values
    ('Secret Grotto', 'cave', 9, 45, 'published', 'private', ${ids.author}),
    ('Pending Grotto', 'cave', 9, 45, 'pending', 'public', ${ids.author}),
    ('Linked Grotto', 'cave', 9, 45, 'published', 'link', ${ids.author}),
    ('Grotto for members', 'cave', 9, 45, 'published', 'members', ${ids.author})`
  await owner`select public.refresh_spot_cells(rebuild => true)`
})
afterAll(() => people[Symbol.asyncDispose]())

async function search(q: string, viewer: Viewer = 'visitor', language: string | null = null): Promise<Found[]> {
  return people.as(viewer, async (sql) => {
    const [row] = await sql<{ list: Found[] }[]>`select public.suggest(${q}, language => ${language}) as list`
    return row?.list ?? []
  })
}

const nameOf = (found: Found | undefined) => found?.title ?? found?.name ?? found?.tag ?? found?.category

test.each([
  ['szechenyi', 'Széchenyi Thermal Bath'],
  ['SZÉCHENYI', 'Széchenyi Thermal Bath'],
  ['roma', 'Rome'],
  ['Firenze', 'Florence'],
  ['florenz', 'Florence'],
  ['musuem', 'museum'],
  ['eifel tower', 'Eiffel Tower'],
  ['tower eiffel', 'Eiffel Tower'],
  ['iffel tower', 'Eiffel Tower'],
  ['xiffel tower', 'Eiffel Tower'],
  ['tokyo tow', 'Tokyo Tower'],
  ['ponte vec', 'Ponte Vecchio'],
  ['pont vechio', 'Ponte Vecchio'],
  ['s', 'Shanghai'],
  ['東京', 'Tokyo'],
  ['東京タワー', 'Tokyo'],
  ['moskva', 'Moscow'],
  ['москва', 'Moscow'],
  ['athina', 'Athens'],
  ['sacre coeur', 'Sacré-Cœur'],
  ['sacre-couer', 'Sacré-Cœur'],
  ['tajmahal', 'Taj Mahal'],
  ['和歌山', '和歌山城'],
  ['tretyakovskaya', 'Третьяковская галерея'],
  ['sanfrancisco', 'San Francisco'],
  ['san fransisco', 'San Francisco'],
  ['chalres brigde', 'Charles Bridge'],
  ['roc de las bruixas', 'Roc de les Bruixes'],
  ['resturants near me', 'kitchen'],
  ['art nouv', 'art-nouveau'],
  ['mt everest', 'Mount Everest'],
  ['freiburg hauptbahnhof', 'Freiburg Hbf'],
  ['sankt gallen', 'St. Gallen'],
  ['the eiffel tower', 'Eiffel Tower'],
  ['uluru', 'Uluṟu'],
  ['frankfort', 'Frankfurt am Main'],
  ['ambrug', 'Hamburg'],
])('ranks the intended result of “%s” first', async (q, expected) => {
  expect(nameOf((await search(q))[0])).toBe(expected)
})

test('finds the city when no spot contains the last word', async () => {
  expect(nameOf((await search('tokyo skytree'))[0])).toBe('Tokyo')
})

test.each([
  ['paris texas', 'city-21'],
  ['paris tx', 'city-21'],
  ['paris, usa', 'city-21'],
  ['cambridge uk', 'city-22'],
  ['cambridge massachusetts', 'city-23'],
])('narrows “%s” down to a city by region or country', async (q, slug) => {
  expect((await search(q))[0]).toMatchObject({ slug })
})

test('shows which name of a city matched', async () => {
  expect((await search('firenze'))[0]).toMatchObject({ name: 'Florence', matched: 'Firenze' })
  expect((await search('florence'))[0]).toMatchObject({ name: 'Florence', matched: null })
})

test('lists Rome before Roman, and the large Florence before the small one', async () => {
  expect((await search('roma')).map(nameOf).slice(0, 2)).toEqual(['Rome', 'Roman'])
  expect((await search('florence'))[0]?.name).toBe('Florence')
})

test.each([
  ['castles near Turin', { category: 'castle', access: null, city: { name: 'Turin' } }],
  ['free museums in Paris', { category: 'museum', access: 'free', city: { name: 'Paris' } }],
  ['turin castles', { category: 'castle', city: { name: 'Turin' } }],
  ['museums near me', { category: 'museum', city: null }],
  ['castels near turn', { category: 'castle', city: { name: 'Turin' } }],
])('recognises the category in “%s”', async (q, expected) => {
  expect((await search(q))[0]).toMatchObject({ type: 'category', ...expected })
})

test('finds a spot by its name and the name of its city', async () => {
  const [first] = await search('trattoria bella torino')
  expect(first).toMatchObject({ type: 'spot', title: 'Trattoria Bella', city: 'Turin' })
})

test('says which spots are closed', async () => {
  const statusOf = async () => (await search('trattoria bella torino'))[0]?.status
  expect(await statusOf()).toBe('published')
  await people.owner`update public.spots set status = 'closed' where title = 'Trattoria Bella'`
  expect(await statusOf()).toBe('closed')
  await people.owner`update public.spots set status = 'published' where title = 'Trattoria Bella'`
})

test('prefers names in the language of the viewer', async () => {
  expect((await search('turyn', 'visitor', 'pl'))[0]).toMatchObject({ name: 'Turin', matched: 'Turyn' })
})

test('suggests only results that the viewer may see, even with corrected spelling', async () => {
  for (const q of ['grotto', 'groto', 'secret', 'secrte', 'pending', 'linked']) {
    const titles = async (viewer: Viewer) => (await search(q, viewer)).flatMap(({ title }) => title ?? [])
    // The dictionary contains only words of public spots, so that corrections reveal no others.
    const forMembers = q === 'grotto' ? ['Grotto for members'] : []
    expect(await titles('visitor'), q).toEqual([])
    expect(await titles('stranger'), q).toEqual(forMembers)
    expect(await titles('author'), q).toEqual(forMembers)
    expect(await titles('moderator'), q).toEqual(forMembers)
  }
})

test('accepts any text', async () => {
  for (const q of ["'; drop table spots --", ':*&|!()', '\\', 'a'.repeat(5000), '🏔', "o'b:A", '   ', '<>', "''''"]) {
    await expect(search(q)).resolves.toBeInstanceOf(Array)
  }
})

test('finds spots by words that very many names contain, even if misspelled', async () => {
  await people.owner`update private.search_words set uses = 50000 where word = 'tower'`
  try {
    for (const q of ['tokyo tower', 'tower tokyo', 'tokyo towre', 'tow', 'tower']) {
      expect((await search(q)).map(nameOf), q).toContain('Tokyo Tower')
    }
  } finally {
    await people.owner`update private.search_words set uses = 2 where word = 'tower'`
  }
})

test.each([
  // One or two letters start too many words.
  ["'a':* & 'b':*", null],
  ["'tokyo':* & 'b':*", "'tokyo':*"],
  ["'東京':*", "'東京':*"],
  // Frequent words.
  ["'tokyo' & 'tower'", "'tokyo'"],
  ["'tow':*", null],
  ["('toky':* | 'tokyo') & ('tower' | 'towe')", "'toky':* | 'tokyo'"],
  // Alternatives to several words.
  ["'tokyo' & 'tower' | 'tokyotower'", null],
  ["('tokyotower' | 'tokyo' & 'bridge') & 'charles'", "( 'tokyotower' | 'tokyo' & 'bridge' ) & 'charles'"],
])('looks up only the rare words of %s by index: %s', async (query, rare) => {
  await people.owner.begin(async (sql) => {
    await sql`update private.search_words set uses = 50000 where word = 'tower'`
    const [row] = await sql`select private.pick_rare_words(${query}::text::tsquery)::text as rare`
    expect(row?.rare).toBe(rare)
    await sql`update private.search_words set uses = 2 where word = 'tower'`
  })
})

test('lets only the service load names of cities', async () => {
  for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
    const load = people.as(viewer, (sql) => sql`select public.load_city_names('[]', 'file')`)
    await expect(load).rejects.toMatchObject({ code: '42501' })
    const write = people.as(
      viewer,
      (sql) => sql`insert into public.city_names (city_id, name, source, population) values (1, 'X', 'file', 0)`,
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  }
})

test('loads more names of cities, and finds them despite typos', async () => {
  const names = [
    { id: 6, name: 'Augusta Taurinorum', languages: ['la'] },
    { id: 404, name: 'Nowhere', languages: [] },
  ]
  await people.actAs(
    'service',
    (sql) => sql`select public.load_city_names(${JSON.stringify(names)}::text::jsonb, 'file')`,
  )
  expect((await search('augusta taurinrum'))[0]).toMatchObject({ name: 'Turin', matched: 'Augusta Taurinorum' })
  await people.actAs('service', (sql) => sql`select public.delete_city_names('file')`)
  expect((await search('augusta taurinorum')).map(nameOf)).not.toContain('Turin')
})

test('updates the names of a city when the city changes', async () => {
  const { owner } = people
  const names = async () =>
    (await owner`select name from public.city_names where city_id = 13 order by name`).map(({ name }) => name)
  await owner`update public.cities set name = 'Florence by the Sea', local_name = 'Flo', local_language = 'en' where id = 13`
  expect(await names()).toEqual(['Flo', 'Florence by the Sea'])
  await owner`update public.cities set name = 'Florence', local_name = null, local_language = null where id = 13`
  expect(await names()).toEqual(['Florence'])
})

test('shortens a long text without blanks in few steps', async () => {
  const text = Array.from({ length: 100 }, (_, index) => String.fromCharCode(0x4e00 + index * 37)).join('')
  const [row] = await people.owner.begin(async (sql) => {
    await sql`set local track_functions = 'all'`
    await sql`select public.suggest(${text})`
    return sql<{ calls: number }[]>`
      select calls::integer from pg_stat_xact_user_functions where schemaname = 'private' and funcname = 'suggest'`
  })
  expect(row?.calls).toBeLessThan(20)
})
