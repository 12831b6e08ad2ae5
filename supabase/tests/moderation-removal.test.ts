import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spotId: string

beforeAll(async () => {
  people = await createPeople()
  spotId = (await createSpot(people, 'public', 'published')).id
})
afterAll(() => people[Symbol.asyncDispose]())

async function comment(author: 'stranger' | 'newcomer', parent?: string): Promise<string> {
  const id = randomUUID()
  await people.owner`insert into public.comments (id, spot_id, author_id, body, parent_id)
    values (${id}, ${spotId}, ${people.ids[author]}, 'Watches for sale', ${parent ?? null})`
  return id
}

const remove = (id: string) =>
  people.actAs('moderator', (sql) => sql`select public.decide('comment', ${id}, 'removed', 'Advertising')`)
const find = async (id: string) =>
  (await people.owner`select body, removal_reason from public.comments where id = ${id}`)[0]

test('does not let moderators delete rows of other members', async () => {
  const id = await comment('stranger')
  const attempt = (table: string, where: string) =>
    people.as('moderator', (sql) => sql.unsafe(`delete from public.${table} where ${where} returning id`))
  expect(await attempt('comments', `id = '${id}'`)).toEqual([])
  expect(await attempt('reviews', `spot_id = '${spotId}'`)).toEqual([])
  expect(await attempt('photos', `spot_id = '${spotId}'`)).toEqual([])
})

test('undoes the latest removal of a comment before its author is notified', async () => {
  const id = await comment('stranger')
  await remove(id)
  await people.actAs('moderator', (sql) => sql`select public.undo_removal('comment', ${id})`)
  expect(await find(id)).toMatchObject({ removal_reason: null })
  expect(await people.owner`select from private.held_notices`).toHaveLength(0)
  const [{ actions } = {}] = await people.owner`
    select array_agg(action order by id) as actions from private.moderation_log where target_id = ${id}`
  expect(actions).toEqual(['removed', 'undid'])
})

test('lets neither members nor other moderators undo a removal', async () => {
  const id = await comment('stranger')
  await people.owner`select private.write_moderation_log(${people.ids.author}, 'removed', 'comment', ${id}, '', null, 'x', '{}')`
  const undo = (viewer: 'stranger' | 'moderator') =>
    findErrorCode(people.as(viewer, (sql) => sql`select public.undo_removal('comment', ${id})`))
  expect([await undo('stranger'), await undo('moderator')]).toEqual(['42501', 'PT404'])
})

test('keeps the replies of others when a removed comment is emptied after 30 days', async () => {
  const root = await comment('stranger')
  const reply = await comment('newcomer', root)
  const alone = await comment('stranger')
  await remove(root)
  await remove(alone)
  await people.owner`update public.comments set hidden_at = now() - interval '31 days' where id in (${root}, ${alone})`
  await people.actAs('service', (sql) => sql`select public.delete_removed_content()`)
  expect(await find(root)).toMatchObject({ body: 'Removed.' })
  expect(await find(reply)).toMatchObject({ body: 'Watches for sale' })
  expect(await find(alone)).toBeUndefined()
})

test('asks for a shorter reason before anything is removed', async () => {
  const id = await comment('stranger')
  const reason = 'x'.repeat(1001)
  const attempts: Record<string, string[]> = {
    "decide('comment', $1, 'removed', $2)": [id],
    "decide('spot', $1, 'removed', $2)": [spotId],
    'remove_contributions($1::uuid, null, $2)': [people.ids.stranger],
    "moderate_member($1::uuid, 'warn', $2)": [people.ids.stranger],
    "ask_author('spot', $1, $2)": [spotId],
  }
  for (const [call, values] of Object.entries(attempts)) {
    const attempt = people.as('moderator', (sql) => sql.unsafe(`select public.${call}`, [...values, reason]))
    await expect(attempt, call).rejects.toMatchObject({ code: 'PT400', message: 'Use at most 1,000 characters.' })
  }
})
