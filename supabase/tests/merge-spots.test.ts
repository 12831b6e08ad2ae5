import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await people.owner`delete from public.notifications`
})

type Viewer = Parameters<People['as']>[0]

const KEPT = 'keptmill2345'
const TWIN = 'twinmill2345'

interface Values {
  visibility?: string
  precision?: string
  status?: string
  author?: string
}

async function mark(
  id: string,
  title: string,
  { visibility = 'public', precision = 'exact', status = 'published', author }: Values = {},
) {
  await people.owner`
    insert into public.spots (id, title, category, lng, lat, visibility, precision, status, author_id)
    values (${id}, ${title}, 'castle', 7.7, 45.06, ${visibility}, ${precision}, ${status}, ${author ?? people.ids.author})`
}

async function plant(kept: Values = {}, twin: Values = {}) {
  await mark(KEPT, 'Old mill', kept)
  await mark(TWIN, 'The old mill', twin)
}

function merge(viewer: Viewer, kept = KEPT, merged = TWIN, taken: string[] = []) {
  return people.actAs(viewer, async (sql) => {
    const [row] = await sql<{ result: { id: string; merge: number } }[]>`
      select public.merge_spots(${kept}, ${merged}, ${taken}::text[]) as result`
    return row?.result.merge ?? 0
  })
}

const undo = (viewer: Viewer, id: number) => people.actAs(viewer, (sql) => sql`select public.undo_merge(${id})`)

async function follow(viewer: Viewer, id = TWIN) {
  const [row] = await people.as(
    viewer,
    (sql) => sql<{ id: string | null }[]>`select public.find_merged_spot(${id}) as id`,
  )
  return row?.id
}

/** Fills both spots with what members add. The stranger has reviewed both, the one to be merged last. */
async function fill() {
  const { owner, ids } = people
  await owner`
    insert into public.reviews (spot_id, author_id, rating, body, updated_at) values
      (${KEPT}, ${ids.stranger}, 2, 'Earlier', now() - interval '1 day'), (${TWIN}, ${ids.stranger}, 5, 'Later', now()),
      (${TWIN}, ${ids.newcomer}, 4, 'Only', now())`
  const [comment] = await owner<{ id: string }[]>`
    insert into public.comments (spot_id, author_id, body) values (${TWIN}, ${ids.stranger}, 'Mind the step') returning id`
  await owner`
    insert into public.comments (spot_id, author_id, parent_id, body)
    values (${TWIN}, ${ids.newcomer}, ${comment?.id ?? ''}, 'Thank you')`
  await owner`
    insert into public.photos (spot_id, author_id, storage_path, width, height)
    values (${TWIN}, ${ids.author}, ${`${ids.author}/twin-${Math.random()}`}, 1, 1)`
  const lists = await owner<{ id: string; author_id: string }[]>`
    select id, author_id from public.lists where kind = 'want' and author_id in (${ids.stranger}, ${ids.newcomer})`
  for (const { id, author_id } of lists) {
    await owner`insert into public.list_items (list_id, spot_id, note) values (${id}, ${TWIN}, 'Soon')`
    if (author_id === ids.stranger)
      await owner`insert into public.list_items (list_id, spot_id) values (${id}, ${KEPT})`
  }
  await owner`
    insert into public.posts (title, body, status, author_id)
    values ('A walk', ${`One.\n\n/spot/${TWIN}\n\n[Mill](/spot/${TWIN}?a=1) /spot/${TWIN}x`}, 'published', ${ids.stranger})`
}

async function count(id: string) {
  const [spot] = await people.owner`
    select review_count, rating_sum, comment_count, photo_count, save_count from public.spots where id = ${id}`
  return Object.values(spot ?? {})
}

/** Compares the counters with the rows. */
async function recount(id: string) {
  const [spot] = await people.owner`
    select (select count(*)::integer from public.reviews where spot_id = ${id}) as reviews,
      (select coalesce(sum(rating), 0)::integer from public.reviews where spot_id = ${id}) as ratings,
      (select count(*)::integer from public.comments where spot_id = ${id}) as comments,
      (select count(*)::integer from public.photos where spot_id = ${id}) as photos,
      (select count(distinct author_id)::integer from public.list_items join public.lists on lists.id = list_id
        where spot_id = ${id} and kind <> 'been') as saves`
  return Object.values(spot ?? {})
}

