import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spots: string[]
let list: string

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.lists where kind = 'own'`
  await people.owner`delete from private.list_uses`
  spots = []
  for (const title of ['Nervi', 'Sori', 'Camogli', 'Zoagli']) spots.push(await createSpot(title))
  list = (await create('Where the train stops')).id
})

async function createSpot(title: string, visibility = 'public'): Promise<string> {
  const [row] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    values (${title}, 'station', 9, 44, ${visibility}, 'published', ${people.ids.author}) returning id`
  return row?.id ?? ''
}

type Made = { id: string; title: string; changed?: boolean }
type Caller = Parameters<People['actAs']>[0]

async function call<T>(viewer: Caller, name: string, values: Record<string, unknown>): Promise<T> {
  const entries = Object.entries(values)
  const text = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
  const [row] = await people.actAs(viewer, (sql) =>
    sql.unsafe<{ made: T }[]>(
      `select public.${name}(${text}) as made`,
      entries.map(([, value]) => value as string),
    ),
  )
  return row?.made as T
}

const create = (title: string, values: Record<string, unknown> = {}) =>
  call<Made>('author', 'create_list', { title, ...values })
const put = (spot: string | undefined, onto = list, viewer: Caller = 'author') =>
  call<Made>(viewer, 'set_on_list', { spot, list: onto, is_on: true })

interface Item {
  spot: { id: string; title: string }
  note: string
  has_been: boolean
  added_by: { username: string } | null
}
interface Page {
  items: Item[]
  item_count: number
  hidden_count: number
  removed: { spot_id: string }[]
  role: string | null
}
const page = (viewer: Caller = 'author', id = list) => call<Page | null>(viewer, 'list_page', { id })
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

test('rejects a second list with the same title', async () => {
  expect(await findErrorCode(create(' where the TRAIN stops '))).toBe('PT409')
})

test('restores a removed spot with its note and place', async () => {
  for (const spot of spots) await put(spot)
  await call('author', 'set_on_list', { spot: spots[1], list, is_on: false })
  await call('author', 'set_on_list', { spot: spots[1], list, is_on: true, note: 'Two trains an hour', place: 2 })
  expect(await titles()).toEqual(['Nervi', 'Sori', 'Camogli', 'Zoagli'])
  expect((await page())?.items[1]?.note).toBe('Two trains an hour')
})

test('leaves out spots that the viewer may not see, and shows the owner how many spots others cannot see', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  const hidden = await createSpot('My bench', 'private')
  await put(spots[0])
  await put(hidden)
  expect(await page()).toMatchObject({ item_count: 2, hidden_count: 1, role: 'owner' })
  for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
    expect(await page(viewer)).toMatchObject({ item_count: 1, hidden_count: 0, role: null })
    expect((await page(viewer))?.items).toHaveLength(1)
  }
})

test('shows removed spots to editors only', async () => {
  await people.owner`update public.lists set visibility = 'public', author_id = ${people.ids.stranger} where id = ${list}`
  await put(spots[0], list, 'stranger')
  await people.owner`update public.spots set status = 'removed', removal_reason = 'Spam' where id = ${spots[0] ?? ''}`
  expect(await page('stranger')).toMatchObject({ item_count: 0, items: [], removed: [{ spot_id: spots[0] }] })
  expect(await page('visitor')).toMatchObject({ item_count: 0, removed: [] })
  await call('stranger', 'set_on_list', { spot: spots[0], list, is_on: false })
  expect(await page('stranger')).toMatchObject({ removed: [] })
})

test('shows each member their own visits', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  await put(spots[0])
  await call('stranger', 'mark_spot', { id: spots[0], kind: 'been', is_on: true })
  expect((await page('stranger'))?.items[0]?.has_been).toBe(true)
  expect((await page('author'))?.items[0]?.has_been).toBe(false)
  expect((await page('visitor'))?.items[0]?.has_been).toBe(false)
})

test('deletes a list and restores it with items, order and link', async () => {
  await people.actAs('author', (sql) => sql`update public.lists set visibility = 'link' where id = ${list}`)
  for (const spot of spots) await put(spot)
  const before = await call('author', 'list_page', { id: list })
  await call('author', 'delete_list', { list })
  expect(await page()).toBeNull()
  const [spot] = await people.owner`select save_count from public.spots where id = ${spots[0] ?? ''}`
  expect(spot).toEqual({ save_count: 0 })
  expect(await findErrorCode(call('stranger', 'restore_list', { list }))).toBe('PT404')
  await call('author', 'restore_list', { list })
  const after = await call<Record<string, unknown>>('author', 'list_page', { id: list })
  expect({ ...after, list: null, changes: null, items: null }).toEqual({
    ...(before as object),
    list: null,
    changes: null,
    items: null,
  })
  expect(await titles()).toEqual(['Nervi', 'Sori', 'Camogli', 'Zoagli'])
  expect(await findErrorCode(call('author', 'restore_list', { list }))).toBe('PT404')
})

