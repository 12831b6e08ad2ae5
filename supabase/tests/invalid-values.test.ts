import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People
let spot: SpotFixture
beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
  spot = await createSpot(people, 'public', 'published')
})
afterAll(() => people[Symbol.asyncDispose]())

/** Calls a function as a member and returns the code and message of its error. */
function send(caller: 'author' | 'stranger', call: string, ...values: string[]): Promise<string | undefined> {
  return people
    .as(caller, (sql) => sql.unsafe(`select public.${call}`, values))
    .then(
      () => undefined,
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    )
}

const required = (field: string) => `PT400 A value for ${field} is required.`
const rejected = (field: string) => `PT400 The value for ${field} is empty, too long or not allowed.`
const unknown = (field: string) => `PT400 The value for ${field} is unknown. Choose one that exists.`
const WRONG_TYPE = expect.stringMatching(/^PT400 A value has the wrong type: .*"(?:east|all)"\.$/)

const SPOT = { title: 'Mill', category: 'castle', lng: 7, lat: 45 }
const STORY = { title: 'A walk', body: 'Along the river', tags: ['river'] }

const SUBMIT = `submit_spot('${randomUUID()}', $1::text::jsonb)`
test.each([
  [{ lng: null }, 'PT400 Choose a position: lng and lat are required.'],
  [{ lat: undefined }, 'PT400 Choose a position: lng and lat are required.'],
  [{ lat: 91 }, rejected('lat')],
  [{ lng: 'east' }, WRONG_TYPE],
  [{ title: null }, required('title')],
  [{ title: '' }, rejected('title')],
  [{ category: null }, required('category')],
  [{ category: 'spaceport' }, unknown('category')],
  [{ website: 'mill' }, rejected('website')],
  [{ visibility: 'all' }, WRONG_TYPE],
  [{ status: 'all' }, WRONG_TYPE],
])('explains what is wrong with a new spot: %j', async (fields, message) => {
  expect(await send('author', SUBMIT, JSON.stringify(SPOT))).toBeUndefined()
  expect(await send('author', SUBMIT, JSON.stringify({ ...SPOT, ...fields }))).toEqual(message)
})

test.each([
  [{ title: null }, required('title')],
  [{ category: null }, required('category')],
  [{ category: 'spaceport' }, unknown('category')],
  [{ lat: 91 }, rejected('lat')],
  [{ lng: 'east' }, WRONG_TYPE],
])('explains what is wrong with changes of a spot: %j', async (fields, message) => {
  expect(await send('author', 'update_spot($1, $2::text::jsonb)', spot.id, JSON.stringify(fields))).toEqual(message)
})

const outside = (column: string) =>
  `23514 new row for relation "spots" violates check constraint "spots_${column}_check"`
test.each([
  [{ lng: null }, '23502 null value in column "lng" of relation "spots" violates not-null constraint'],
  [{ lat: null }, '23502 null value in column "lat" of relation "spots" violates not-null constraint'],
  [{ lng: 181 }, outside('lng')],
  [{ lat: '-Infinity' }, outside('lat')],
  [{ lat: 91, precision: 'area' }, outside('lat')],
])('names the coordinate that an app omits or sends wrong: %j', async (fields, message) => {
  const row = { ...SPOT, precision: 'exact', ...fields }
  const insert = people.as(
    'author',
    (sql) => sql`insert into public.spots (title, category, lng, lat, precision)
      select title, category, lng, lat, precision from jsonb_populate_record(null::public.spots, ${sql.json(row)})`,
  )
  await expect(insert.catch(({ code, message }) => `${code} ${message}`)).resolves.toBe(message)
})

test.each(['save_story', 'publish_story'])('explains what is wrong with a story: %s', async (name) => {
  const call = `${name}($1::text::jsonb, null, '${randomUUID()}')`
  const save = (fields: object) => send('author', call, JSON.stringify({ ...STORY, ...fields }))
  expect(await save({})).toBeUndefined()
  expect(await save({ visibility: 'all' })).toEqual(WRONG_TYPE)
  expect(await save({ city_id: -1 })).toBe(unknown('city_id'))
  expect(await save({ cover_photo_id: randomUUID() })).toBe(unknown('cover_photo_id'))
  expect(await save({ tags: ['x'.repeat(33)] })).toBe(rejected('tags'))
})

