import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'
import { createSuggestionActions, type SuggestionActions, type Viewer } from './suggestion-actions.ts'

let people: People
let mark: SuggestionActions['mark']
let send: SuggestionActions['send']
let decide: SuggestionActions['decide']
let readSpot: SuggestionActions['readSpot']
let listKinds: SuggestionActions['listKinds']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ mark, send, decide, readSpot, listKinds } = createSuggestionActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())

test('applies accepted fields as one change of the sender, and notifies both', async () => {
  const spot = await mark()
  const id = await send(
    'stranger',
    spot,
    { title: 'New mill', description: 'Flats inside.', tags: ['water'] },
    { reason: 'The sign' },
  )
  expect(await listKinds('author', spot)).toEqual(['suggestion: The sign'])
  expect(await decide('author', id, { title: 'accept' })).toBe('open')
  expect(await readSpot(spot)).toMatchObject({ title: 'Old mill' })
  expect(await decide('author', id, { description: 'decline', tags: 'accept' }, {}, 'Thank you')).toBe('accepted')
  expect(await readSpot(spot)).toMatchObject({ title: 'New mill', description: 'Private flats inside.' })
  expect(
    await people.owner`select author_id, suggested_by, changes from public.revisions where spot_id = ${spot}`,
  ).toEqual([
    {
      author_id: people.ids.author,
      suggested_by: people.ids.stranger,
      changes: { title: { from: 'Old mill', to: 'New mill' }, tags: { from: [], to: ['water'] } },
    },
  ])
  expect(await listKinds('stranger', spot)).toEqual(['suggestion-accepted: Thank you'])
  expect(await findErrorCode(decide('author', id, { title: 'decline' }))).toBe('PT409')
})

test('shows the suggestion that a link names among more than 50 open ones', async () => {
  const spot = await mark()
  const first = await send('stranger', spot, { title: 'New mill' })
  await people.owner`insert into auth.users (id, email)
    select gen_random_uuid(), 'helper-' || n || '@example.org' from generate_series(1, 55) as n`
  await people.owner`insert into public.users (id) select id from auth.users where email like 'helper-%'`
  await people.owner`insert into public.suggestions (spot_id, author_id, kind, changes)
    select spot_id, account.id, kind, changes from public.suggestions, auth.users as account
    where suggestions.id = ${first} and account.email like 'helper-%'`
  const [last] = await people.owner`select max(id)::text as id from public.suggestions where spot_id = ${spot}`
  const [row] = await people.as(
    'author',
    (sql) => sql<{ page: { suggestions: { id: number }[] } }[]>`
      select public.spot_suggestions(${spot}, ${String(last?.id)}::bigint) as page`,
  )
  expect(row?.page.suggestions).toHaveLength(50)
  expect(row?.page.suggestions.at(-1)?.id).toBe(Number(last?.id))
})

test('changes nothing when everything is declined, and returns the reason', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill' })
  expect(await decide('author', id, { title: 'decline' }, {}, 'It is the old one')).toBe('declined')
  expect(await readSpot(spot)).toMatchObject({ title: 'Old mill' })
  expect(await people.owner`select from public.revisions where spot_id = ${spot}`).toHaveLength(0)
  expect(await listKinds('stranger', spot)).toEqual(['suggestion-declined: It is the old one'])
})

test('reopens a field that the author had decided', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill', description: 'x' })
  await decide('author', id, { title: 'accept' })
  await decide('author', id, { title: null })
  const [row] = await people.owner`select decisions from public.suggestions where id = ${id}`
  expect(row?.decisions).toEqual({})
})

test('rejects a suggestion made for an earlier version, and a decision on one', async () => {
  const spot = await mark()
  await people.owner`update public.spots set title = 'Mill, renamed' where id = ${spot}`
  expect(await findErrorCode(send('stranger', spot, { title: 'New mill' }, { seen: { title: 'Old mill' } }))).toBe(
    'PT409',
  )
  const id = await send('stranger', spot, { title: 'New mill' }, { seen: { title: 'Mill, renamed' } })
  await people.owner`update public.spots set title = 'Mill again' where id = ${spot}`
  expect(await findErrorCode(decide('author', id, { title: 'accept' }, { title: 'Mill, renamed' }))).toBe('PT409')
  expect(await decide('author', id, { title: 'accept' }, { title: 'Mill again' })).toBe('accepted')
})