test('does not delete the two lists that every account has', async () => {
  const [want] = await people.owner<{ id: string }[]>`
    select id from public.lists where author_id = ${people.ids.author} and kind = 'want'`
  expect(await findErrorCode(call('author', 'delete_list', { list: want?.id }))).toBe('PT400')
})

test('copies the visible spots to a private list of the viewer', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  await put(spots[0])
  await put(await createSpot('My bench', 'private'))
  await put(spots[1])
  const copy = await call<Made>('stranger', 'copy_list', { list })
  const [row] = await people.owner`select visibility, author_id from public.lists where id = ${copy.id}`
  expect(row).toEqual({ visibility: 'private', author_id: people.ids.stranger })
  expect((await page('stranger', copy.id))?.items.map(({ spot }) => spot.title)).toEqual(['Nervi', 'Sori'])
  await people.owner`update public.lists set visibility = 'private' where id = ${list}`
  expect(await findErrorCode(call('stranger', 'copy_list', { list }))).toBe('PT404')
})

test('opens a list with its secret link only', async () => {
  await people.actAs('author', (sql) => sql`update public.lists set visibility = 'link' where id = ${list}`)
  const { link_secret } = await call<{ link_secret: string }>('author', 'list_page', { id: list })
  expect(await call('visitor', 'list_page', { id: list, link_secret })).toMatchObject({
    list: { id: list },
    link_secret: null,
  })
  expect(await call('visitor', 'list_page', { id: list, link_secret: 'x'.repeat(24) })).toBeNull()
  expect(await page('stranger')).toBeNull()
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

test('keeps the latest 200 changes of a list', async () => {
  await people.owner`
    insert into public.list_changes (list_id, kind) select ${list}, 'moved' from generate_series(1, 260)`
  const [row] = await people.owner`select count(*)::int as count from public.list_changes where list_id = ${list}`
  expect(row).toEqual({ count: 200 })
})

test('restores a list with its followers, however many items and followers it has, and notifies no one again', async () => {
  const { owner, ids } = people
  await owner`update public.lists set visibility = 'public' where id = ${list}`
  for (const spot of spots) await put(spot)
  for (const member of [ids.stranger, ids.newcomer])
    await owner`insert into public.follows (follower_id, list_id) values (${member}, ${list})`
  await owner`insert into public.follows (follower_id, member_id) values (${ids.stranger}, ${ids.author}) on conflict do nothing`
  await owner`delete from private.follower_news`
  await owner`update private.write_limits set per_hour = 1 where table_name in ('list_items', 'follows')`
  try {
    await call('author', 'delete_list', { list })
    await call('author', 'restore_list', { list })
  } finally {
    await owner`update private.write_limits set per_hour = case table_name when 'follows' then 300 else 2000 end
      where table_name in ('list_items', 'follows')`
  }
  expect(await titles()).toEqual(['Nervi', 'Sori', 'Camogli', 'Zoagli'])
  expect(await owner`select follower_id from public.follows where list_id = ${list}`).toHaveLength(2)
  expect(await owner`select kind from private.follower_news`).toEqual([])
})

test('lets one of two simultaneous deletions of a list succeed', async () => {
  const outcomes = await people.owner.begin(async (sql) => {
    await sql`select from public.users where id = ${people.ids.author} for update`
    const both = [1, 2].map(() => findErrorCode(call('author', 'delete_list', { list })))
    await waitForLocks(2)
    return { both: Promise.all(both) }
  })
  expect((await outcomes.both).toSorted()).toEqual(['PT404', undefined])
})

/** Waits until so many statements wait for a lock. */
async function waitForLocks(most: number) {
  await expect
    .poll(
      async () =>
        (
          await people.owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length,
    )
    .toBe(most)
}

test('names what a member adds too often', async () => {
  const { owner } = people
  await owner`delete from private.write_counts`
  await owner`update private.write_limits set per_hour = 1 where table_name = 'list_items'`
  try {
    await put(spots[0])
    await expect(put(spots[1])).rejects.toThrow('You can add at most 1 spots to lists per hour.')
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
