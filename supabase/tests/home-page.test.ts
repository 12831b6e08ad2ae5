import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

interface Home {
  featured: { title: string; lng: number; lat: number; number: number }[]
  newest: { title: string }[]
}

async function readHome(sql: Transaction): Promise<Home> {
  const [row] = await sql<{ home: Home }[]>`select public.home_page() as home`
  if (!row) throw new Error('no response')
  return row.home
}

/** Imports places around a position, a degree apart. */
async function importPlaces(sql: Transaction, name: string, count: number, lng: number, lat: number): Promise<void> {
  const places = Array.from({ length: count }, (_, index) => ({
    title: `${name} ${index}`,
    description: '',
    category: 'castle',
    tags: [],
    lng: lng + (index % 3),
    lat: lat + Math.floor(index / 3),
    source: 'test',
  }))
  await sql`select public.import_batch(${name}, ${count}, 0, ${JSON.stringify(places)}::text::jsonb)`
}

test('features six spots of one region', async () => {
  await people.as('service', async (sql) => {
    await importPlaces(sql, 'north', 9, 10, 45)
    await importPlaces(sql, 'south', 9, 140, -30)
    await importPlaces(sql, 'alone', 1, -60, 10)
    const { featured } = await readHome(sql)
    expect(featured.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(featured.map(({ title }) => title.split(' ')[0])).size).toBe(1)
    expect(featured[0]?.title).not.toContain('alone')
  })
})

test('features spots of all regions while none has six', async () => {
  await people.as('service', async (sql) => {
    await importPlaces(sql, 'north', 2, 10, 45)
    await importPlaces(sql, 'south', 1, 140, -30)
    expect((await readHome(sql)).featured).toHaveLength(3)
  })
})

test('lists spots by members as new, however many were imported since', async () => {
  await people.actAs(
    'author',
    (sql) =>
      sql`insert into public.spots (title, description, category, lng, lat, visibility, status) values ('Made', '', 'cafe', 7, 45, 'public', 'published')`,
  )
  await people.owner`update public.spots set status = 'published' where title = 'Made'`
  await people.as('service', async (sql) => {
    await importPlaces(sql, 'later', 9, 10, 45)
    expect((await readHome(sql)).newest.map(({ title }) => title)).toEqual(['Made'])
  })
})
