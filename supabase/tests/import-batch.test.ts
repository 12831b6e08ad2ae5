import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql, Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

const place = (title: string, overrides: object = {}) => ({
  title,
  description: '',
  category: 'castle',
  tags: ['keep'],
  lng: 7.7,
  lat: 45,
  country_code: 'IT',
  source: 'test',
  ...overrides,
})

interface ImportResponse {
  imported: number
  rejects: { index: number; reason: string }[]
}

async function importBatch(
  sql: Sql | Transaction,
  id: string,
  lastLine: number,
  places: object[],
): Promise<ImportResponse> {
  const [row] = await sql<{ response: ImportResponse }[]>`
    select public.import_batch(${id}, ${lastLine}, 0, ${JSON.stringify(places)}::text::jsonb) as response`
  if (!row) throw new Error('no response')
  return row.response
}

test('creates published spots without an author and stores the progress', async () => {
  await people.as('service', async (sql) => {
    expect(await importBatch(sql, 'file', 2, [place('One'), place('Two')])).toEqual({ imported: 2, rejects: [] })
    const spots = await sql`select title, status, visibility, author_id, tags from public.spots order by title`
    expect(spots).toMatchObject([
      { title: 'One', status: 'published', visibility: 'public', author_id: null, tags: ['keep'] },
      { title: 'Two' },
    ])
    const [found] = await sql`select public.find_import('file') as import`
    expect(found?.import).toMatchObject({ line: 2, imported: 2, known: 0, rejected: 0 })
  })
})

test('imports the same place once: in one batch, in another and from another file', async () => {
  await people.as('service', async (sql) => {
    expect(await importBatch(sql, 'a', 2, [place('One'), place('One')])).toMatchObject({ imported: 1 })
    expect(await importBatch(sql, 'a', 3, [place('One')])).toMatchObject({ imported: 0 })
    expect(await importBatch(sql, 'b', 2, [place('One'), place('One', { source: 'other' })])).toMatchObject({
      imported: 1,
    })
    const [found] = await sql`select public.find_import('a') as import`
    expect(found?.import).toMatchObject({ line: 3, imported: 1, known: 2 })
  })
})

test('does not import a deleted place again', async () => {
  await people.as('service', async (sql) => {
    await importBatch(sql, 'a', 1, [place('Gone')])
    await sql`delete from public.spots`
    expect(await importBatch(sql, 'b', 1, [place('Gone')])).toMatchObject({ imported: 0 })
  })
})

test('rejects only the invalid place of a batch and returns the reason', async () => {
  await people.as('service', async (sql) => {
    const response = await importBatch(sql, 'a', 3, [
      place('One'),
      place('Bad', { lat: 91 }),
      place('Two'),
      place('Odd', { category: 'dragon' }),
    ])
    expect(response.imported).toBe(2)
    expect(response.rejects.map((reject) => reject.index)).toEqual([1, 3])
    expect(response.rejects[0]?.reason).toContain('spots_lat_check')
  })
})

test('lets only the secret key import', async () => {
  for (const viewer of ['visitor', 'author', 'moderator'] as const) {
    expect(await findErrorCode(people.as(viewer, (sql) => importBatch(sql, 'a', 1, [place('One')])))).toBe('42501')
    expect(await findErrorCode(people.as(viewer, (sql) => sql`select public.find_import('a')`))).toBe('42501')
  }
})

test('keeps the source that a file names for a place', async () => {
  await people.as('service', async (sql) => {
    const attribution = {
      name: 'Wikivoyage',
      license_name: 'CC BY-SA 4.0',
      url: 'https://en.wikivoyage.org/wiki/Turin',
    }
    await importBatch(sql, 'sources', 2, [place('Sourced', { attribution }), place('Plain')])
    const sources = await sql`
      select title, name, url, license_name from public.spot_sources join public.spots on spots.id = spot_id`
    expect(sources).toEqual([{ title: 'Sourced', ...attribution }])
  })
})
