import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Columns, Part } from '../../backend/src/postgres/statements/template.ts'
import { createSpot, createSpotMatrix, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'
import { STATUSES, VIEWERS, VISIBILITIES } from './visibility-rule.ts'

const DENIED = '42501'

let people: People
let spots: SpotFixture[]

beforeAll(async () => {
  people = await createPeople()
  spots = await createSpotMatrix(people)
})
afterAll(() => people[Symbol.asyncDispose]())

async function setModeration(mode: 'off' | 'first-post' | 'all') {
  await people.owner`update public.instance_settings set moderation = ${mode}`
}

for (const viewer of VIEWERS) {
  test(`${viewer}: updates only permitted spots`, async () => {
    for (const spot of spots) {
      const outcome = await people
        .as(
          viewer,
          (sql) => sql`update public.spots set title = 'Changed' where id = ${spot.id} returning id`,
          spot.secret,
        )
        .then(
          (rows) => rows.length,
          (error) => error.code,
        )
      const isTheirs = viewer === 'author' || (viewer === 'moderator' && spot.visibility !== 'private')
      const expected = {
        visitor: DENIED,
        holder: DENIED,
        stranger: 0,
        author: spot.status === 'removed' ? DENIED : 1,
        moderator: isTheirs ? 1 : 0,
      }[viewer]
      expect([spot.visibility, spot.status, outcome]).toEqual([spot.visibility, spot.status, expected])
    }
  })

  test(`${viewer}: deletes only permitted spots`, async () => {
    for (const spot of spots) {
      const outcome = await people
        .as(viewer, (sql) => sql`delete from public.spots where id = ${spot.id} returning id`, spot.secret)
        .then(
          (rows) => rows.length,
          (error) => error.code,
        )
      const expected = {
        visitor: DENIED,
        holder: DENIED,
        stranger: 0,
        author: spot.status === 'removed' ? 0 : 1,
        moderator: 0,
      }[viewer]
      expect([spot.visibility, spot.status, outcome]).toEqual([spot.visibility, spot.status, expected])
    }
  })
}

/** The status of a new spot, by the status that its author requests. */
const ADMITTED = {
  off: { draft: 'draft', pending: 'published', published: 'published', closed: DENIED, removed: DENIED },
  all: { draft: 'draft', pending: 'pending', published: 'pending', closed: DENIED, removed: DENIED },
  'first-post': { draft: 'draft', pending: 'pending', published: 'pending', closed: DENIED, removed: DENIED },
} as const

for (const mode of ['off', 'all', 'first-post'] as const) {
  test(`moderation ${mode}: sets the status of a newcomer's spot`, async () => {
    await setModeration(mode)
    for (const visibility of VISIBILITIES) {
      for (const status of STATUSES) {
        const outcome = await people
          .as(
            'newcomer',
            (sql) => sql`insert into public.spots (title, category, lng, lat, visibility, status)
              values ('New', 'castle', 7, 45, ${visibility}, ${status}) returning status, author_id`,
          )
          .then(
            ([row]) => row?.status,
            (error) => error.code,
          )
        const admitted = ADMITTED[mode][status]
        const expected = visibility === 'private' && admitted === 'pending' ? 'published' : admitted
        expect([visibility, status, outcome]).toEqual([visibility, status, expected])
      }
    }
  })
}

test('rejects spots from visitors', async () => {
  for (const viewer of ['visitor', 'holder'] as const) {
    const insert = people.as(
      viewer,
      (sql) => sql`insert into public.spots (title, category, lng, lat) values ('x', 'art', 1, 1)`,
    )
    expect(await findErrorCode(insert)).toBe(DENIED)
  }
})

test('first-post: queues spots until the first is approved, unless there is no moderator', async () => {
  await setModeration('first-post')
  const submit = () =>
    people.actAs(
      'newcomer',
      (sql) => sql<{ id: string; status: string }[]>`insert into public.spots (title, category, lng, lat, status)
    values ('First', 'castle', 7, 45, 'published') returning id, status`,
    )
  await people.owner`update public.users set id = id`
  const [first] = await submit()
  expect(first?.status).toBe('pending')
  expect((await submit())[0]?.status).toBe('pending')
  await people.actAs('moderator', (sql) => sql`select public.approve_spot(${first?.id ?? ''})`)
  const [second] = await submit()
  expect(second?.status).toBe('published')
  await people.owner`update private.held_notices set due_at = now()`
  await people.owner`select public.send_held_notices()`
  const notes = await people.as('newcomer', (sql) => sql`select kind, spot_id from public.notifications`)
  expect(notes).toEqual([{ kind: 'approved', spot_id: first?.id }])

  await people.owner`delete from public.spots where author_id = ${people.ids.newcomer}`
  await people.owner.begin(async (sql) => {
    await sql`update auth.users set raw_app_meta_data = '{}' where id = ${people.ids.moderator}`
    await sql`update public.users set id = id`
  })
  expect((await submit())[0]?.status).toBe('published')
  await people.owner`delete from public.spots where author_id = ${people.ids.newcomer}`
  await people.owner`update auth.users set raw_app_meta_data = '{"role":"moderator"}' where id = ${people.ids.moderator}`
  await people.owner`update public.users set id = id`
})

/** The resulting status under moderation `all`, by the current and the requested status. */
const TRANSITIONS = {
  draft: { draft: 'draft', pending: 'pending', published: 'pending', closed: DENIED, removed: DENIED },
  pending: { draft: 'draft', pending: 'pending', published: 'pending', closed: DENIED, removed: DENIED },
  published: { draft: 'draft', pending: 'published', published: 'published', closed: 'closed', removed: DENIED },
  closed: { draft: 'draft', pending: 'published', published: 'published', closed: 'closed', removed: DENIED },
  removed: { draft: DENIED, pending: DENIED, published: DENIED, closed: DENIED, removed: DENIED },
} as const

test('lets an author change the status only as moderation allows', async () => {
  await setModeration('all')
  for (const spot of spots.filter((one) => one.visibility === 'public')) {
    for (const status of STATUSES) {
      const outcome = await people
        .as(
          'author',
          (sql) =>
            sql`update public.spots set status = ${status}, removal_reason = 'x' where id = ${spot.id} returning status`,
        )
        .then(
          ([row]) => row?.status,
          (error) => error.code,
        )
      expect([spot.status, status, outcome]).toEqual([spot.status, status, TRANSITIONS[spot.status][status]])
    }
  }
})

test('queues a private spot for review when its visibility is widened', async () => {
  await setModeration('all')
  for (const from of ['published', 'closed'] as const) {
    for (const visibility of ['public', 'members', 'link'] as const) {
      for (const wanted of ['published', 'closed'] as const) {
        const spot = spots.find((one) => one.visibility === 'private' && one.status === from)
        const [row] = await people.as(
          'author',
          (sql) =>
            sql`update public.spots set visibility = ${visibility}, status = ${wanted} where id = ${spot?.id ?? ''} returning status`,
        )
        expect([from, visibility, wanted, row?.status]).toEqual([from, visibility, wanted, 'pending'])
      }
    }
  }
})

test('does not count private spots as approved contributions', async () => {
  await setModeration('first-post')
  const statuses = await people.as('newcomer', async (sql) => {
    await sql`insert into public.spots (title, category, lng, lat, status, visibility) values ('Mine', 'art', 1, 1, 'published', 'private')`
    return sql`insert into public.spots (title, category, lng, lat, status) values ('Spam', 'art', 1, 1, 'published') returning status`
  })
  expect(statuses).toEqual([{ status: 'pending' }])
})

const FORBIDDEN_COLUMNS = {
  review_count: '9',
  rating_sum: '45',
  photo_count: '9',
  comment_count: '9',
  save_count: '9',
  been_count: '9',
  published_at: '2020-01-01',
  created_at: '2020-01-01',
  updated_at: '2020-01-01',
  confirmed_at: '2020-01-01',
  city_id: '1',
  slug: 'mine',
  id: 'abcdefghijkm',
}

test('rejects writes to counters, times and other derived columns', async () => {
  const spot = await createSpot(people, 'public', 'published')
  for (const [column, value] of Object.entries(FORBIDDEN_COLUMNS)) {
    const insert = people.as('author', (sql) =>
      sql.unsafe(
        `insert into public.spots (title, category, lng, lat, ${column}) values ('x', 'art', 1, 1, '${value}')`,
      ),
    )
    expect([column, await findErrorCode(insert)]).toEqual([column, DENIED])
    const update = people.as('author', (sql) =>
      sql.unsafe(`update public.spots set ${column} = '${value}' where id = '${spot.id}'`),
    )
    expect([column, await findErrorCode(update)]).toEqual([column, DENIED])
  }
})

test('rejects writes in the name of others and changes of the author', async () => {
  const insert = people.as(
    'stranger',
    (sql) => sql`insert into public.spots (title, category, lng, lat, author_id)
    values ('x', 'art', 1, 1, ${people.ids.author})`,
  )
  expect(await findErrorCode(insert)).toBe(DENIED)
  const give = people.as('author', (sql) => sql`update public.spots set author_id = ${people.ids.stranger}`)
  expect(await findErrorCode(give)).toBe(DENIED)
})

test('rejects members who approve, remove or read the queue', async () => {
  const spot = await createSpot(people, 'public', 'pending')
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    for (const call of [`approve_spot('${spot.id}')`, `remove_spot('${spot.id}', 'x')`, 'moderation_waiting()']) {
      expect([
        viewer,
        call,
        await findErrorCode(people.as(viewer, (sql) => sql.unsafe(`select public.${call}`))),
      ]).toEqual([viewer, call, DENIED])
    }
  }
})

