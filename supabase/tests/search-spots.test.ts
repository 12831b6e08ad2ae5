import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import type { Viewer } from './visibility-rule.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
  await people.owner`insert into public.spots (title, category, lng, lat, visibility, status, author_id, tags) values
    ('Fiji east', 'coast', 179.9, -17, 'public', 'published', null, '{rare}'),
    ('Fiji west', 'coast', -179.9, -17.1, 'public', 'published', null, '{}'),
    ('North pole', 'summit', 30, 90, 'public', 'published', null, '{}'),
    ('Hidden museum', 'museum', 105, 15, 'members', 'published', ${people.ids.stranger}, '{}'),
    ('Private castle', 'castle', 7.7, 45, 'private', 'published', ${people.ids.author}, '{secret}')`
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id)
    select 'Crowd ' || n, 'castle', 100 + n / 10.0, 10, 'published', null from generate_series(1, 40) as n`
  await people.owner`select public.refresh_spot_cells(rebuild => true)`
})
afterAll(() => people[Symbol.asyncDispose]())

test('suggests public spots, and members-only spots to members, and tolerates misspelling', async () => {
  const titles = (viewer: Viewer, q: string) =>
    people.as(viewer, async (sql) => {
      const [row] = await sql<
        { list: { type: string; title?: string; tag?: string }[] }[]
      >`select public.suggest(${q}) as list`
      return row?.list.flatMap((item) => item.title ?? item.tag ?? []) ?? []
    })
  expect(await titles('visitor', 'fij')).toEqual(expect.arrayContaining(['Fiji east', 'Fiji west']))
  expect(await titles('visitor', 'norrth pole')).toContain('North pole')
  expect(await titles('visitor', 'hidden')).toEqual([])
  expect((await titles('author', 'hidden')).length).toBeGreaterThan(0)
  expect(await titles('visitor', 'priv')).toEqual([])
  expect(await titles('visitor', 'rar')).toContain('rare')
  expect((await titles('visitor', 'crowd')).length).toBeLessThanOrEqual(10)
})

test('finds the nearest spots across the antimeridian', async () => {
  const near = await people.as(
    'visitor',
    (sql) => sql<{ list: { title: string }[] }[]>`select public.list_nearest_spots(180, -17, 2) as list`,
  )
  expect(near[0]?.list.map((spot) => spot.title)).toEqual(['Fiji east', 'Fiji west'])
})
