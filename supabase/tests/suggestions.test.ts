import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

type Viewer = Parameters<People['as']>[0]

interface SpotValues {
  visibility?: string
  precision?: string
  status?: string
  author_id?: string | null
}

let count = 0
async function mark(values: SpotValues = {}): Promise<string> {
  count += 1
  const id = `suggested${count}`
  const { visibility = 'public', precision = 'exact', status = 'published', author_id = people.ids.author } = values
  await people.owner`
    insert into public.spots (id, title, category, lng, lat, description, visibility, precision, status, author_id)
    values (${id}, 'Old mill', 'castle', 7.7, 45.06, 'Private flats inside.', ${visibility}, ${precision}, ${status}, ${author_id})`
  return id
}

interface Sent {
  kind?: string
  seen?: object
  reason?: string
  duplicateOf?: string
}

function send(
  viewer: Viewer,
  spot: string,
  wanted: object,
  { kind = 'edit', seen = {}, reason = '', duplicateOf }: Sent = {},
) {
  return people.actAs(viewer, async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      select public.send_suggestion(${spot}, ${sql.json(wanted as never)}, ${sql.json(seen as never)},
        ${kind}::public.suggestion_kind, ${reason}, ${duplicateOf ?? null}) as id`
    return row?.id ?? ''
  })
}

function decide(viewer: Viewer, id: string, verdicts: object, seen: object = {}, answer = '') {
  return people.actAs(viewer, async (sql) => {
    const [row] = await sql<{ status: string }[]>`
      select public.decide_suggestion(${id}, ${sql.json(verdicts as never)}, ${sql.json(seen as never)}, ${answer}) as status`
    return row?.status
  })
}

async function readSpot(id: string) {
  const [spot] =
    await people.owner`select title, category, description, lng, lat, status from public.spots where id = ${id}`
  return spot
}

async function listKinds(user: keyof People['ids'], spot: string) {
  const rows = await people.owner<{ kind: string; text: string }[]>`
    select kind, text from public.notifications where user_id = ${people.ids[user]} and spot_id = ${spot} order by id`
  return rows.map(({ kind, text }) => (text ? `${kind}: ${text}` : kind))
}

test('applies accepted fields as one change that names the sender, and notifies both', async () => {
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

test('changes nothing when everything is declined, and gives the reason', async () => {
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
  ['tags that are no list', { tags: 'a' }],
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

test('lets only the sender, the author and moderators read a suggestion, and only the latter two decide', async () => {
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

test('never keeps a position of a spot that shows only an area', async () => {
  expect(await findErrorCode(send('stranger', await mark({ precision: 'area' }), { lng: 7.71, lat: 45 }))).toBe('PT400')
  const spot = await mark()
  await send('stranger', spot, { lng: 7.71234, lat: 45.01234, title: 'New mill' })
  await send('newcomer', spot, { lng: 7.71234, lat: 45.01234 })
  await people.actAs('author', (sql) => sql`update public.spots set precision = 'area' where id = ${spot}`)
  const rows = await people.owner`select changes from public.suggestions where spot_id = ${spot}`
  expect(rows).toEqual([{ changes: { title: { from: 'Old mill', to: 'New mill' } } }])
})

test('queues suggestions for moderators when no author decides', async () => {
  const [fresh, old, orphan, first, second] = [
    await mark(),
    await mark(),
    await mark({ author_id: null }),
    await mark(),
    await mark(),
  ]
  await send('stranger', fresh, { title: 'New mill' })
  const late = await send('stranger', old, { title: 'New mill' })
  await people.owner`update public.suggestions set created_at = now() - interval '8 days' where id = ${late}`
  await send('stranger', orphan, { title: 'New mill' })
  const twin = await send('stranger', first, {}, { kind: 'duplicate', duplicateOf: second })
  const read = async () => {
    const [row] = await people.as('moderator', (sql) => sql`select public.suggestion_queue() as queue`)
    return row?.queue as { count: number; suggestions: { id: number; kind: string; spot: { id: string } }[] }
  }
  const queue = await read()
  const ids = queue.suggestions.map(({ spot }) => spot.id)
  expect(ids.filter((id) => [fresh, old, orphan, first].includes(id))).toEqual([old, orphan, first])
  expect(queue.count).toBe(queue.suggestions.length)
  expect(await findErrorCode(decide('author', twin, { duplicate: 'decline' }))).toBe('PT404')
  expect(await decide('moderator', twin, { duplicate: 'decline' }, {}, 'Two mills')).toBe('declined')
  expect((await read()).suggestions.map(({ spot }) => spot.id)).not.toContain(first)
  for (const viewer of ['stranger', 'visitor'] as const) {
    expect(await findErrorCode(people.as(viewer, (sql) => sql`select public.suggestion_queue()`))).toBe('42501')
  }
})

test('passes suggestions between blocked members to the moderators', async () => {
  const spot = await mark()
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.author}, ${people.ids.stranger})`
  const id = await send('stranger', spot, { title: 'New mill' })
  expect(await listKinds('author', spot)).toEqual([])
  expect(await people.as('author', (sql) => sql`select from public.suggestions where id = ${id}`)).toEqual([])
  const [row] = await people.as('moderator', (sql) => sql`select public.suggestion_queue() as queue`)
  expect(JSON.stringify(row?.queue)).toContain(spot)
  await people.owner`delete from public.blocks`
})

