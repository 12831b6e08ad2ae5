import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeRecord } from '../change-feed.ts'
import { createTestFeed, type TestFeed } from '../test-feed.ts'

let feed: TestFeed

beforeAll(async () => {
  feed = await createTestFeed(`
    create type public.mood as enum ('good', 'bad');
    create table public.notes (
      id int primary key, name text, amount int8, price numeric, open bool, at timestamptz, mood public.mood, code uuid,
      tags text[], secret text, code3 char(3), bits bit(4));
    alter table public.notes replica identity full;
    create table public.hidden (id int primary key);
    create table public.doubles (id int primary key, twice int generated always as (id * 2) stored);
    grant select (id, name, amount, price, open, at, mood, code, tags, code3, bits) on public.notes to anon;
    grant select on public.doubles to anon;
    alter publication supabase_realtime add table public.notes, public.doubles;`)
})
afterAll(() => feed[Symbol.asyncDispose]())

const ANON = { role: 'anon' }
const subscribe = (filter: string | undefined, extra = {}) =>
  feed.subscribe(ANON, {
    event: '*',
    schema: 'public',
    table: 'notes',
    ...(filter === undefined ? {} : { filter }),
    ...extra,
  })

const ROWS = `(1, 'Anna, "x"', 10, 1.5, true, '2026-01-01 00:00:00+00', 'good', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{a}', null, 'abc', '1010'),
  (2, 'bob', 9, 2.25, false, '2026-06-01 00:00:00+00', 'bad', null, null, null, 'abd', '1011'),
  (3, null, null, null, null, null, null, null, null, null, null, null)`

/** Filters and the ids of the rows that they match. */
const CASES: [filter: string, ids: number[]][] = [
  ['', [1, 2, 3]],
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3]],
  ['id=not.eq.2', [1, 3]],
  ['amount=lt.10', [2]],
  ['amount=lte.10', [1, 2]],
  ['amount=gt.9', [1]],
  ['amount=gte.9', [1, 2]],
  ['amount=not.gt.9', [2]],
  ['amount=in.(9,10,11)', [1, 2]],
  ['amount=not.in.(9)', [1]],
  ['price=eq.1.50', [1]],
  ['price=gt.2', [2]],
  ['price=in.(1.5,2.25)', [1, 2]],
  ['name=eq.bob', [2]],
  ['name=eq."Anna, \\"x\\""', [1]],
  ['name=in.("Anna, \\"x\\"",bob)', [1, 2]],
  ['name=like.b%', [2]],
  ['name=ilike.ANNA%', [1]],
  ['name=not.like.b%', [1]],
  ['name=match.^[A-Z]', [1]],
  ['name=imatch.^B', [2]],
  ['name=is.null', [3]],
  ['name=not.is.null', [1, 2]],
  ['open=is.true', [1]],
  ['open=is.false', [2]],
  ['open=not.is.true', [2, 3]],
  ['open=is.unknown', [3]],
  ['open=eq.true', [1]],
  ['name=isdistinct.bob', [1, 3]],
  ['name=not.isdistinct.bob', [2]],
  ['price=isdistinct.1.5', [2, 3]],
  ['name=isdistinct.null', [1, 2]],
  ['name=not.isdistinct.null', [3]],
  ['name=isdistinct."null"', [1, 2, 3]],
  ['price=isdistinct.null', [1, 2]],
  ['tags=isdistinct.null', [1]],
  ['at=gt.2026-03-01', [2]],
  ['at=eq.2026-01-01T01:00:00+01:00', [1]],
  ['mood=eq.good', [1]],
  ['mood=gt.good', [2]],
  ['code=eq.A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', [1]],
  ['tags=eq.{a}', [1]],
  ['code3=eq.abd', [2]],
  ['code3=in.(abd,xyz)', [2]],
  ['code3=like.%d', [2]],
  ['bits=gt.1010', [2]],
  ['id=gt.1,amount=eq.9', [2]],
  ['id=eq.1,price=eq.1.5,name=like.A%', [1]],
]

describe('filters (realtime 7)', () => {
  test('match the typed values of the change (realtime 7.1)', async () => {
    const subscribers = await Promise.all(CASES.map(([filter]) => subscribe(filter)))
    const last = await subscribe('id=eq.99')
    await feed.owner.unsafe(`insert into public.notes values ${ROWS}`)
    await feed.owner`insert into public.notes (id, name) values (99, 'last')`
    await last.take(1)
    const ids = subscribers.map(({ changes }) => changes.map(({ data }) => data.record?.id).filter((id) => id !== 99))
    const actual = CASES.map(([filter], i) => [filter, ids[i]])
    expect(actual).toEqual(CASES)
    for (const { close } of [...subscribers, last]) close()
    await feed.owner`delete from public.notes`
  })

  test('test the new values of an update and the old ones of a deletion (realtime 7.2)', async () => {
    const received = await subscribe('name=eq.in')
    await feed.owner.unsafe(`insert into public.notes (id, name) values (1, 'out'); update public.notes set name = 'in';
      update public.notes set name = 'out'; update public.notes set name = 'in'; delete from public.notes`)
    expect((await received.take(3)).map(({ type }: ChangeRecord) => type)).toEqual(['UPDATE', 'UPDATE', 'DELETE'])
    received.close()
  })
})