test('reopens accepted fields that have changed since', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill', description: 'x' })
  await decide('author', id, { title: 'accept' })
  await people.owner`update public.spots set title = 'Mill again' where id = ${spot}`
  expect(await decide('author', id, { description: 'accept' })).toBe('open')
  expect(await readSpot(spot)).toMatchObject({ title: 'Mill again', description: 'Private flats inside.' })
})

test.each([
  ['nothing that changes', {}],
  ['the same value', { title: 'Old mill' }],
  ['an empty title', { title: '' }],
  ['no title', { title: null }],
  ['an unknown category', { category: 'nope' }],
  ['a website without scheme', { website: 'example.org' }],
  ['a position without latitude', { lng: 7.8 }],
  ['a position outside the world', { lng: 7.8, lat: 95 }],
  ['an unknown condition of entry', { access: 'maybe' }],
  ['tags that are not a list', { tags: 'a' }],
  ['too long a description', { description: 'x'.repeat(10_001) }],
])('rejects %s', async (_name, wanted) => {
  expect(await findErrorCode(send('stranger', await mark(), wanted))).toBe('PT400')
})

test('rejects suggestions for author, visibility and status', async () => {
  const spot = await mark()
  const wanted = { author_id: people.ids.stranger, visibility: 'private', precision: 'area', status: 'removed' }
  expect(await findErrorCode(send('stranger', spot, wanted))).toBe('PT400')
  const id = await send('stranger', spot, { ...wanted, status: 'closed', title: 'New mill' })
  const [row] = await people.owner<{ changes: object }[]>`select changes from public.suggestions where id = ${id}`
  expect(Object.keys(row?.changes ?? {})).toEqual(['title'])
})

test('closes or moves a spot when the author accepts it', async () => {
  const spot = await mark()
  expect(await findErrorCode(send('stranger', spot, { status: 'removed' }, { kind: 'closed' }))).toBe('PT400')
  const closed = await send('stranger', spot, { status: 'closed' }, { kind: 'closed' })
  const moved = await send('stranger', spot, { lng: 7.71, lat: 45.07, title: 'Ignored' }, { kind: 'moved' })
  expect(await findErrorCode(decide('author', moved, { lng: 'accept', lat: 'decline' }))).toBe('PT400')
  expect(await decide('author', moved, { lng: 'accept', lat: 'accept' })).toBe('accepted')
  expect(await decide('author', closed, { status: 'accept' })).toBe('accepted')
  expect(await readSpot(spot)).toMatchObject({ status: 'closed', lng: 7.71, lat: 45.07, title: 'Old mill' })
})

