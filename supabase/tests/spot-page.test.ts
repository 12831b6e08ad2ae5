import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Columns } from '../../backend/src/postgres/statements/template.ts'
import { createSpot } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

async function mark(spot: Columns): Promise<string> {
  const row = { category: 'cafe', status: 'published', author_id: people.ids.author, ...spot }
  const [made] = await people.owner<{ id: string }[]>`
    insert into public.spots ${people.owner.insertion(row)} returning id`
  return made?.id ?? ''
}

interface SpotPage {
  sheet_count: number
  around: [number, number][]
}

async function readPage(id: string, viewer: 'visitor' | 'author' | 'moderator' = 'visitor') {
  const [row] = await people.as(viewer, (sql) => sql<{ page: SpotPage }[]>`select public.spot_page(${id}) as page`)
  if (!row) throw new Error('There is no page.')
  return row.page
}

test('counts the public spots of a sheet and shows their points only', async () => {
  const id = await mark({ title: 'Here', lng: 7.7, lat: 45.06 })
  await mark({ title: 'Same sheet', lng: 7.71, lat: 45.07 })
  await mark({ title: 'Private', lng: 7.705, lat: 45.065, visibility: 'private' })
  await mark({ title: 'Next sheet', lng: 7.76, lat: 45.06 })
  const page = await readPage(id)
  expect(page.sheet_count).toBe(2)
  expect(page.around).toContainEqual([7.7, 45.06])
  expect(page.around).toContainEqual([7.71, 45.07])
  expect(page.around).not.toContainEqual([7.705, 45.065])
  expect((await readPage(id, 'author')).around).toHaveLength(page.around.length)
})

test('counts the sheets at the edges of the world', async () => {
  const id = await mark({ title: 'Edge', lng: 180, lat: 90 })
  expect((await readPage(id)).sheet_count).toBe(1)
})

test('lets members report and remove without a profile row', async () => {
  const id = await mark({ title: 'Reported', lng: 1, lat: 1 })
  const { moderator, newcomer } = people.ids
  await people.owner`delete from public.users where id = any(${[moderator, newcomer]})`
  await people.actAs(
    'newcomer',
    (sql) => sql`insert into public.reports (reporter_id, spot_id, reason) values (${newcomer}, ${id}, 'gone')`,
  )
  await people.actAs('moderator', (sql) => sql`select public.remove_spot(${id}, 'It is a private garden.')`)
  const [revision] = await people.owner`select author_id from public.revisions where spot_id = ${id}`
  expect(revision?.author_id).toBe(moderator)
})

test('returns the same card for a spot alone and among others', async () => {
  await createSpot(people, 'public', 'published')
  await people.owner`update public.spots set cover_photo_id = (select id from public.photos where spot_id = spots.id limit 1)`
  const cards = await people.owner<{ alone: object; joined: object }[]>`
    select private.spot_card(spots) as alone, private.join_spot_card(spots, cities, photos) as joined
    from public.spots left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id`
  expect(cards.some(({ alone }) => 'cover' in alone && alone.cover !== null)).toBe(true)
  for (const { alone, joined } of cards) expect(joined).toEqual(alone)
})
