import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

const PLACE = { number: 1, title: 'Mill', category: 'castle', lng: 7, lat: 45 }
const RECORD = { number: 1, kind: 'follow', name: 'Ada', details: {} }
const PHOTO = { number: 1, story_number: 1, name: 'a.jpg' }

/** Calls a function for a new import of the author, and returns the message of its error. */
function send(call: string, value: unknown): Promise<string | undefined> {
  const failure = people.as('author', async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('mine.zip', 5) as id`
    await sql.unsafe(`select public.${call}`.replace('{import}', `'${created?.id ?? ''}'`), [JSON.stringify(value)])
  })
  return failure.then(
    () => undefined,
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  )
}

const rejects = (field: string) => `PT400 The import has a value for ${field} that is missing, too long or not allowed.`

test.each([
  ['add_import_rows({import}, $1::jsonb)', PLACE, { title: '' }, rejects('title')],
  ['add_import_rows({import}, $1::jsonb)', PLACE, { title: null }, rejects('title')],
  ['add_import_rows({import}, $1::jsonb)', PLACE, { lat: 91 }, rejects('position')],
  ['add_import_rows({import}, $1::jsonb)', PLACE, { category: 'spaceport' }, rejects('category')],
  [
    'add_import_rows({import}, $1::jsonb)',
    PLACE,
    { number: 'one' },
    /^PT400 The import has a value of the wrong type: .*"one"\.$/,
  ],
  ['add_import_records({import}, $1::jsonb)', RECORD, { kind: 'crown' }, rejects('kind')],
  ['add_import_records({import}, $1::jsonb)', RECORD, { details: 7 }, rejects('details')],
  ['add_import_photos({import}, $1::jsonb)', PHOTO, { position: -1 }, rejects('position')],
  [
    'add_import_photos({import}, $1::jsonb)',
    PHOTO,
    { source: 'here' },
    /^PT400 The import has a value of the wrong type: .*"here"\.$/,
  ],
  [
    'describe_import({import}, null, $1::jsonb)',
    { number: 1, title: 'Walk' },
    { status: 'removed' },
    rejects('status'),
  ],
  [
    'match_import_rows($1::jsonb)',
    PLACE,
    { lng: 'east' },
    /^PT400 The import has a value of the wrong type: .*"east"\.$/,
  ],
])('explains what is wrong with a value: %s', async (call, valid, fields, message) => {
  expect(await send(call, [valid])).toBeUndefined()
  expect(await send(call, [{ ...valid, ...fields }])).toEqual(
    message instanceof RegExp ? expect.stringMatching(message) : message,
  )
})

test('explains what is wrong with a new import', async () => {
  const start = (call: string) =>
    people
      .as('author', (sql) => sql.unsafe(`select public.start_import(${call})`))
      .catch((error: Error) => error.message)
  const words = (field: string) => rejects(field).replace('PT400 ', '')
  expect(await start("' ', 5")).toBe(words('name'))
  expect(await start("'mine.zip', 100001")).toBe(words('row_count'))
})