test('explains what is wrong with a review', async () => {
  expect(await send('stranger', 'save_review($1, 5::smallint)', spot.id)).toBeUndefined()
  expect(await send('stranger', 'save_review($1, null)', spot.id)).toBe(required('rating'))
  expect(await send('stranger', 'save_review($1, 6::smallint)', spot.id)).toBe(rejected('rating'))
  expect(await send('stranger', 'save_review($1, 5::smallint, null)', spot.id)).toBe(required('body'))
})

test('explains what is wrong with a list', async () => {
  expect(await send('stranger', 'create_list(null)')).toBe(required('title'))
  expect(await send('stranger', "create_list(' ')")).toBe(rejected('title'))
  expect(await send('stranger', "create_list('Walks', null)")).toBe(required('description'))
  expect(await send('author', 'set_on_list($1, $2, true, $3)', spot.id, await createList(), 'x'.repeat(3000))).toBe(
    rejected('note'),
  )
})

test('explains what is wrong with a suggestion', async () => {
  const suggest = (rest: string) => send('stranger', `send_suggestion($1, '{"title": "Old mill"}', ${rest})`, spot.id)
  expect(await suggest("'{}', 'edit', 'Better'")).toBeUndefined()
  expect(await suggest("'{}', 'edit', null")).toBe(required('reason'))
  expect(await suggest("'{}', null, ''")).toBe(required('kind'))
})

test.each([
  "save_review('nosuchspot23', 5::smallint)",
  'save_review(null, 5::smallint)',
  "mark_spot('nosuchspot23', 'want', true)",
  "create_list('Walks', spot => 'nosuchspot23')",
])('says that a spot does not exist: %s', async (call) => {
  expect(await send('author', call)).toBe('PT404 Spot not found.')
})

test('says that a spot or list does not exist when an item is added', async () => {
  expect(await send('author', "set_on_list('nosuchspot23', $1, true)", await createList())).toBe(
    'PT404 Spot not found.',
  )
  expect(await send('author', "set_on_list($1, 'nosuchlist23', true)", spot.id)).toBe(
    'PT404 List not found, or you may not change it.',
  )
})

const POSITION = 'PT400 lng and lat must be degrees.'
test.each([
  ['find_nearest_city(null, null)', POSITION],
  ["find_nearest_city('infinity', 45)", POSITION],
  ["find_nearest_city(7, 'NaN')", POSITION],
  ['list_nearest_spots(7, null)', POSITION],
  ['list_nearest_spots(7, 91)', POSITION],
  ["list_nearby_duplicates('-infinity', 45)", POSITION],
  ["find_story_spots('', 'infinity', 'infinity')", undefined],
  ["feed_page(time_zone => 'Mars/Base')", 'PT400 Choose a time zone of the list, such as Europe/Rome.'],
  ["explore_view(6, 44, 8, 46, 8, min_rating => 'NaN')", '22023 min_rating must be between 0 and 5.'],
  [
    "explore_view(6, 44, 8, 46, 8, sort => 'nearest', near_lng => 'infinity', near_lat => 0)",
    '22023 near_lng and near_lat must be degrees.',
  ],
  ['set_profile_visibility(null)', 'PT400 Choose who may see your profile.'],
  ["set_import_status(public.start_import('a.csv', 1), null)", 'PT409 This import can no longer be changed like that.'],
])('explains impossible arguments: %s', async (call, message) => {
  expect(await send('author', call)).toBe(message)
})

test('shows no entries of the moderation log for a negative number of entries', async () => {
  expect(
    await people.as('moderator', (sql) => sql`select public.list_moderation_log(most => -1) -> 'entries' as e`),
  ).toEqual([{ e: [] }])
})

async function createList(): Promise<string> {
  const [list] = await people.owner<{ id: string }[]>`
    insert into public.lists (title, author_id) values ('Mills', ${people.ids.author}) returning id`
  return list?.id ?? ''
}
