import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('corrects the email, username and URLs of a profile instead of rejecting it', async () => {
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

test('writes the same row at the same moment without an error', async () => {
  const write = (sql: Sql, id: string) => sql`
    insert into public.users (id, username) values (${id}, ${`twice-${id.slice(0, 8)}`})
    on conflict (id) do update set username = excluded.username`
  const writers = Array.from({ length: 4 }, () => people.database.connect('owner', { max: 1 }))
  for (let round = 0; round < 40; round += 1) {
    const id = randomUUID()
    await people.owner`insert into auth.users (id) values (${id})`
    await Promise.all(writers.map((sql) => write(sql, id)))
  }
})

test('gives a suffix to a username that another member takes at the same moment', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  for (const id of [first, second]) await people.owner`insert into auth.users (id) values (${id})`
  const other = people.database.connect('owner', { max: 1 })
  const later = await people.owner.begin(async (sql) => {
    await sql`insert into public.users (id, username) values (${first}, 'at-once')`
    const writing = other`insert into public.users (id, username) values (${second}, 'at-once') returning username`
    // Long enough for the other statement to reach the name.
    await setTimeout(300)
    return { writing }
  })
  expect(await later.writing).toEqual([{ username: `at-once-${second.slice(0, 8)}` }])
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
  ['blank Braille patterns', 'jo\u2800hn', 'john'],
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

test.each([
  ['Cyrillic letters', '\u0430uth\u043er'],
  ['a digit', 'auth0r'],
  ['Greek and mathematical letters', '\u03b1\u{1d42e}th\u03bfr'],
  ['capitals', 'AUTHOR'],
])('adds a suffix to a username that looks like a taken one by %s', async (_, given) => {
  const [row] = await people.as(
    'stranger',
    (sql) => sql`update public.users set username = ${given} returning username, username_skeleton as skeleton`,
  )
  expect(row?.username).toMatch(new RegExp(`-${people.ids.stranger.slice(0, 8)}$`))
})

test('treats l, I and 1 as the same character, and rn as m', async () => {
  const [row] = await people.owner`select
    private.username_skeleton('paypaI') = private.username_skeleton('Paypal') as capital,
    private.username_skeleton('paypa1') = private.username_skeleton('paypal') as digit,
    private.username_skeleton('rnaria') = private.username_skeleton('maria') as pair,
    private.username_skeleton('\u00e9mile') = private.username_skeleton('emile') as accent,
    private.username_skeleton('anna') = private.username_skeleton('anne') as other`
  expect(row).toEqual({ capital: true, digit: true, pair: true, accent: false, other: false })
})

test.each(['\u0430dmin', 'adm1n', 'm0derator', 'Supp\u03bfrt', 'rnoderator'])(
  'replaces %s, which looks like a reserved username',
  async (given) => {
    const [row] = await people.as(
      'stranger',
      (sql) => sql`update public.users set username = ${given} returning username`,
    )
    expect(row?.username).toBe(`member-${people.ids.stranger.slice(0, 8)}`)
  },
)

test('enforces unique skeletons and lets no member set one', async () => {
  const forged = people.as('stranger', (sql) => sql`update public.users set username_skeleton = 'free'`)
  expect(await findErrorCode(forged)).toBe('42501')
  const equal = people.owner.begin(async (sql) => {
    await sql`alter table public.users disable trigger _100_clean`
    await sql`update public.users set username_skeleton = 'same'`
  })
  expect(await findErrorCode(equal)).toBe('23505')
})

test('reports before saving whether a username is free', async () => {
  const check = (given: string) =>
    people.as('stranger', async (sql) => {
      const [row] = await sql<{ answer: string }[]>`select public.check_username(${given}) as answer`
      return row?.answer
    })
  expect(await Promise.all(['Author', 'auth0r', '\u0430dmin', 'stranger', 'no one else'].map(check))).toEqual([
    'taken',
    'similar',
    'reserved',
    'free',
    'free',
  ])
  const changed = ['', ' ', 'a'.repeat(41), 'two\nlines', 'zero\u200bwidth', 'a\u202eb', 'Author\u2060']
  expect(await Promise.all(changed.map(check))).toEqual(changed.map(() => 'invalid'))
})
