import { afterAll, beforeAll, expect, test } from 'vitest'
import { continueImports } from './member-import.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

async function startLists(viewer: 'author' | 'stranger', lists: unknown[]): Promise<string> {
  return people.actAs(viewer, async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('lists.zip', 0) as id`
    const id = created?.id ?? ''
    await sql`select public.describe_import(${id}, ${JSON.stringify(lists)}::jsonb)`
    await sql`select public.set_import_status(${id}, 'running')`
    return id
  })
}

const listStatuses = async (ids: string[]) => {
  const rows = await people.owner<{ id: string; status: string }[]>`
    select id, status from public.imports where id = any (${ids})`
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('creates all lists of an archive, whatever it says about them', async () => {
  const many = Array.from({ length: 70 }, (_, index) => ({ title: `Many ${index}` }))
  const odd = [
    { title: 'Odd', visibility: 'nobody', created_at: 'then' },
    { title: 'Two\nlines' },
    { title: {} },
    7,
    null,
  ]
  const ids = [await startLists('author', [...many, ...odd]), await startLists('stranger', [{ title: 'Mine' }])]
  await continueImports(people, 2)
  expect(await listStatuses(ids)).toEqual(['done', 'done'])
  const [made] = await people.owner`select count(*)::int as n from public.lists where title like 'Many %'`
  expect(made).toEqual({ n: 70 })
  const others =
    await people.owner`select title, visibility from public.lists where title in ('Odd', 'Mine') order by title`
  expect(others).toEqual([
    { title: 'Mine', visibility: 'private' },
    { title: 'Odd', visibility: 'private' },
  ])
})

test('creates stories that name many places, in steps', async () => {
  const sources = Array.from({ length: 1000 }, (_, index) => `source${index}`)
  const rows = sources.map((source, index) => ({
    ...{ number: index + 1, title: `Place ${index}`, category: 'spring', lng: index / 10 - 50, lat: -40 },
    details: { source },
  }))
  const body = `${sources.map((source) => `http://old.test/spot/${source}`).join('\n')}\n${'http://x '.repeat(17_000)}`
  const story = { title: 'Long', body, tags: [] }
  const id = await people.actAs('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('stories.zip', ${rows.length}) as id`
    const started = created?.id ?? ''
    for (const half of [rows.slice(0, 500), rows.slice(500)])
      await sql`select public.add_import_rows(${started}, ${JSON.stringify(half)}::jsonb)`
    for (const number of [1, 2, 3, 4, 5])
      await sql`select public.describe_import(${started}, stories => ${JSON.stringify([{ ...story, number, title: `Long ${number}` }])}::jsonb)`
    await sql`select public.set_import_status(${started}, 'running')`
    return started
  })
  await continueImports(people, 500)
  expect(await listStatuses([id])).toEqual(['done'])
  const [{ text = '' } = {}] = await people.owner<{ text: string }[]>`
    select body as text from public.posts where title = 'Long 5'`
  const spots = await people.owner<
    { id: string }[]
  >`select id from public.spots where import_batch = ${id} order by lng`
  expect(text.split('\n').slice(0, -1)).toEqual(spots.map((spot) => `/spot/${spot.id}`))
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
})

test('pauses an import whose step fails, and continues with those of others', async () => {
  await people.owner.unsafe(`
    create function private.break() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before insert on public.lists for each row when (new.title = 'Broken') execute function private.break()`)
  const ids = [await startLists('author', [{ title: 'Broken' }]), await startLists('stranger', [{ title: 'Whole' }])]
  await continueImports(people, 2)
  expect(await listStatuses(ids)).toEqual(['paused', 'done'])
  await people.owner`drop function private.break cascade`
  await people.actAs('author', (sql) => sql`select public.set_import_status(${ids[0] ?? ''}, 'running')`)
  await continueImports(people, 2)
  expect(await listStatuses(ids)).toEqual(['done', 'done'])
})

