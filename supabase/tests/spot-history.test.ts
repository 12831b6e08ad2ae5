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
  expect(await read('author')).toMatchObject({ may_restore: true })
  await people.owner`update public.spots set visibility = 'members' where id = ${spot}`
  expect(await read('visitor')).toBeNull()
  expect(await read('stranger')).toMatchObject({ count: 2 })
})