test('lets a moderator approve, and remove with a reason that the author reads', async () => {
  const spot = await createSpot(people, 'public', 'pending')
  const read = () =>
    people.as('author', (sql) => sql`select status, removal_reason from public.spots where id = ${spot.id}`)
  await people.actAs('moderator', (sql) => sql`select public.approve_spot(${spot.id})`)
  expect(await read()).toEqual([{ status: 'published', removal_reason: null }])
  expect(await findErrorCode(people.as('moderator', (sql) => sql`select public.remove_spot(${spot.id}, ' ')`))).toBe(
    'PT400',
  )
  await people.actAs('moderator', (sql) => sql`select public.remove_spot(${spot.id}, 'A private garden')`)
  expect(await read()).toEqual([{ status: 'removed', removal_reason: 'A private garden' }])
})

test('does not let a moderator widen the visibility of a spot', async () => {
  const spot = spots.find((one) => one.visibility === 'members' && one.status === 'published')
  const [row] = await people.as(
    'moderator',
    (sql) => sql`update public.spots set visibility = 'public' where id = ${spot?.id ?? ''} returning visibility`,
  )
  expect(row?.visibility).toBe('members')
})

const BAD_VALUES: [string, Part][] = [
  ['title', '  '],
  ['title', 'x'.repeat(201)],
  ['description', 'x'.repeat(10_001)],
  ['lng', 180.5],
  ['lat', -91],
  ['lat', 'NaN'],
  ['website', 'javascript:alert(1)'],
  ['website', 'ftp://example.org'],
  ['country_code', 'it'],
  ['tags', ['x'.repeat(40)]],
  ['tags', Array.from({ length: 13 }, (_, place) => `tag ${place}`)],
]

test('rejects invalid values with a named constraint', async () => {
  for (const [column, value] of BAD_VALUES) {
    const row: Columns = { title: 'x', category: 'art', lng: 1, lat: 1, [column]: value }
    const insert = people.as('author', (sql) => sql`insert into public.spots ${sql.insertion(row)}`)
    expect([column, await findErrorCode(insert)]).toEqual([column, '23514'])
  }
})

test('indexes the positions of many spots on a straight line in few pages', async () => {
  await people.owner`insert into public.spots (title, category, lng, lat, status, author_id)
    select 'Milestone ' || n, 'memorial', 71 + n / 500.0, 21 + n / 500.0, 'published', null from generate_series(1, 500) as n`
  const [size] = await people.owner<{ pages: number }[]>`
    select (pg_relation_size('public.spots_position_idx') / 8192)::integer as pages`
  expect(size?.pages).toBeLessThan(30)
})