test('lets one of two concurrent decisions win', async () => {
  const spot = await mark()
  const id = await send('stranger', spot, { title: 'New mill' })
  const outcomes = await Promise.all([
    findErrorCode(decide('author', id, { title: 'accept' })),
    findErrorCode(decide('moderator', id, { title: 'decline' })),
  ])
  expect(outcomes.toSorted()).toEqual(['PT409', undefined])
})

test('writes one revision with the photos and fields that a form changes', async () => {
  const spot = await mark()
  const { author } = people.ids
  const [row] = await people.owner<{ id: string }[]>`
    insert into public.photos (author_id, storage_path, width, height) values (${author}, ${`${author}/a`}, 1, 1) returning id`
  const id = row?.id ?? ''
  await people.actAs(
    'author',
    (sql) => sql`select public.update_spot(${spot}, '{"title":"New mill"}', ${[id]}::uuid[])`,
  )
  const read = () => people.owner`select changes from public.revisions where spot_id = ${spot} order by id`
  expect(await read()).toEqual([
    {
      changes: {
        photos: { from: [], to: [id] },
        cover_photo_id: { from: null, to: id },
        title: { from: 'Old mill', to: 'New mill' },
      },
    },
  ])
  await people.actAs('author', (sql) => sql`delete from public.photos where id = ${id}`)
  expect((await read())[1]).toEqual({
    changes: { photos: { from: [id], to: [] }, cover_photo_id: { from: id, to: null } },
  })
})

test('shows the history to viewers of the spot, with the remaining photos', async () => {
  const spot = await mark()
  await people.actAs('author', (sql) => sql`update public.spots set title = 'New mill' where id = ${spot}`)
  const read = async (viewer: Viewer) => {
    const [row] = await people.as(viewer, (sql) => sql`select public.spot_history_page(${spot}) as page`)
    return row?.page
  }
  expect(await read('visitor')).toMatchObject({
    count: 1,
    may_restore: false,
    changes: [{ author: { username: 'author' } }],
  })
  expect(await read('author')).toMatchObject({ may_restore: true })
  await people.owner`update public.spots set visibility = 'members' where id = ${spot}`
  expect(await read('visitor')).toBeNull()
  expect(await read('stranger')).toMatchObject({ count: 2 })
})

test('passes a suggestion that stays unanswered for a week to the moderators', async () => {
  const read = async () => {
    const rows = await people.owner<{ target_id: string }[]>`
      select target_id from public.moderation_items where kind = 'suggestion' and decided_at is null`
    return rows.map((row) => row.target_id)
  }
  const queue = (viewer: Viewer) => people.actAs(viewer, (sql) => sql`select public.queue_late_suggestions() as count`)
  const [late, hidden] = [await mark(), await mark()]
  const waiting = await send('stranger', late, { title: 'New mill' })
  const ofHidden = await send('stranger', hidden, { title: 'New mill' })
  await people.owner`update public.spots set visibility = 'private' where id = ${hidden}`
  expect(await queue('service')).toEqual([{ count: 0 }])
  // Time passes without any change to the row.
  await people.owner`alter table public.suggestions disable trigger user`
  await people.owner`update public.suggestions set created_at = now() - interval '8 days'
    where id = any (${[waiting, ofHidden]}::bigint[])`
  await people.owner`alter table public.suggestions enable trigger user`
  expect(await read()).not.toContain(waiting)
  expect(await queue('service')).toEqual([{ count: 1 }])
  expect(await read()).toContain(waiting)
  expect(await read()).not.toContain(ofHidden)
  expect(await queue('service')).toEqual([{ count: 0 }])
  expect(await findErrorCode(queue('moderator'))).toBe('42501')
  await decide('moderator', waiting, { title: 'decline' })
  expect(await queue('service')).toEqual([{ count: 0 }])
})

test('names the suggestion in its notifications', async () => {
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

test('counts suggestions for moderators in their badge, and no private ones', async () => {
  await people.owner`delete from public.suggestions`
  const read = async () => {
    const [row] = await people.as(
      'moderator',
      (sql) => sql<{ counts: { suggestions: number } }[]>`select public.count_moderation() as counts`,
    )
    return row?.counts.suggestions
  }
  const [orphan, spot] = [await mark({ author_id: null }), await mark()]
  const id = await send('stranger', orphan, { title: 'New mill' })
  const late = await send('stranger', spot, { title: 'New mill' })
  expect(await read()).toBe(1)
  await people.owner`update public.suggestions set created_at = now() - interval '8 days' where id = ${late}`
  expect(await read()).toBe(2)
  await people.owner`update public.spots set visibility = 'private' where id = ${spot}`
  expect(await read()).toBe(1)
  await decide('moderator', id, { title: 'accept' })
  expect(await read()).toBe(0)
})
