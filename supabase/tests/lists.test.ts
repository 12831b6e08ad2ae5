import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListActions, type ListActions, type MadeList } from './list-actions.ts'
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

test('rejects a second list with the same title', async () => {
  expect(await findErrorCode(create(' where the TRAIN stops '))).toBe('PT409')
})

test('leaves out spots that the viewer may not see, and shows the owner how many spots others cannot see', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  const hidden = await actions.createSpot('My bench', 'private')
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
  await put(spots[0], 'stranger')
  await people.owner`update public.spots set status = 'removed', removal_reason = 'Spam' where id = ${spots[0] ?? ''}`
  expect(await page('stranger')).toMatchObject({ item_count: 0, items: [], removed: [{ spot_id: spots[0] }] })
  expect(await page('visitor')).toMatchObject({ item_count: 0, removed: [] })
  await call('stranger', 'set_on_list', { spot: spots[0], list, is_on: false })
  expect(await page('stranger')).toMatchObject({ removed: [] })
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
  await put(await actions.createSpot('My bench', 'private'))
  await put(spots[1])
  const copy = await call<MadeList>('stranger', 'copy_list', { list })
  const [row] = await people.owner`select visibility, author_id from public.lists where id = ${copy.id}`
  expect(row).toEqual({ visibility: 'private', author_id: people.ids.stranger })
  expect((await page('stranger', copy.id))?.items.map(({ spot }) => spot.title)).toEqual(['Nervi', 'Sori'])
  await people.owner`update public.lists set visibility = 'private' where id = ${list}`
  expect(await findErrorCode(call('stranger', 'copy_list', { list }))).toBe('PT404')
})

test('returns how many spots of a long list are left out of its copy', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  await people.owner`
    with made as (
      insert into public.spots (title, category, lng, lat, status, visibility, author_id)
      select 'Spot ' || number, 'castle', 7.7, 45, 'published', 'public', ${people.ids.author}
      from generate_series(1, 502) as number returning id
    ) insert into public.list_items (list_id, spot_id) select ${list}, id from made`
  expect(await call('stranger', 'copy_list', { list })).toMatchObject({ left_out: 2 })
}, 60_000)

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

/** Waits until this number of statements wait for a lock. */
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

test('restores items whose spot was merged or whose editor has left since, as on a list that was not deleted', async () => {
  const [kept = '', merged = '', other = '', both = ''] = spots
  for (const spot of [merged, other, both]) await put(spot)
  const { owner, ids } = people
  await owner`insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'gone@example.org')`
  await owner`insert into public.users (id) values ('00000000-0000-4000-8000-000000000001')`
  await owner`update public.list_items set added_by = '00000000-0000-4000-8000-000000000001' where spot_id = ${other}`
  await call('author', 'delete_list', { list })
  await owner`delete from auth.users where id = '00000000-0000-4000-8000-000000000001'`
  for (const spot of [merged, both])
    await people.actAs('moderator', (sql) => sql`select public.merge_spots(${kept}, ${spot})`)
  await call('author', 'restore_list', { list })
  const items = await owner`select spot_id, added_by from public.list_items where list_id = ${list} order by position`
  expect(items).toEqual([
    { spot_id: kept, added_by: ids.author },
    { spot_id: other, added_by: null },
  ])
})
