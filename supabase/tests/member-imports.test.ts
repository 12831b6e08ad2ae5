import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { continueImports, countImportRows, startImport } from './member-import.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Al Bicerin', 'cafe', 7.68, 45.075, 'published', ${people.ids.stranger})`
})
afterAll(() => people[Symbol.asyncDispose]())

const ROWS = [
  { number: 1, title: 'Fetta di Polenta', category: 'building', lng: 7.697, lat: 45.0678, list: 'Torino' },
  { number: 2, title: 'Caffè Al Bicerin', category: 'cafe', lng: 7.68005, lat: 45.075, list: '' },
  { number: 3, title: 'Trattoria da Gino', category: 'kitchen', address: 'Via Monferrato, Torino' },
  { number: 4, title: 'fetta di polenta', category: 'building', lng: 7.697, lat: 45.06781, list: 'Torino' },
  { number: 5, title: 'Untitled', category: 'curiosity', reason: 'The position is out of range: 95, 7.7.' },
]
const start = (rows: object[] = ROWS) => startImport(people, rows)
const run = () => continueImports(people, 2)
const count = (id: string) => countImportRows(people, id)

test("creates new spots, saves known ones, leaves out the member's own, and undoes only what it added", async () => {
  const id = await start()
  await run()
  expect(await count(id)).toEqual({ created: 1, saved: 1, known: 1, pinless: 1, failed: 1 })
  const [spot] = await people.owner`select visibility, status, author_id from public.spots where import_batch = ${id}`
  expect(spot).toEqual({ visibility: 'private', status: 'published', author_id: people.ids.author })
  const lists = await people.owner<
    { title: string; n: number }[]
  >`select title, count(*)::int as n from public.list_items
    join public.lists on lists.id = list_id where author_id = ${people.ids.author} group by title order by title`
  expect(lists).toEqual([
    { title: 'Torino', n: 1 },
    { title: 'Want to go', n: 1 },
  ])

  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  expect(await count(id)).toEqual({ undone: 2, known: 1, 'left-out': 1, failed: 1 })
  expect(await people.owner`select from public.spots where import_batch = ${id}`).toHaveLength(0)
  expect(
    await people.owner`select from public.lists where author_id = ${people.ids.author} and title = 'Torino'`,
  ).toHaveLength(0)
})

test.each([2, 500])('says which row is the same place, in steps of %s rows', async (step) => {
  const id = await start()
  await continueImports(people, step)
  const reasons = await people.owner<
    { reason: string }[]
  >`select reason from public.import_rows where import_id = ${id} and state = 'known'`
  expect(reasons).toEqual([{ reason: 'The same place as row 1: Fetta di Polenta' }])
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('adds nothing twice when rows are sent twice or a step is repeated', async () => {
  const id = await people.actAs('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('twice', 5) as id`
    const add = () =>
      sql<{ n: number }[]>`select public.add_import_rows(${created?.id ?? ''}, ${JSON.stringify(ROWS)}::jsonb) as n`
    expect([await add(), await add()]).toEqual([[{ n: 5 }], [{ n: 0 }]])
    await sql`select public.set_import_status(${created?.id ?? ''}, 'running')`
    return created?.id ?? ''
  })
  await run()
  await run()
  expect(await people.owner`select from public.spots where import_batch = ${id}`).toHaveLength(1)
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('imports a row without a position once it has a pin', async () => {
  const id = await start()
  await run()
  const place = () =>
    people.actAs(
      'author',
      (sql) => sql<{ row: { state: string } }[]>`select public.place_import_row(${id}, 3, 7.7, 45.08) as row`,
    )
  expect((await place())[0]?.row.state).toBe('created')
  expect(await findErrorCode(place())).toBe('PT409')
  await people.actAs('author', (sql) => sql`select public.undo_import(${id}, array[3])`)
  expect(await count(id)).toMatchObject({ undone: 1, created: 1 })
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('keeps a spot that others reviewed', async () => {
  const id = await start()
  await run()
  await people.owner`insert into public.reviews (spot_id, author_id, rating)
    select id, ${people.ids.stranger}, 5 from public.spots where import_batch = ${id}`
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  expect(await count(id)).toMatchObject({ kept: 1 })
  await people.owner`delete from public.spots where import_batch = ${id}`
})

test('denies strangers all access to an import', async () => {
  const id = await start()
  const attempts: ((sql: Transaction) => Promise<unknown>)[] = [
    (sql) => sql`select public.add_import_rows(${id}, '[]'::jsonb)`,
    (sql) => sql`select public.set_import_status(${id}, 'paused')`,
    (sql) => sql`select public.undo_import(${id})`,
    (sql) => sql`select public.place_import_row(${id}, 3, 7.7, 45.08)`,
  ]
  for (const viewer of ['stranger', 'moderator'] as const) {
    for (const attempt of attempts) expect(await findErrorCode(people.as(viewer, attempt))).toBe('PT404')
    expect(await people.as(viewer, (sql) => sql`select from public.import_rows`)).toHaveLength(0)
    expect(await people.as(viewer, (sql) => sql`select from public.imports`)).toHaveLength(0)
  }
  for (const attempt of attempts) expect(await findErrorCode(people.as('visitor', attempt))).toBe('42501')
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('denies members direct writes, the steps of the server and imports beyond the limits', async () => {
  const id = await start()
  const attempts: [string, (sql: Transaction) => Promise<unknown>][] = [
    ['42501', (sql) => sql`update public.import_rows set spot_id = null`],
    ['42501', (sql) => sql`insert into public.imports (name, row_count) values ('x', 1)`],
    ['42501', (sql) => sql`select public.continue_imports()`],
    ['PT400', (sql) => sql`select public.start_import('x', 100001)`],
    ['PT409', (sql) => sql`select public.add_import_rows(${id}, '[]'::jsonb)`],
    ['PT400', (sql) => sql`select public.match_import_rows(${JSON.stringify(Array(501).fill({}))}::jsonb)`],
  ]
  for (const [code, attempt] of attempts) expect(await findErrorCode(people.as('author', attempt))).toBe(code)
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('lets only the owner of an import add lists and stories to it, and only before it starts', async () => {
  const [created] = await people.actAs(
    'author',
    (sql) => sql<{ id: string }[]>`select public.start_import('x', 1, visibility => 'private') as id`,
  )
  const id = created?.id ?? ''
  const story = { number: 1, title: 'Mine', body: '' }
  const addStories = (viewer: 'author' | 'stranger', stories = [story]) =>
    findErrorCode(
      people.as(
        viewer,
        (sql) => sql`select public.describe_import(${id}, stories => ${JSON.stringify(stories)}::jsonb)`,
      ),
    )
  expect(await addStories('stranger')).toBe('PT404')
  expect(await addStories('author', Array(51).fill(story))).toBe('PT400')
  expect(await addStories('author')).toBeUndefined()
  await people.actAs('author', (sql) => sql`select public.set_import_status(${id}, 'running')`)
  expect(await addStories('author')).toBe('PT409')
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test("marks the member's own and public spots in a preview, but no private ones of others", async () => {
  await people.owner`insert into public.spots (title, category, lng, lat, status, visibility, author_id)
    values ('Secret spring', 'spring', 8, 46, 'published', 'private', ${people.ids.stranger})`
  const rows = JSON.stringify([
    { number: 1, title: 'Bicerin', lng: 7.68, lat: 45.075 },
    { number: 2, title: 'Secret spring', lng: 8, lat: 46 },
  ])
  const [row] = await people.as(
    'author',
    (sql) => sql<{ found: unknown }[]>`select public.match_import_rows(${rows}::jsonb) as found`,
  )
  expect(row?.found).toEqual([{ number: 1, is_own: false, title: 'Al Bicerin', meters: 0 }])
})

test('counts a place once as saved, however many rows and lists name it', async () => {
  await people.owner`insert into public.spots (id, title, category, lng, lat, status, author_id)
    values ('superga00000', 'Superga', 'sacred', 7.7675, 45.0807, 'published', ${people.ids.stranger})`
  const place = { title: 'Mole', category: 'building', lng: 7.6933, lat: 45.069 }
  const id = await start([
    { ...place, number: 1, list: 'Torino' },
    { ...place, number: 2, list: 'Towers' },
    { ...place, number: 3, list: 'torino' },
    { number: 4, title: 'Superga', category: 'sacred', lng: 7.7675, lat: 45.0807, list: 'Been there' },
    { number: 5, title: 'Superga', category: 'sacred', lng: 7.7675, lat: 45.0807, list: 'Torino' },
  ])
  await people.actAs('service', (sql) => sql`select public.continue_imports(10)`)
  await run()
  expect(await count(id)).toEqual({ created: 1, known: 2, saved: 2 })
  const spots = await people.owner`select title, save_count, been_count from public.spots
    where import_batch = ${id} or id = 'superga00000' order by title`
  expect(spots).toEqual([
    { title: 'Mole', save_count: 1, been_count: 0 },
    { title: 'Superga', save_count: 1, been_count: 1 },
  ])
  const items =
    await people.owner`select lists.title, array_agg(spots.title order by position) as spots from public.list_items
    join public.lists on lists.id = list_id join public.spots on spots.id = spot_id
    where lists.author_id = ${people.ids.author} and lists.kind = 'own' group by 1 order by 1`
  expect(items).toEqual([
    { title: 'Torino', spots: ['Mole', 'Superga'] },
    { title: 'Towers', spots: ['Mole'] },
  ])
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  expect(await people.owner`select save_count, been_count from public.spots where id = 'superga00000'`).toEqual([
    { save_count: 0, been_count: 0 },
  ])
  await people.owner`delete from public.spots where id = 'superga00000'`
})

test('imports all other rows when one is rejected, and stores the reason', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({
    ...{ number: index + 1, title: `Tower ${index}`, category: 'building', lng: index, lat: 10 },
    tags: index === 4 ? Array.from({ length: 50 }, (_tag, n) => `tag-${n}`) : ['tower'],
  }))
  const id = await start(rows)
  await people.actAs('service', (sql) => sql`select public.continue_imports(20)`)
  await run()
  expect(await count(id)).toEqual({ created: 8, failed: 1 })
  const [failed] = await people.owner`select number, reason <> '' as is_explained from public.import_rows
    where import_id = ${id} and state = 'failed'`
  expect(failed).toEqual({ number: 5, is_explained: true })
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

/** Starts an import without rows that brings lists. */
test('applies the daily limit for new members to public spots of an import', async () => {
  const [setting] = await people.owner<
    { most: number }[]
  >`select new_member_daily_spots as most from public.instance_settings`
  const most = setting?.most ?? 0
  const rows = Array.from({ length: most + 3 }, (_, index) => ({
    ...{ number: index + 1, title: `Well ${index}`, category: 'spring', lng: index / 10, lat: -20 },
  }))
  const id = await people.actAs('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('wells', ${rows.length}, 'public') as id`
    await sql`select public.add_import_rows(${created?.id ?? ''}, ${JSON.stringify(rows)}::jsonb)`
    await sql`select public.set_import_status(${created?.id ?? ''}, 'running')`
    return created?.id ?? ''
  })
  await people.actAs('service', (sql) => sql`select public.continue_imports(500)`)
  await run()
  expect(await count(id)).toEqual({ created: most, failed: 3 })
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('locates rows without a position by name and place, if the match is unambiguous', async () => {
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id, address) values
    ('Museo Egizio', 'museum', 7.6843, 45.0684, 'published', ${people.ids.stranger}, null),
    ('Bar Roma', 'bar', 7.5, 45, 'published', ${people.ids.stranger}, 'Via Po 1'),
    ('Bar Roma', 'bar', 12.5, 41.9, 'published', ${people.ids.stranger}, 'Via Appia 2')`
  await people.owner`insert into public.spots (title, category, lng, lat, status, visibility, author_id)
    values ('Hidden museum', 'museum', 8, 46, 'published', 'private', ${people.ids.stranger})`
  const rows = [
    { number: 1, title: 'Museo egizio' },
    { number: 2, title: 'Bar Roma' },
    { number: 3, title: 'Bar Roma', address: 'Via Appia 2, Roma' },
    { number: 4, title: 'Hidden museum' },
    { number: 5, title: 'Museo Egizio', address: 'Berlin' },
  ]
  const [found] = await people.as(
    'author',
    (sql) => sql<{ rows: unknown }[]>`select public.match_import_rows(${JSON.stringify(rows)}::jsonb) as rows`,
  )
  const shared = { is_own: false, meters: 0 }
  expect(found?.rows).toEqual([
    { ...shared, number: 1, title: 'Museo Egizio', found_as: 'Museo Egizio', lng: 7.6843, lat: 45.0684 },
    { ...shared, number: 3, title: 'Bar Roma', found_as: 'Bar Roma', lng: 12.5, lat: 41.9 },
  ])
})

test('recognises a place of the member across the antimeridian', async () => {
  await people.owner`insert into public.spots (title, category, lng, lat, status, visibility, author_id)
    values ('Taveuni marker', 'coast', 179.9999, -16.8, 'published', 'private', ${people.ids.author})`
  const rows = JSON.stringify([{ number: 1, title: 'Taveuni marker', lng: -179.9999, lat: -16.8 }])
  const [found] = await people.as(
    'author',
    (sql) => sql<{ rows: unknown }[]>`select public.match_import_rows(${rows}::jsonb) as rows`,
  )
  expect(found?.rows).toEqual([{ number: 1, is_own: true, title: 'Taveuni marker', meters: 21 }])
})

test('imports a row at the position from the geocoder, queries it once, and accepts it only from the server', async () => {
  const id = await start()
  await run()
  const list = () =>
    people.as('service', (sql) => sql<{ rows: unknown }[]>`select public.list_import_rows_to_find() as rows`)
  expect((await list())[0]?.rows).toEqual([
    { import_id: id, number: 3, title: 'Trattoria da Gino', address: 'Via Monferrato, Torino' },
  ])
  const found = (sql: Transaction) => sql`select public.place_found_row(${id}, 3, 7.7, 45.08, 'Via Monferrato, Torino')`
  expect(await findErrorCode(people.as('author', found))).toBe('42501')
  await people.actAs('service', found)
  expect((await list())[0]?.rows).toEqual([])
  expect(await count(id)).toMatchObject({ created: 2, found: 1 })
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)

  const again = await start()
  await people.actAs('service', (sql) => sql`select public.place_found_row(${again}, 3)`)
  expect((await list())[0]?.rows).toEqual([])
  await people.actAs('author', (sql) => sql`select public.undo_import(${again})`)
})

test('discards an import that has not started, but no other', async () => {
  const create = async (name: string) => {
    const [row] = await people.actAs('author', (sql) => sql`select public.start_import(${name}, 1) as id`)
    return String(row?.id)
  }
  const discard = (viewer: 'author' | 'stranger', id: string) =>
    people.actAs(viewer, (sql) => sql`select public.discard_import(${id})`)
  const id = await create('failed.zip')
  expect(await findErrorCode(discard('stranger', id))).toBe('PT404')
  await discard('author', id)
  expect(await people.owner`select from public.imports where id = ${id}`).toEqual([])
  expect(await findErrorCode(discard('author', await start()))).toBe('PT409')
  // The browser keeps rows that were not sent for seven days, so older imports without rows are deleted.
  const left = await create('left.zip')
  await people.owner`update public.imports set updated_at = now() - interval '8 days' where id = ${left}`
  await create('next.zip')
  expect(await people.owner`select from public.imports where id = ${left}`).toEqual([])
})