const PARAMETERS = (filters: string, select = 'nil') =>
  `[event: *, schema: public, table: notes, filters: ${filters}, select: ${select}]`
const EXCEPTION = (filters: string, reason: string, select?: string) =>
  `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${PARAMETERS(filters, select)}. Exception: ${reason}`

/** Bindings and the texts of their system messages. */
const ERRORS: [binding: object, message: string][] = [
  [{ filter: 'wrong' }, 'Error parsing `filter` params: ["wrong"]'],
  [{ filter: 'undefined' }, 'Error parsing `filter` params: ["undefined"]'],
  [{ filter: 'id=eq' }, 'Error parsing `filter` params: ["eq"]'],
  [
    { filter: 'id=eq.1,' },
    'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
  ],
  [{ filter: 'id=in.1,2' }, 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
  [{ filter: 'none=eq.1' }, EXCEPTION('[{"none", "eq", "1"}]', 'invalid column for filter none')],
  [{ filter: 'secret=eq.1' }, EXCEPTION('[{"secret", "eq", "1"}]', 'invalid column for filter secret')],
  [{ filter: 'id=eq.x' }, EXCEPTION('[{"id", "eq", "x"}]', 'invalid input syntax for type integer: "x"')],
  [
    { filter: 'name=is.true' },
    EXCEPTION('[{"name", "is", "true"}]', 'is true filter requires a boolean column, got text'),
  ],
  [
    { filter: 'id=like.1' },
    EXCEPTION('[{"id", "like", "1"}]', 'operator like requires a text-compatible column type, got integer'),
  ],
  [
    { filter: 'name=match.(' },
    EXCEPTION('[{"name", "match", "("}]', 'invalid regular expression for match filter: parentheses () not balanced'),
  ],
  [{ select: ['nope'] }, EXCEPTION('[]', 'invalid column for select nope', '["nope"]')],
  [
    { select: 'id' },
    'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
  ],
  [
    { table: '*', select: ['id'] },
    'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
  ],
  [
    { schema: '', table: '' },
    'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: {"event":"*","schema":"","table":""}',
  ],
  [
    { table: 'hidden' },
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: hidden, filters: [], select: nil]',
  ],
]

test.each(ERRORS)('reports %j as a client error (realtime 7.3)', async (binding, message) => {
  const received = await subscribe(undefined, binding)
  expect(received.messages).toEqual([{ status: 'error', message }])
  received.close()
})

test.each([
  ['PostgreSQL rejects for some values', 'name=like.bo\\'],
  ['takes too long', String.raw`name=match.^(a*)(a*)(a*)(a*)b\1\2\3\4$`],
])('a filter that %s keeps no change from others (realtime 7.2)', async (_, filter) => {
  const [bad, good, other] = [await subscribe(filter), await subscribe('name=like.bob%'), await subscribe('id=eq.7')]
  await feed.owner`insert into public.notes (id, name) values (7, 'bob'), (8, ${`${'a'.repeat(400)}b${'a'.repeat(401)}`})`
  for (const received of [good, other]) expect((await received.take(1)).map(({ record }) => record?.id)).toEqual([7])
  expect(bad.changes).toEqual([])
  expect(feed.logged.splice(0)).toHaveLength(1)
  for (const { close } of [bad, good, other]) close()
  await feed.owner`delete from public.notes`
})

test('rejects patterns that take too long to check, while changes are delivered (realtime 7.3)', async () => {
  const good = await subscribe('name=like.bob%')
  let rejected = 0
  const slow = Array.from({ length: 6 }, async () => {
    const received = await subscribe(`name=match.${'(a*)*'.repeat(2000)}`)
    rejected += 1
    return received
  })
  // All of them are being checked.
  await sleep(100)
  await feed.owner`insert into public.notes (id, name) values (7, 'bob')`
  await good.take(1)
  expect(rejected).toBeLessThan(3)
  for (const { messages, close } of [good, ...(await Promise.all(slow))]) {
    expect(messages.filter(({ status }) => status === 'error')).toHaveLength(messages === good.messages ? 0 : 1)
    close()
  }
  await feed.owner`delete from public.notes`
})

// PostgreSQL does not publish generated columns by default, so no change would ever match.
test.each([
  [{ filter: 'twice=eq.2' }, /Exception: invalid column for filter twice$/],
  [{ select: ['twice'] }, /Exception: invalid column for select twice$/],
])('rejects a column that the publication leaves out: %j (realtime 6.1)', async (binding, message) => {
  const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'doubles', ...binding })
  expect(received.messages[0]?.message).toMatch(message)
  received.close()
})

test('allows at most 100 conditions in a filter (realtime 7.3)', async () => {
  const received = await subscribe(Array.from({ length: 101 }, (_, i) => `name=like.${i}%`).join())
  expect(received.messages[0]?.message).toMatch(/at most 100 conditions are allowed$/)
  received.close()
})

test('allows at most 100 values for in (realtime 7.3)', async () => {
  const values = Array.from({ length: 101 }, (_, i) => i)
  const received = await subscribe(`id=in.(${values})`)
  expect(received.messages[0]?.message).toMatch(/Exception: too many values for `in` filter\. Maximum 100$/)
  received.close()
})