test('moves reviews, comments, photos, saves and places in stories, and keeps the counters right', async () => {
  await plant()
  await fill()
  await merge('moderator')
  expect(await count(KEPT)).toEqual([2, 9, 2, 1, 2])
  expect(await recount(KEPT)).toEqual([2, 9, 2, 1, 2])
  expect(await count(TWIN)).toEqual(await recount(TWIN))
  const [post] =
    await people.owner`select body, (select spot_id from public.post_spots where post_id = posts.id) as card from public.posts`
  expect(post).toEqual({ body: `One.\n\n/spot/${KEPT}\n\n[Mill](/spot/${KEPT}?a=1) /spot/${TWIN}x`, card: KEPT })
  const reviews = await people.owner`select body from public.reviews where spot_id = ${KEPT} order by body`
  expect(reviews).toEqual([{ body: 'Later' }, { body: 'Only' }])
})

test('does not count deleted or hidden reviews and comments, or replies to reviews', async () => {
  await plant()
  await fill()
  const { owner, ids } = people
  await owner`update public.reviews set deleted_at = now() where spot_id = ${TWIN} and author_id = ${ids.newcomer}`
  await owner`update public.comments set hidden_at = now() where body = 'Mind the step'`
  await owner`
    insert into public.reviews (spot_id, author_id, rating, body, hidden_at) values (${TWIN}, ${ids.author}, 1, 'Hidden', now())`
  await owner`
    insert into public.comments (spot_id, author_id, review_id, body)
    select spot_id, author_id, id, 'Answer' from public.reviews where body = 'Later'`
  const before = [await count(KEPT), await count(TWIN)]
  expect(before.map((counts) => counts.slice(0, 3))).toEqual([
    [1, 2, 0],
    [1, 5, 1],
  ])
  const id = await merge('moderator')
  expect((await count(KEPT)).slice(0, 3)).toEqual([1, 5, 1])
  expect((await count(TWIN)).slice(0, 3)).toEqual([0, 0, 0])
  await undo('moderator', id)
  expect([await count(KEPT), await count(TWIN)]).toEqual(before)
})

test('keeps the visible review when a deleted one of the same member is newer', async () => {
  await plant()
  await fill()
  await people.owner`update public.reviews set deleted_at = now() where body = 'Later'`
  await merge('moderator')
  const reviews = await people.owner`select body from public.reviews where spot_id = ${KEPT} order by body`
  expect(reviews).toEqual([{ body: 'Earlier' }, { body: 'Only' }])
  expect((await count(KEPT)).slice(0, 2)).toEqual([2, 6])
})

test('does not mark moved reviews and comments as edited', async () => {
  await plant()
  await fill()
  await people.owner`update public.comments set created_at = now() - interval '1 day'`
  const read = () => people.owner`
    select body, updated_at from public.reviews where body <> 'Earlier' union all select body, updated_at from public.comments order by body`
  const before = await read()
  await merge('moderator')
  expect(await read()).toEqual(before)
})

test('redirects from the old address to the spot, also after several merges', async () => {
  await plant()
  await merge('moderator')
  expect([await follow('visitor'), await follow('stranger')]).toEqual([KEPT, KEPT])
  await mark('thirdmill234', 'Mill')
  await merge('moderator', 'thirdmill234', KEPT)
  expect([await follow('visitor'), await follow('visitor', KEPT)]).toEqual(['thirdmill234', 'thirdmill234'])
  expect(await people.as('visitor', (sql) => sql`select from public.spots where id = ${TWIN}`)).toHaveLength(0)
  await people.owner`delete from public.spots where id = ${TWIN}`
  expect(await follow('visitor')).toBe('thirdmill234')
})

