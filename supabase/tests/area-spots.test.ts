import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

const SPOT = { title: 'Villa della Regina', category: 'castle', lng: 7.70123, lat: 45.05812 }

function submit(spot: Record<string, unknown> = SPOT) {
  return people.actAs('author', async (sql) => {
    const [row] = await sql`select public.submit_spot(${randomUUID()}, ${sql.json(spot as never)}) as made`
    return row?.made as { id: string }
  })
}

test('shows a rounded point of an area spot after every change, and keeps the exact one for its author', async () => {
  const { id } = await submit({ ...SPOT, precision: 'area' })
  const readPublic = async () => (await people.owner`select lng, lat from public.spots where id = ${id}`)[0]
  const readExact = async () =>
    (await people.owner`select lng, lat from public.spot_exact_points where spot_id = ${id}`)[0]
  const change = (changes: Record<string, unknown>) =>
    people.actAs('author', (sql) => sql`select public.update_spot(${id}, ${sql.json(changes as never)})`)
  const rounded = await readPublic()
  expect(rounded).toEqual({ lng: 7.70139, lat: 45.06 })
  expect(await readExact()).toEqual({ lng: 7.70123, lat: 45.05812 })
  await change({ title: 'Elsewhere', ...rounded })
  expect(await readExact()).toEqual({ lng: 7.70123, lat: 45.05812 })
  await change({ lng: 7.80001, lat: 45.10001 })
  expect(await readExact()).toEqual({ lng: 7.80001, lat: 45.10001 })
  expect(await readPublic()).not.toEqual({ lng: 7.80001, lat: 45.10001 })
  await change({ precision: 'exact' })
  expect(await readPublic()).toEqual({ lng: 7.80001, lat: 45.10001 })
  expect(await readExact()).toBeUndefined()
})

test('rounds the point of an area spot across the antimeridian', async () => {
  const read = async (lng: number) => {
    const { id } = await submit({ ...SPOT, precision: 'area', lng, lat: -16.8 })
    return (await people.owner<{ lng: number; lat: number }[]>`select lng, lat from public.spots where id = ${id}`)[0]
  }
  expect(await read(179.99999)).toEqual({ lng: -179.9974, lat: -16.8 })
  expect(await read(-179.99999)).toEqual({ lng: 179.9974, lat: -16.8 })
})

test('keeps the address of an area spot with its exact point, and publishes it when the exact point is shown', async () => {
  const { id } = await submit({ ...SPOT, precision: 'area', address: 'Mill lane 7' })
  const read = async (viewer: 'visitor' | 'stranger' | 'author' | 'moderator') => {
    const [row] = await people.as(
      viewer,
      (sql) => sql<{ open: string | null; kept: string | null }[]>`
        select page #>> '{spot,address}' as open, page #>> '{exact_point,address}' as kept
        from public.spot_page(${id}) as page`,
    )
    return [row?.open, row?.kept]
  }
  const change = (changes: Record<string, unknown>) =>
    people.actAs('author', (sql) => sql`select public.update_spot(${id}, ${sql.json(changes as never)})`)
  for (const viewer of ['visitor', 'stranger'] as const) expect(await read(viewer)).toEqual([null, null])
  for (const viewer of ['author', 'moderator'] as const) expect(await read(viewer)).toEqual([null, 'Mill lane 7'])
  await change({ title: 'Mill', lng: 7.80001, lat: 45.10001 })
  expect(await read('author')).toEqual([null, 'Mill lane 7'])
  await change({ address: 'Mill lane 8' })
  expect(await read('author')).toEqual([null, 'Mill lane 8'])
  await change({ precision: 'exact' })
  expect(await read('visitor')).toEqual(['Mill lane 8', null])
  await change({ precision: 'area' })
  expect([await read('visitor'), await read('author')]).toEqual([
    [null, null],
    [null, 'Mill lane 8'],
  ])
  await change({ address: null })
  expect(await read('author')).toEqual([null, null])
  await change({ precision: 'exact', address: 'Mill lane 9' })
  expect(await read('visitor')).toEqual(['Mill lane 9', null])
})

test('never writes the address of an area spot to its history, and finds no spot by it', async () => {
  const { id } = await submit({ ...SPOT, address: 'Quarry lane 7' })
  await people.actAs('author', (sql) => sql`update public.spots set address = 'Quarry lane 8' where id = ${id}`)
  await people.actAs(
    'stranger',
    (sql) => sql`select public.send_suggestion(${id}, '{"address":"Quarry lane 9","title":"Dry quarry"}')`,
  )
  await people.actAs('author', (sql) => sql`update public.spots set precision = 'area' where id = ${id}`)
  await people.actAs('author', (sql) => sql`update public.spots set address = 'Quarry lane 10' where id = ${id}`)
  await people.actAs('author', (sql) => sql`update public.spots set title = 'Wet quarry' where id = ${id}`)
  for (const viewer of ['visitor', 'stranger', 'author', 'moderator'] as const) {
    const seen = await people.as(viewer, async (sql) => [
      await sql`select changes from public.revisions where spot_id = ${id}`,
      await sql`select changes, decisions from public.suggestions where spot_id = ${id}`,
      await sql`select public.spot_history_page(${id}), public.suggest('quarry lane')`,
      await sql`select * from public.find_spots('quarry lane')`,
    ])
    expect(JSON.stringify(seen)).toContain('Wet quarry')
    expect(JSON.stringify(seen)).not.toMatch(/quarry lane/i)
  }
})

test('rejects an address that is too long for an area spot, and says so', async () => {
  const wanted = { ...SPOT, precision: 'area', address: 'x'.repeat(301) }
  expect(await findErrorCode(submit(wanted))).toBe('PT400')
})

test('removes positions from the history of a spot that becomes an area', async () => {
  const { id } = await submit()
  await people.actAs('author', (sql) => sql`update public.spots set lng = 7.71234, title = 'Moved' where id = ${id}`)
  await people.actAs('author', (sql) => sql`update public.spots set lng = 7.72345 where id = ${id}`)
  await people.actAs('author', (sql) => sql`update public.spots set precision = 'area' where id = ${id}`)
  const history = JSON.stringify(
    await people.as('visitor', (sql) => sql`select changes from public.revisions where spot_id = ${id}`),
  )
  expect(history).toContain('Moved')
  expect(history).not.toMatch(/lng|lat|7\.7/)
})

test('lets only the author show the exact point, also when a moderator saves an old form or restores a revision', async () => {
  const { id } = await submit()
  const edit = (viewer: 'author' | 'moderator', changes: Record<string, unknown>) =>
    people.actAs(viewer, (sql) => sql`select public.update_spot(${id}, ${sql.json(changes as never)})`)
  await edit('author', { title: 'Nest', precision: 'area' })
  await edit('moderator', { description: 'A palace', precision: 'exact' })
  const [revision] = await people.owner<{ id: string }[]>`
    select id from public.revisions where spot_id = ${id} and changes ? 'precision'`
  await people.actAs('moderator', (sql) => sql`select public.restore_revision(${revision?.id ?? ''})`)
  const [spot] = await people.owner`select title, description, precision, lng from public.spots where id = ${id}`
  expect(spot).toEqual({ title: SPOT.title, description: 'A palace', precision: 'area', lng: 7.70139 })
  await edit('author', { precision: 'exact' })
  expect(await people.owner`select lng from public.spots where id = ${id}`).toEqual([{ lng: SPOT.lng }])
})
