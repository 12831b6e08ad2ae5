import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, type MemberApi } from './member-api.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let author: MemberApi

beforeAll(async () => {
  people = await createPeople()
  author = await createApi(people, 'author')
})
afterAll(() => people[Symbol.asyncDispose]())

test('returns to a member whether their own account has a password', async () => {
  const hasPassword = () => author.run((sql) => sql`select public.has_password() as known`)
  const setTo = (hash: string | null) =>
    people.owner`update auth.users set encrypted_password = ${hash} where id = ${people.ids.author}`
  await setTo('$2a$10$of-a-password')
  expect(await hasPassword()).toEqual([{ known: true }])
  for (const none of ['', null]) {
    await setTo(none)
    expect(await hasPassword()).toEqual([{ known: false }])
  }
})

test('rejects visitors', async () => {
  expect(await findErrorCode(people.as('visitor', (sql) => sql`select public.has_password()`))).toBe('42501')
})
