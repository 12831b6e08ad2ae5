import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('reviews contributions of a member again who is no longer trusted, even after the first one', async () => {
  await createSpot(people, 'public', 'published')
  const { author } = people.ids
  const moderate = (action: 'trust' | 'untrust') =>
    people.actAs('moderator', (sql) => sql`select public.moderate_member(${author}, ${action})`)
  const readStatus = () => people.owner<{ status: string }[]>`select private.get_initial_status(${author}) as status`
  expect(await readStatus()).toEqual([{ status: 'published' }])
  await moderate('trust')
  expect(await readStatus()).toEqual([{ status: 'published' }])
  await moderate('untrust')
  expect(await readStatus()).toEqual([{ status: 'pending' }])
})
