import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`
    insert into public.spots (title, category, lng, lat, status, author_id) values
      ('Café Muller', 'cafe', 7.69, 45.07, 'published', ${people.ids.author}),
      ('Fountain', 'castle', 7.69, 45.0725, 'published', ${people.ids.author})`
})
afterAll(() => people[Symbol.asyncDispose]())

interface Duplicate {
  title: string
  distance_meters: number
  similarity: number
}

async function find(lng: number, lat: number, title: string): Promise<Duplicate[]> {
  const [row] = await people.as(
    'stranger',
    (sql) => sql<{ found: Duplicate[] }[]>`select public.list_nearby_duplicates(${lng}, ${lat}, ${title}) as found`,
  )
  return row?.found ?? []
}

/** 30 m to the north of the café. */
const NEIGHBOUR = [7.69, 45.07027] as const

test('warns of "Café Muller" 30 m from a new "Cafe Müller"', async () => {
  const [first] = await find(...NEIGHBOUR, 'Cafe Müller')
  expect(first).toMatchObject({ title: 'Café Muller', similarity: 1 })
  expect(first?.distance_meters).toBeCloseTo(30, -1)
})

test('warns of a nearby spot before the new one has a title', async () => {
  expect((await find(...NEIGHBOUR, '')).map(({ title }) => title)).toEqual(['Café Muller'])
})

test('warns of distant spots only if their titles are similar', async () => {
  expect((await find(7.69, 45.08, 'CAFE MULLER')).map(({ title }) => title)).toEqual(['Café Muller'])
  expect(await find(7.69, 45.08, 'Viewpoint')).toEqual([])
})