test('takes the chosen fields from the merged spot', async () => {
  await plant()
  await fill()
  await people.owner`update public.spots set address = 'Here 1', lng = 7.71, tags = '{mill}' where id = ${TWIN}`
  const [twin] = await people.owner`select cover_photo_id from public.spots where id = ${TWIN}`
  await merge('moderator', KEPT, TWIN, ['title', 'address', 'position', 'cover_photo_id', 'author_id', 'visibility'])
  const [kept] =
    await people.owner`select title, address, lng, tags, cover_photo_id, author_id from public.spots where id = ${KEPT}`
  expect(kept).toEqual({
    title: 'The old mill',
    address: 'Here 1',
    lng: 7.71,
    tags: [],
    cover_photo_id: twin?.cover_photo_id,
    author_id: people.ids.author,
  })
  const [revision] =
    await people.owner`select author_id, changes -> 'title' as title from public.revisions where spot_id = ${KEPT}`
  expect(revision).toEqual({ author_id: people.ids.moderator, title: { from: 'Old mill', to: 'The old mill' } })
})

test('restores everything when undone, and keeps later additions', async () => {
  await plant()
  await fill()
  const before = [await count(KEPT), await count(TWIN)]
  const id = await merge('moderator', KEPT, TWIN, ['title'])
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${KEPT}, ${people.ids.newcomer}, 'Since')`
  await undo('moderator', id)
  const [kept = [], twin = []] = before
  expect(await count(KEPT)).toEqual(kept.map((value, index) => (index === 2 ? Number(value) + 1 : value)))
  expect(await count(TWIN)).toEqual(twin)
  expect([await recount(KEPT), await recount(TWIN)]).toEqual([await count(KEPT), await count(TWIN)])
  expect(await people.owner`select id, title, status from public.spots order by id`).toEqual([
    { id: KEPT, title: 'Old mill', status: 'published' },
    { id: TWIN, title: 'The old mill', status: 'published' },
  ])
  expect(await follow('visitor')).toBeNull()
  const [post] =
    await people.owner`select body, (select spot_id from public.post_spots where post_id = posts.id) as card from public.posts`
  expect(post).toMatchObject({ card: TWIN, body: expect.stringContaining(`/spot/${TWIN}\n`) })
  expect(await findErrorCode(undo('moderator', id))).toBe('PT409')
})

test('keeps the saves and reviews that the kept spot got after the merge', async () => {
  await plant()
  await fill()
  const { owner, ids } = people
  const id = await merge('moderator')
  const [list] = await owner<{ id: string }[]>`
    insert into public.lists (author_id, title) values (${ids.newcomer}, 'Mills') returning id`
  await owner`insert into public.list_items (list_id, spot_id, note) values (${list?.id ?? ''}, ${KEPT}, 'Since')`
  await owner`delete from public.reviews where spot_id = ${KEPT} and author_id = ${ids.newcomer}`
  await owner`insert into public.reviews (spot_id, author_id, rating, body) values (${KEPT}, ${ids.newcomer}, 1, 'Since')`
  await undo('moderator', id)
  expect(await owner`select spot_id from public.list_items where note = 'Since'`).toEqual([{ spot_id: KEPT }])
  expect(await owner`select spot_id from public.reviews where body = 'Since'`).toEqual([{ spot_id: KEPT }])
  expect(await owner`select spot_id, note from public.list_items where note = 'Soon'`).toEqual([
    { spot_id: TWIN, note: 'Soon' },
    { spot_id: TWIN, note: 'Soon' },
  ])
  expect([await recount(KEPT), await recount(TWIN)]).toEqual([await count(KEPT), await count(TWIN)])
})

test('can be undone for 30 days by moderators only', async () => {
  await plant()
  const id = await merge('moderator')
  expect(await findErrorCode(undo('author', id))).toBe('42501')
  await people.owner`update private.spot_merges set created_at = now() - interval '31 days'`
  expect(await findErrorCode(undo('moderator', id))).toBe('PT409')
})

test('rejects everyone but moderators', async () => {
  await plant()
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    expect(await findErrorCode(merge(viewer))).toBe('42501')
    const page = people.as(viewer, (sql) => sql`select public.merge_page(${KEPT}, ${TWIN})`)
    expect(await findErrorCode(page)).toBe('42501')
  }
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.moderator}`
  expect(await findErrorCode(merge('moderator'))).toBe('PT403')
  await people.owner`update auth.users set banned_until = null where id = ${people.ids.moderator}`
})

