import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import { createSuggestionActions, type SuggestionActions, type Viewer } from './suggestion-actions.ts'

let people: People
let mark: SuggestionActions['mark']

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  ;({ mark } = createSuggestionActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())

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
  expect(await read('author')).toMatchObject({ is_own: true, may_restore: true })
  expect(await read('moderator')).toMatchObject({ is_own: false, may_restore: true })
  await people.owner`update public.spots set visibility = 'members' where id = ${spot}`
  expect(await read('visitor')).toBeNull()
  expect(await read('stranger')).toMatchObject({ count: 2 })
})

test('says whether a page of changes is the last, and where the spot was at its newest change', async () => {
  const spot = await mark()
  const [start] = await people.owner<
    { lng: number; lat: number }[]
  >`select lng, lat from public.spots where id = ${spot}`
  const change = (sql: string) => people.owner.unsafe(`update public.spots set ${sql} where id = '${spot}'`)
  for (let number = 0; number < 50; number += 1) await change(`title = 'Mill ${number}'`)
  await change('lng = lng + 1')
  const read = async (before: number | null) => {
    const [row] = await people.as(
      'visitor',
      (sql) => sql`select public.spot_history_page(${spot}, null, ${before}) as page`,
    )
    return row?.page
  }
  const [move] = await people.owner<{ id: number }[]>`
    select max(id)::int as id from public.revisions where spot_id = ${spot}`
  expect(await read(null)).toMatchObject({ count: 51, has_earlier: true, spot: { lng: (start?.lng ?? 0) + 1 } })
  const earlier = await read(move?.id ?? null)
  expect(earlier).toMatchObject({ has_earlier: false, spot: start })
  expect(earlier).toHaveProperty('changes.length', 50)
})

test('writes and restores moves of a spot that shows only its area', async () => {
  const spot = await mark()
  const { owner } = people
  await owner`update public.spots set precision = 'area' where id = ${spot}`
  const findPosition = async () => (await owner`select lng, lat from public.spots where id = ${spot}`)[0]
  const before = await findPosition()
  await people.actAs('author', (sql) => sql`update public.spots set lng = lng + 1, lat = lat + 1 where id = ${spot}`)
  const after = await findPosition()
  const [move] = await owner<{ id: string; changes: unknown }[]>`
    select id, changes from public.revisions where spot_id = ${spot} order by id desc limit 1`
  expect(move?.changes).toEqual({
    lng: { from: before?.lng, to: after?.lng },
    lat: { from: before?.lat, to: after?.lat },
  })
  await people.actAs('author', (sql) => sql`select public.restore_revision(${move?.id ?? ''})`)
  expect(await findPosition()).toEqual(before)
})

test('forgets where a spot was when it shows only its area from now on', async () => {
  const spot = await mark()
  await people.actAs('author', (sql) => sql`update public.spots set lng = lng + 1 where id = ${spot}`)
  await people.actAs('author', (sql) => sql`update public.spots set precision = 'area' where id = ${spot}`)
  const rows = await people.owner`select changes from public.revisions where spot_id = ${spot}`
  expect(rows).toEqual([{ changes: { precision: { from: 'exact', to: 'area' } } }])
})

test('forgets the country of a spot that leaves the surroundings of its city', async () => {
  const spot = await mark()
  await people.owner`insert into public.cities (id, slug, name, country_code, country_name, population, time_zone, feature_code, lng, lat)
    select 1, 'near', 'Near', 'CZ', 'Czechia', 100000, 'UTC', 'PPL', lng, lat from public.spots where id = ${spot}`
  const place = async (lng: number, lat: number) =>
    (
      await people.owner`update public.spots set lng = ${lng}, lat = ${lat} where id = ${spot} returning country_code, city_id`
    )[0]
  const [start] = await people.owner<{ lng: number; lat: number }[]>`select lng, lat from public.cities`
  expect(await place((start?.lng ?? 0) + 0.01, start?.lat ?? 0)).toEqual({ country_code: 'CZ', city_id: 1 })
  expect(await place(-30, 30)).toEqual({ country_code: null, city_id: null })
})

test.each([
  ['spots', 'Only its author decides who sees a spot, and how exactly.'],
  ['posts', 'Only its author decides who sees a story.'],
])('tells moderators that only the author restores who sees something (%s)', async (table, message) => {
  const { owner, ids } = people
  const id =
    table === 'spots'
      ? await mark()
      : ((
          await owner<{ id: string }[]>`insert into public.posts (title, slug, status, author_id)
          values ('A walk', 'a-walk', 'published', ${ids.author}) returning id`
        )[0]?.id ?? '')
  const restore = (viewer: 'author' | 'moderator') =>
    people.actAs(
      viewer,
      (sql) => sql`select public.restore_revision(max(id)) from public.revisions where ${id} in (spot_id, post_id)`,
    )
  await people.actAs(
    'author',
    (sql) => sql`update ${sql.identifier(table)} set visibility = 'members' where id = ${id}`,
  )
  await expect(restore('moderator')).rejects.toMatchObject({ code: '42501', message })
  await restore('author')
  expect(await owner`select visibility from ${owner.identifier(table)} where id = ${id}`).toEqual([
    { visibility: 'public' },
  ])
})
