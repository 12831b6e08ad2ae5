import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListActions, type ListActions } from './list-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let actions: ListActions
let spots: string[]
let list: string

beforeAll(async () => {
  people = await createPeople()
  actions = createListActions(people)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ list, spots } = await actions.startAnew())
})

type Caller = Parameters<People['actAs']>[0]

const call: ListActions['call'] = (viewer, name, values) => actions.call(viewer, name, values)
const create: ListActions['create'] = (title, values) => actions.create(title, values)
const put = (spot: string | undefined, viewer?: Caller) => actions.put(spot, list, viewer)
const page = (viewer: Caller = 'author', id = list) => actions.page(viewer, id)
const titles = async () => (await page())?.items.map(({ spot }) => spot.title)

test('adds spots at the end, once each', async () => {
  for (const spot of spots) expect((await put(spot)).changed).toBe(true)
  expect((await put(spots[0])).changed).toBe(false)
  expect(await titles()).toEqual(['Nervi', 'Sori', 'Camogli', 'Zoagli'])
})

test('moves a spot behind another one and to the beginning', async () => {
  for (const spot of spots) await put(spot)
  expect(await call('author', 'move_list_item', { list, spot: spots[3], after_spot: spots[0] })).toBe(2)
  expect(await titles()).toEqual(['Nervi', 'Zoagli', 'Sori', 'Camogli'])
  expect(await call('author', 'move_list_item', { list, spot: spots[2] })).toBe(1)
  expect(await titles()).toEqual(['Camogli', 'Nervi', 'Zoagli', 'Sori'])
  expect(await call('author', 'move_list_item', { list, spot: spots[2], after_spot: 'taken-off' })).toBe(4)
  expect(await findErrorCode(call('author', 'move_list_item', { list, spot: 'taken-off' }))).toBe('PT404')
})

test('loses no spot when several are added, moved and removed at the same time', async () => {
  await put(spots[0])
  await put(spots[1])
  await Promise.all([
    put(spots[2]),
    call('author', 'move_list_item', { list, spot: spots[1] }),
    put(spots[3]),
    call('author', 'move_list_item', { list, spot: spots[0], after_spot: spots[1] }),
    call('author', 'set_on_list', { spot: spots[0], list, is_on: false }),
  ])
  expect((await titles())?.toSorted()).toEqual(['Camogli', 'Sori', 'Zoagli'])
  const positions = await people.owner`select position from public.list_items where list_id = ${list}`
  expect(new Set(positions.map(({ position }) => position)).size).toBe(3)
})

test('saves to the most recently used list, and to none before the first use', async () => {
  expect(await call('author', 'save_spot', { spot: spots[0] })).toBeNull()
  await put(spots[1])
  expect(await call('author', 'save_spot', { spot: spots[0] })).toMatchObject({ id: list, changed: true })
  await call('author', 'mark_spot', { id: spots[0], kind: 'been', is_on: true })
  expect(await call('author', 'save_spot', { spot: spots[2] })).toMatchObject({ id: list })
  const other = await create('Thin things', { spot: spots[3] })
  expect(await call('author', 'save_spot', { spot: spots[2] })).toMatchObject({ id: other.id })
})

test('returns the lists that a member may change, marked if they contain the spot', async () => {
  await put(spots[0])
  await people.actAs('author', (sql) => sql`update public.list_items set note = 'Sit left' where list_id = ${list}`)
  const chooser = await call<{ last_used: string; lists: Record<string, unknown>[] }>('author', 'save_chooser', {
    spot: spots[0],
  })
  expect(chooser.last_used).toBe(list)
  expect(chooser.lists.map(({ kind, is_on, note, item_count }) => [kind, is_on, note, item_count])).toEqual([
    ['want', false, '', 0],
    ['been', false, '', 0],
    ['own', true, 'Sit left', 1],
  ])
  expect(await call('stranger', 'save_chooser', { spot: 'nosuchspot23' })).toBeNull()
})

test('restores a removed spot with its note and place', async () => {
  for (const spot of spots) await put(spot)
  await call('author', 'set_on_list', { spot: spots[1], list, is_on: false })
  await call('author', 'set_on_list', { spot: spots[1], list, is_on: true, note: 'Two trains an hour', place: 2 })
  expect(await titles()).toEqual(['Nervi', 'Sori', 'Camogli', 'Zoagli'])
  expect((await page())?.items[1]?.note).toBe('Two trains an hour')
})

test('shows each member their own visits', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  await put(spots[0])
  await call('stranger', 'mark_spot', { id: spots[0], kind: 'been', is_on: true })
  expect((await page('stranger'))?.items[0]?.has_been).toBe(true)
  expect((await page('author'))?.items[0]?.has_been).toBe(false)
  expect((await page('visitor'))?.items[0]?.has_been).toBe(false)
})

test('shows the picture of the chosen spot', async () => {
  await put(spots[0])
  await put(spots[1])
  await call('author', 'set_list_cover', { list, spot: spots[1] })
  expect(
    (await call<{ items: { is_cover: boolean }[] }>('author', 'list_page', { id: list })).items.map(
      (item) => item.is_cover,
    ),
  ).toEqual([false, true])
  expect(await findErrorCode(call('stranger', 'set_list_cover', { list, spot: spots[0] }))).toBe('PT404')
})

test('returns as many items as requested, and counts all', async () => {
  await put(spots[0])
  await put(spots[1])
  expect(await call('author', 'list_page', { id: list, most: 1 })).toMatchObject({
    items: [{ position: 1 }],
    item_count: 2,
  })
})

test('says which hourly limit an addition exceeds', async () => {
  const { owner } = people
  await owner`delete from private.write_counts`
  await owner`update private.write_limits set per_hour = 1 where table_name = 'list_items'`
  try {
    await put(spots[0])
    await expect(put(spots[1])).rejects.toThrow('You can add at most 1 spot to lists per hour.')
  } finally {
    await owner`update private.write_limits set per_hour = 2000 where table_name = 'list_items'`
  }
})

test('offers the day of a visit in the time zone of the member', async () => {
  await call('author', 'mark_spot', { id: spots[0], kind: 'been', is_on: true })
  await people.owner`update public.list_items set created_at = '2026-11-20T23:30Z' where spot_id = ${spots[0] ?? ''}`
  await people.owner`insert into public.mail_schedules (user_id, time_zone) values (${people.ids.author}, 'Asia/Tokyo')`
  const { lists } = await call<{ lists: { kind: string; went_on: string }[] }>('author', 'save_chooser', {
    spot: spots[0],
  })
  expect(lists.find(({ kind }) => kind === 'been')?.went_on).toBe('2026-11-21')
})
