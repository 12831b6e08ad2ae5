import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('corrects the e-mail, username and URLs of a profile instead of rejecting it', async () => {
  const [row] = await people.actAs(
    'newcomer',
    (sql) => sql`
    insert into public.users (id, email, username, name, surname, avatar_url)
    values (${people.ids.newcomer}, 'someone@else.org', 'AUTHOR', ${'  Ann\u0000'.replace('\u0000', '\n')}, '', 'javascript:alert(1)')
    on conflict (id) do update set email = excluded.email, username = excluded.username, name = excluded.name,
      surname = excluded.surname, avatar_url = excluded.avatar_url
    returning email, username, name, surname, avatar_url`,
  )
  expect(row).toEqual({
    email: 'newcomer@example.org',
    username: `AUTHOR-${people.ids.newcomer.slice(0, 8)}`,
    name: 'Ann',
    surname: null,
    avatar_url: null,
  })
})

test('creates the profile row of an author with their first contribution', async () => {
  const id = randomUUID()
  await people.owner`insert into auth.users (id, email, raw_user_meta_data) values (${id}, 'late@example.org', '{"username":"late"}')`
  await people.owner`insert into public.spots (title, category, lng, lat, author_id) values ('x', 'art', 1, 1, ${id})`
  expect(await people.owner`select username from public.users where id = ${id}`).toEqual([{ username: 'late' }])
})

test.each([
  ['compatibility characters', 'ｊｏｈｎ', 'john'],
  ['bidirectional controls', 'jo\u202Ehn', 'john'],
  ['invisible characters', 'jo\u200B\u2060\uFEFFhn', 'john'],
  ['a soft hyphen', 'jo\u00ADhn', 'john'],
])('normalises a username with %s', async (_, given, expected) => {
  const [row] = await people.as(
    'stranger',
    (sql) => sql`update public.users set username = ${given} returning username`,
  )
  expect(row?.username).toBe(expected)
})

test.each(['admin', 'Moderator', 'ａｄｍｉｎ', 'sup\u200Bport', 'Hereabouts', 'R.o-ot'])(
  'replaces the reserved username %s',
  async (given) => {
    const [row] = await people.as(
      'stranger',
      (sql) => sql`update public.users set username = ${given} returning username`,
    )
    expect(row?.username).toBe(`member-${people.ids.stranger.slice(0, 8)}`)
  },
)