test.each<[string, Values, Values, string]>([
  ['a private spot into a public one', {}, { visibility: 'private' }, 'PT404'],
  ['a public spot into a private one', { visibility: 'private' }, {}, 'PT404'],
  ['a spot for members into a public one', {}, { visibility: 'members' }, 'PT400'],
  ['a spot shared by link', {}, { visibility: 'link' }, 'PT400'],
  ['a spot into one shared by link', { visibility: 'link' }, {}, 'PT400'],
  ['an area into an exact point', {}, { precision: 'area' }, 'PT400'],
  ['a draft', {}, { status: 'draft' }, 'PT409'],
  ['into a spot that waits for review', { status: 'pending' }, {}, 'PT409'],
])('does not merge %s', async (_name, kept, twin, code) => {
  await plant(kept, twin)
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${TWIN}, ${people.ids.author}, 'Secret')`
  expect(await findErrorCode(merge('moderator'))).toBe(code)
  const rows = await people.owner`select spot_id from public.comments`
  expect(rows).toEqual([{ spot_id: TWIN }])
  expect(await people.owner`select from public.spot_redirects`).toHaveLength(0)
})

test("does not merge even a moderator's own private spot", async () => {
  await plant({ visibility: 'private', author: people.ids.moderator })
  expect(await findErrorCode(merge('moderator'))).toBe('PT404')
})

test('hides the redirect from viewers who may not see its target', async () => {
  await plant({ visibility: 'members' })
  await merge('moderator')
  expect([await follow('visitor'), await follow('stranger')]).toEqual([null, KEPT])
  expect(await people.as('visitor', (sql) => sql`select from public.spot_redirects`)).toHaveLength(0)
  await people.owner`update public.spots set visibility = 'private' where id = ${KEPT}`
  expect([await follow('stranger'), await follow('moderator'), await follow('author')]).toEqual([null, null, KEPT])
})

test('keeps the exact position of two areas secret', async () => {
  await plant({ precision: 'area' }, { precision: 'area' })
  await people.owner`insert into public.spot_exact_points (spot_id, lng, lat) values (${KEPT}, 7.70123, 45.00456), (${TWIN}, 7.70987, 45.00654)
    on conflict (spot_id) do update set lng = excluded.lng, lat = excluded.lat`
  await merge('moderator', KEPT, TWIN, ['position'])
  const seen = JSON.stringify(await people.as('visitor', (sql) => sql`select public.spot_page(${KEPT}) as page`))
  expect(seen).not.toContain('7.7098')
  const [exact] = await people.owner`select lng from public.spot_exact_points where spot_id = ${KEPT}`
  expect(exact?.lng).toBe(7.70987)
})

test('lets one of two opposite merges succeed, without a deadlock', async () => {
  await plant()
  await fill()
  const outcomes = await Promise.all([
    findErrorCode(merge('moderator', KEPT, TWIN)),
    findErrorCode(merge('moderator', TWIN, KEPT)),
  ])
  expect(outcomes.toSorted()).toEqual(['PT409', undefined])
  expect(await people.owner`select from public.spot_redirects`).toHaveLength(1)
})

test('notifies the reporter of the duplicate and writes a log entry', async () => {
  await plant()
  await people.actAs(
    'stranger',
    (sql) => sql`select public.send_suggestion(${KEPT}, kind => 'duplicate', duplicate_of => ${TWIN})`,
  )
  await merge('moderator', TWIN, KEPT)
  const rows = await people.owner`select kind, spot_id from public.notifications where user_id = ${people.ids.stranger}`
  expect(rows).toEqual([{ kind: 'suggestion-accepted', spot_id: expect.any(String) }])
  const log =
    await people.owner`select target_id from private.moderation_log where action = 'merge' order by id desc limit 1`
  expect(log).toEqual([{ target_id: TWIN }])
})
