import { afterAll, beforeAll, expect, test } from 'vitest'
import { continueImports, countImportRows, startImport } from './member-import.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('shows the file of imported spots to their author only, and the source of those by others to everyone', async () => {
  const attribution = {
    ...{ name: 'OpenStreetMap', author: 'OpenStreetMap contributors', url: 'https://www.openstreetmap.org/node/42' },
    ...{ license_name: 'ODbL 1.0', license_url: 'javascript:alert(1)' },
  }
  const rows = [
    { number: 1, title: 'Own well', category: 'spring', lng: 20.1, lat: 60.1 },
    { number: 2, title: 'Mapped well', category: 'spring', lng: 20.2, lat: 60.2, details: { attribution } },
    { number: 3, title: 'Broken well', category: 'spring', lng: 20.3, lat: 60.3, details: { attribution: 'x' } },
    { number: 4, title: 'Unnamed well', category: 'spring', lng: 20.4, lat: 60.4, details: { attribution: {} } },
  ]
  const id = await startImport(people, rows)
  await continueImports(people)
  expect(await countImportRows(people, id)).toEqual({ created: 4 })
  const listFiles = (who: 'author' | 'stranger' | 'moderator' | 'visitor') =>
    people.as(
      who,
      (sql) => sql<{ title: string; name: string }[]>`
      select title, name from public.spot_files join public.spots on spots.id = spot_id where title like '% well' order by title`,
    )
  expect((await listFiles('author')).map(({ name }) => name)).toEqual(Array(4).fill('weekend.gpx'))
  const listSources = (who: 'author' | 'stranger' | 'visitor') =>
    people.as(
      who,
      (sql) => sql`
      select title, name, author, url, license_name, license_url from public.spot_sources
      join public.spots on spots.id = spot_id where title like '% well'`,
    )
  const source = { title: 'Mapped well', ...attribution, license_url: null }
  expect(await listSources('author')).toEqual([source])
  expect(await listSources('stranger')).toEqual([])
  await people.owner`update public.spots set visibility = 'public' where title like '% well'`
  for (const who of ['stranger', 'moderator', 'visitor'] as const) expect(await listFiles(who)).toEqual([])
  expect(await listSources('visitor')).toEqual([source])
  for (const table of ['spot_files', 'spot_sources']) {
    for (const statement of [`update public.${table} set name = 'x'`, `delete from public.${table}`])
      expect(await findErrorCode(people.as('author', (sql) => sql.unsafe(statement)))).toBe('42501')
  }
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  await continueImports(people)
  expect(await people.owner`select from public.spot_files`).toEqual([])
})

test('imports a spot of an exported file as closed, or as an area without its exact point', async () => {
  const rows = [
    { number: 1, title: 'Shut mill', category: 'ruin', lng: 21.1234, lat: 61.1234, details: { status: 'closed' } },
    { number: 2, title: 'Vague mill', category: 'ruin', lng: 21.2345, lat: 61.2345, details: { precision: 'area' } },
  ]
  await startImport(people, rows)
  await continueImports(people)
  expect(
    await people.as(
      'author',
      (sql) => sql`select title, status, precision, lat from public.spots where title like '% mill' order by title`,
    ),
  ).toEqual([
    { title: 'Shut mill', status: 'closed', precision: 'exact', lat: 61.1234 },
    { title: 'Vague mill', status: 'published', precision: 'area', lat: 61.23 },
  ])
})