test('rejects suggestions by visitors and the author, and for hidden spots', async () => {
  const spot = await mark()
  expect(await findErrorCode(send('visitor', spot, { title: 'x' }))).toBe('42501')
  expect(await findErrorCode(send('author', spot, { title: 'x' }))).toBe('PT400')
  const hidden = [{ visibility: 'private' }, { visibility: 'link' }, { status: 'pending' }, { status: 'draft' }]
  for (const values of hidden) {
    const id = await mark(values)
    expect(await findErrorCode(send('stranger', id, { title: 'x' }))).toBe('PT404')
    expect(await findErrorCode(send('stranger', spot, {}, { kind: 'duplicate', duplicateOf: id }))).toBe('PT400')
  }
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.newcomer}`
  expect(await findErrorCode(send('newcomer', spot, { title: 'x' }))).toBe('PT403')
  await people.owner`update auth.users set banned_until = null where id = ${people.ids.newcomer}`
})

test('shows a suggestion only to its sender, the author and moderators, and lets only the last two decide', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill' })
  for (const [viewer, seen] of [
    ['visitor', 0],
    ['newcomer', 0],
    ['stranger', 1],
    ['author', 1],
    ['moderator', 1],
  ] as const) {
    expect([viewer, await people.as(viewer, (sql) => sql`select from public.suggestions where id = ${id}`)]).toEqual([
      viewer,
      Array.from({ length: seen }, () => ({})),
    ])
  }
  expect(await findErrorCode(decide('newcomer', id, { title: 'accept' }))).toBe('PT404')
  expect(await findErrorCode(decide('stranger', id, { title: 'accept' }))).toBe('42501')
  const forge = people.actAs(
    'stranger',
    (sql) => sql`update public.suggestions set status = 'accepted' where id = ${id}`,
  )
  expect(await findErrorCode(forge)).toBe('42501')
  await people.owner`update public.spots set visibility = 'private' where id = ${spot}`
  for (const viewer of ['stranger', 'moderator'] as const) {
    expect(await people.as(viewer, (sql) => sql`select from public.suggestions where id = ${id}`)).toEqual([])
    expect(await findErrorCode(decide(viewer, id, { title: 'accept' }))).toBe('PT404')
  }
})

test('lets only the sender withdraw an open suggestion', async () => {
  const id = await send('stranger', await mark(), { title: 'New mill' })
  const remove = (viewer: Viewer) =>
    people.actAs(viewer, (sql) => sql`delete from public.suggestions where id = ${id} returning id`)
  expect(await remove('author')).toHaveLength(0)
  expect(await remove('stranger')).toHaveLength(1)
})

test('replaces the open suggestion of the same member', async () => {
  const spot = await mark()
  const first = await send('stranger', spot, { title: 'New mill' })
  await decide('author', first, { title: null })
  expect(await send('stranger', spot, { description: 'x' })).toBe(first)
  const rows = await people.owner`select changes from public.suggestions where spot_id = ${spot}`
  expect(rows).toEqual([{ changes: { description: { from: 'Private flats inside.', to: 'x' } } }])
})

test('never stores a position for a spot that shows only an area', async () => {
  expect(await findErrorCode(send('stranger', await mark({ precision: 'area' }), { lng: 7.71, lat: 45 }))).toBe('PT400')
  const spot = await mark()
  await send('stranger', spot, { lng: 7.71234, lat: 45.01234, title: 'New mill' })
  await send('newcomer', spot, { lng: 7.71234, lat: 45.01234 })
  await people.actAs('author', (sql) => sql`update public.spots set precision = 'area' where id = ${spot}`)
  const rows = await people.owner`select changes from public.suggestions where spot_id = ${spot}`
  expect(rows).toEqual([{ changes: { title: { from: 'Old mill', to: 'New mill' } } }])
})

test('accepts one of two concurrent decisions', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill' })
  const outcomes = await Promise.all([
    findErrorCode(decide('author', id, { title: 'accept' })),
    findErrorCode(decide('moderator', id, { title: 'decline' })),
  ])
  expect(outcomes.toSorted()).toEqual(['PT409', undefined])
})

test('includes the suggestion in its notifications', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill' })
  const read = async (viewer: Viewer) => {
    const [row] = await people.as(
      viewer,
      (sql) => sql<{ page: { notifications: object[] } }[]>`select public.notifications_page() as page`,
    )
    return row?.page.notifications[0]
  }
  expect(await read('author')).toMatchObject({ kind: 'suggestion', suggestion_id: Number(id) })
  await decide('author', id, { title: 'decline' })
  expect(await read('stranger')).toMatchObject({ kind: 'suggestion-declined', suggestion_id: Number(id) })
})

test('accepts a suggestion that changes only one coordinate', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { lng: 7.7, lat: 45.07 }, { kind: 'moved' })
  expect(await decide('author', id, { lat: 'accept' })).toBe('accepted')
  expect(await readSpot(spot)).toMatchObject({ lng: 7.7, lat: 45.07 })
})