test('pauses an import whose small steps exceed the statement timeout', async () => {
  await people.owner.unsafe(`
    create function private.wait() returns trigger language plpgsql as $$ begin perform pg_sleep(9); return new; end $$;
    create trigger waiting before insert on public.lists for each row when (new.title = 'Slow') execute function private.wait()`)
  const ids = [await startLists('author', [{ title: 'Slow' }]), await startLists('stranger', [{ title: 'Fast' }])]
  const step = (most: number) =>
    people.actAs('service', async (sql) => {
      await sql`set local statement_timeout = 200`
      await sql`select public.continue_imports(${most})`
    })
  expect(await findErrorCode(step(500))).toBe('57014')
  expect(await listStatuses(ids)).toEqual(['running', 'running'])
  await step(20)
  await step(20)
  expect(await listStatuses(ids)).toEqual(['paused', 'done'])
  await people.owner`drop function private.wait cascade`
})

test('leaves out a record that takes too long, and restores those of others', async () => {
  await people.owner.unsafe(`
    create function private.wait() returns trigger language plpgsql as $$ begin perform pg_sleep(9); return new; end $$;
    create trigger waiting before insert on public.blocks for each row execute function private.wait()`)
  const bring = (viewer: 'author' | 'stranger', kind: string) =>
    people.actAs(viewer, async (sql) => {
      const [created] = await sql<{ id: string }[]>`select public.start_import('mine.zip', 0) as id`
      const records = [{ number: 1, kind, name: 'Newcomer', details: { member: 'newcomer' } }]
      await sql`select public.add_import_records(${created?.id ?? ''}, ${JSON.stringify(records)}::jsonb)`
      await sql`select public.set_import_status(${created?.id ?? ''}, 'running')`
      return created?.id ?? ''
    })
  const ids = [await bring('author', 'block'), await bring('stranger', 'follow')]
  const step = (most: number) =>
    people.actAs('service', async (sql) => {
      await sql`set local statement_timeout = 200`
      const [row] = await sql<{ left: number }[]>`select public.continue_imports(${most}) as left`
      return row?.left
    })
  for (let most = 500, left: number | undefined = 1; left !== 0; ) {
    const result = await step(most).catch(() => undefined)
    most = result === undefined ? 20 : 500
    left = result
  }
  const rows = await people.owner<{ outcome: string }[]>`
    select trim(state || ' ' || reason) as outcome from public.import_records where import_id = any (${ids})
    order by array_position(${ids}::uuid[], import_id)`
  expect(rows.map(({ outcome }) => outcome)).toEqual(['failed It took too long to restore this entry.', 'created'])
  await people.owner`drop function private.wait cascade`
})

test('replaces the ids of places in a text once, with the site of their old URL', async () => {
  const replace = async (body: string) => {
    const places = JSON.stringify({ a1: 'b2', b2: 'c3' })
    const [row] = await people.owner<{ body: string }[]>`
      select private.replace_spots_in_text(${body}, ${places}::jsonb) as body`
    return row?.body
  }
  expect(await replace('')).toBe('')
  expect(await replace('/spot/')).toBe('/spot/')
  expect(await replace('No place, http://x.test/spots/a1')).toBe('No place, http://x.test/spots/a1')
  expect(await replace('/spot/a1\n\n[x](https://old.test/spot/b2)/spot/a12')).toBe('/spot/b2\n\n[x](/spot/c3)/spot/a12')
  expect(await replace('http://old.test/spot/a9 http://old.test/spot/a1')).toBe('http://old.test/spot/a9 /spot/b2')
})

test('keeps to the daily limits when a member sends several imports at the same moment', async () => {
  const succeed = async (...attempts: Promise<unknown>[]) =>
    (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length
  const start = (rows: number) =>
    people.actAs('newcomer', async (sql) => {
      const [created] = await sql<{ id: string }[]>`select public.start_import('a.zip', ${rows}) as id`
      await sql`select pg_sleep(0.1)`
      return created?.id ?? ''
    })
  const [first, second] = [await start(0), await start(0)]
  expect(await succeed(start(90_000), start(90_000), start(90_000), start(90_000))).toBe(2)
  await people.owner`
    insert into public.import_photos (import_id, number, story_number, name)
    select ${first}::uuid, n, 1, 'a.jpg' from generate_series(1, 9940) as n`
  const addPhotos = (from: number) =>
    people.actAs('newcomer', async (sql) => {
      const photos = Array.from({ length: 40 }, (_, index) => ({
        number: from + index,
        story_number: 1,
        name: 'b.jpg',
      }))
      await sql`select public.add_import_photos(${second}, ${JSON.stringify(photos)}::jsonb)`
      await sql`select pg_sleep(0.1)`
    })
  expect(await succeed(addPhotos(1), addPhotos(41))).toBe(1)
})
