import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFeed, type TestFeed } from '../test-feed.ts'

let feed: TestFeed

beforeAll(async () => {
  feed = await createTestFeed(`
    create type public.mood as enum ('good', 'bad');
    create type public.pair as (a int, b text);
    create domain public.short as varchar(10);
    create table public.kinds (
      id bigint primary key, flag bool, small smallint, real_number real, exact numeric, big text, name varchar(20), word public.short,
      at timestamptz, local timestamp, day date, data jsonb, bytes bytea, tags text[], numbers int[][], mood public.mood,
      pair public.pair, pairs public.pair[], stretch int4range, code uuid);
    create table public.plain (id int primary key, body text, secret text);
    create table public.whole (id int primary key, body text, secret text);
    alter table public.whole replica identity full;
    create table public.guarded (id int primary key, body text, owner text);
    alter table public.guarded replica identity full;
    alter table public.guarded enable row level security;
    create policy own on public.guarded for select to authenticated using (owner = (select auth.jwt() ->> 'sub'));
    create table public.silent (id int primary key, body text);
    alter table public.silent replica identity nothing;
    create table public.keyless (body text);
    create table public.indexed (id int primary key, code text not null, body text);
    create unique index indexed_code on public.indexed (code);
    alter table public.indexed replica identity using index indexed_code;
    create table public.closed (id int primary key, body text);
    create table public.sealed (id int primary key, body text);
    alter table public.sealed enable row level security;
    grant select on public.kinds, public.guarded, public.silent, public.keyless, public.indexed to anon, authenticated, service_role;
    grant select (id, body) on public.plain, public.whole to anon, authenticated;
    grant select on public.plain, public.whole to service_role;
    grant select (body) on public.closed, public.sealed to anon;
    alter table public.plain alter column body set storage external;
    alter table public.whole alter column body set storage external;
    alter publication supabase_realtime add table public.kinds, public.plain, public.whole, public.guarded, public.silent,
      public.keyless, public.indexed, public.closed, public.sealed;`)
})
afterAll(() => feed[Symbol.asyncDispose]())

const ANON = { role: 'anon' }
const SERVICE = { role: 'service_role' }

test('sends values as to_jsonb renders them, with the types of the columns (realtime 6)', async () => {
  const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'kinds' })
  expect(received.messages).toEqual([{ status: 'ok', message: 'Subscribed to PostgreSQL' }])
  await feed.owner.unsafe(`insert into public.kinds values (7, true, 2, 1.5, 12.50, 'text', 'name', 'word',
    '2026-01-02 03:04:05.678+00', '2026-01-02 03:04:05', '2026-01-02', '{"a":[1,null]}', '\\x00ff', '{a,"b c",null}',
    '{{1,2},{3,4}}', 'good', '(1,"x y")', array[row(2,'z')::public.pair], '[1,5)', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11')`)
  const [change] = await received.take(1)
  const [expected] = await feed.owner<{ row: unknown }[]>`select to_jsonb(kinds) as row from public.kinds`
  expect(change?.record).toEqual(expected?.row)
  expect(change?.record?.at).toBe('2026-01-02T03:04:05.678+00:00')
  const types = [
    'int8',
    'bool',
    'int2',
    'float4',
    'numeric',
    'text',
    'varchar',
    'short',
    'timestamptz',
    'timestamp',
    'date',
  ]
  types.push('jsonb', 'bytea', '_text', '_int4', 'mood', 'pair', '_pair', 'int4range', 'uuid')
  expect(change?.columns.map(({ type }) => type)).toEqual(types)
  expect(change?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(change?.errors).toBeNull()
  received.close()
})

test('sends the primary key as the old record with the default replica identity (realtime 6)', async () => {
  const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'plain' })
  await feed.owner.unsafe(`insert into public.plain values (1, 'a', 's'); update public.plain set body = 'b';
    update public.plain set id = 2; delete from public.plain; truncate public.plain`)
  const [insertion, update, move, deletion] = await received.take(4)
  expect(insertion).toMatchObject({ type: 'INSERT', record: { id: 1, body: 'a' } })
  expect(insertion).not.toHaveProperty('old_record')
  expect(update).toMatchObject({ type: 'UPDATE', record: { id: 1, body: 'b' }, old_record: { id: 1 } })
  expect(move).toMatchObject({ type: 'UPDATE', record: { id: 2, body: 'b' }, old_record: { id: 1 } })
  expect(deletion).toMatchObject({ type: 'DELETE', old_record: { id: 2 } })
  expect(deletion).not.toHaveProperty('record')
  received.close()
})

test('leaves out columns that the role may not select (realtime 6)', async () => {
  const anon = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'whole' })
  const service = await feed.subscribe(SERVICE, { event: '*', schema: 'public', table: 'whole' })
  await feed.owner.unsafe(`insert into public.whole values (1, 'a', 's'); update public.whole set body = 'b';
    delete from public.whole`)
  const [insertion, update, deletion] = await anon.take(3)
  expect(insertion?.columns.map(({ name }) => name)).toEqual(['id', 'body'])
  expect(insertion?.record).toEqual({ id: 1, body: 'a' })
  expect(update?.old_record).toEqual({ id: 1, body: 'a' })
  expect(deletion?.old_record).toEqual({ id: 1, body: 'b' })
  expect((await service.take(3)).map(({ old_record }) => old_record)).toEqual([
    undefined,
    { id: 1, body: 'a', secret: 's' },
    { id: 1, body: 'b', secret: 's' },
  ])
  anon.close()
  service.close()
})

test('sends only the primary key of a deleted row when the table has RLS (realtime 6)', async () => {
  const received = await feed.subscribe(SERVICE, { event: '*', schema: 'public', table: 'guarded' })
  await feed.owner.unsafe(`insert into public.guarded values (1, 'a', 'me'); update public.guarded set body = 'b';
    delete from public.guarded`)
  const [, update, deletion] = await received.take(3)
  expect(update?.old_record).toEqual({ id: 1, body: 'a', owner: 'me' })
  expect(deletion?.old_record).toEqual({ id: 1 })
  received.close()
})

test('sends the columns of the index that is the replica identity (realtime 6)', async () => {
  const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'indexed' })
  await feed.owner.unsafe(`insert into public.indexed values (1, 'c', 'b'); update public.indexed set body = 'x'`)
  const [, update] = await received.take(2)
  expect(update?.old_record).toEqual({ code: 'c' })
  received.close()
})

test('fills in large values that an update did not touch (realtime 6)', async () => {
  const received = await feed.subscribe(ANON, { event: 'UPDATE', schema: 'public' })
  const large = 'x'.repeat(5000)
  for (const table of ['plain', 'whole']) {
    await feed.owner.unsafe(`insert into public.${table} values (9, '${large}', 's');
      update public.${table} set secret = 't' where id = 9`)
    const [update] = await received.take(1)
    expect(update?.record).toEqual({ id: 9, body: large })
  }
  received.close()
})

test('sends only the small values of a change that is too large (realtime 6)', async () => {
  const received = await feed.subscribe(SERVICE, { event: 'INSERT', schema: 'public', table: 'plain' })
  await feed.owner`insert into public.plain values (50, ${'x'.repeat(1_100_000)}, 'short')`
  const [change] = await received.take(1)
  expect(change?.errors).toEqual(['Error 413: Payload Too Large'])
  expect(change?.record).toEqual({ id: 50, secret: 'short' })
  received.close()
})

test.each(['closed', 'sealed'])(
  'sends an error record to a role that may not select the primary key of %s (realtime 6)',
  async (table) => {
    const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table })
    await feed.owner.unsafe(`insert into public.${table} values (1, 'a')`)
    const [change] = await received.take(1)
    expect(change).toMatchObject({
      commit_timestamp: null,
      columns: [],
      record: {},
      errors: ['Error 401: Unauthorized'],
    })
    received.close()
  },
)

test('sends an error record for a table without a primary key (realtime 6)', async () => {
  const received = await feed.subscribe(ANON, { event: '*', schema: 'public', table: 'keyless' })
  await feed.owner`insert into public.keyless values ('a')`
  const [change] = await received.take(1)
  expect(change).toMatchObject({ record: {}, errors: ['Error 400: Bad Request, no primary key'] })
  received.close()
})

test('sends the selected columns and the primary key (realtime 7.1)', async () => {
  const received = await feed.subscribe(SERVICE, { event: '*', schema: 'public', table: 'plain', select: ['secret'] })
  await feed.owner`insert into public.plain values (60, 'a', 's')`
  const [change] = await received.take(1)
  expect(change?.record).toEqual({ id: 60, secret: 's' })
  expect(change?.columns.map(({ name }) => name)).toEqual(['id', 'secret'])
  received.close()
})

test('delivers a change once with the ids of all bindings that match it (realtime 6)', async () => {
  const received = await feed.subscribe(
    SERVICE,
    { event: 'insert', schema: 'public', table: 'plain' },
    { event: 'UPDATE', schema: 'public', table: 'plain' },
    { event: '*', schema: 'public', table: '*' },
    { event: '*', schema: '*' },
    { event: 'anything', schema: '', table: 'plain' },
  )
  await feed.owner`insert into public.plain values (70, 'a', 's')`
  await received.take(0)
  await expect.poll(() => received.changes.map(({ ids }) => ids.sort())).toEqual([[0, 2, 3, 4]])
  received.close()
})

test('sends each binding the columns that it selects, and all of them without a selection (realtime 6)', async () => {
  const plain = { event: 'INSERT', schema: 'public', table: 'plain' }
  const received = await feed.subscribe(
    SERVICE,
    { ...plain, select: ['body'] },
    { ...plain, select: ['secret', 'id'] },
    plain,
    { ...plain, select: ['id', 'secret'] },
  )
  await feed.owner`insert into public.plain values (80, 'a', 's')`
  await expect.poll(() => received.changes.length).toBe(3)
  expect(received.changes.map(({ ids, data }) => [ids, data.record, data.columns.map(({ name }) => name)])).toEqual([
    [[0], { id: 80, body: 'a' }, ['id', 'body']],
    [[1, 3], { id: 80, secret: 's' }, ['id', 'secret']],
    [[2], { id: 80, body: 'a', secret: 's' }, ['id', 'body', 'secret']],
  ])
  received.close()
})
