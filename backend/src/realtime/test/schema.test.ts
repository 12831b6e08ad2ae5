import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import type { Sql } from '../../postgres/statements/sql.ts'

const SCHEMA = `
  create table public.items (id int primary key, text text);
  create function public.announce_item() returns trigger language plpgsql as $$
  begin
    perform realtime.broadcast_changes('items', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger announce after insert or update or delete on public.items for each row
    execute function public.announce_item()`

let database: TestDatabase
let owner: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.connect('owner', { max: 1 })
  await owner.unsafe(SCHEMA)
})
afterAll(() => database.close())
beforeEach(async () => {
  await owner`delete from realtime.messages`
})

test('stores a message with an id in its payload, unless it has one (realtime 10)', async () => {
  await owner`select realtime.send('{"a": 1}', 'first', 'room')`
  await owner`select realtime.send('{"id": 7}', 'second', 'room', false)`
  await owner`select realtime.send_binary('\\x00ff'::bytea, 'third', 'room')`
  const rows = await owner`
    select id, event, payload, private, binary_payload as bytes from realtime.messages order by event`
  expect(rows).toEqual([
    { id: rows[0]?.id, event: 'first', payload: { a: 1, id: rows[0]?.id }, private: true, bytes: null },
    { id: expect.any(String), event: 'second', payload: { id: 7 }, private: false, bytes: null },
    { id: expect.any(String), event: 'third', payload: null, private: true, bytes: Buffer.from([0, 255]) },
  ])
})

test('sends the rows of a trigger (realtime 10)', async () => {
  await owner`insert into public.items values (1, 'old')`
  await owner`update public.items set text = 'new'`
  await owner`delete from public.items`
  const rows = await owner`select event, payload - 'id' as payload from realtime.messages order by inserted_at`
  const [before, after] = ['old', 'new'].map((text) => ({ id: 1, text }))
  const of = { table: 'items', schema: 'public' }
  expect(rows).toEqual([
    { event: 'INSERT', payload: { ...of, operation: 'INSERT', record: before, old_record: null } },
    { event: 'UPDATE', payload: { ...of, operation: 'UPDATE', record: after, old_record: before } },
    { event: 'DELETE', payload: { ...of, operation: 'DELETE', record: null, old_record: after } },
  ])
})

test('commits a write whose message cannot be stored (realtime 10)', async () => {
  await owner.begin(async (tx) => {
    await tx`create table public.kept (id int)`
    await tx`insert into public.kept values (1)`
    await tx`set local role anon`
    await tx`select realtime.send('{}', 'denied', 'room')`
    await tx`reset role`
  })
  expect(await owner`select id from public.kept`).toEqual([{ id: 1 }])
  expect(await owner`select from realtime.messages`).toEqual([])
})

test('shows policies the topic of the message (realtime 10)', async () => {
  await owner`create policy "visitors write to open rooms" on realtime.messages for insert to anon
    with check (realtime.topic() like 'open-%')`
  await owner.begin(async (tx) => {
    await tx`set local role anon`
    await tx`select realtime.send('{}', 'e', 'open-room'), realtime.send('{}', 'e', 'closed-room')`
  })
  expect(await owner`select topic from realtime.messages`).toEqual([{ topic: 'open-room' }])
  expect(await owner`select realtime.topic()`).toEqual([{ topic: null }])
})

test('keeps messages for 72 hours, in daily partitions (realtime 10)', async () => {
  await owner`select realtime.maintain_partitions()`
  const list = async () => {
    const rows = await owner<{ age: number }[]>`
      select (now() at time zone 'utc')::date - to_date(right(relname, 10), 'YYYY_MM_DD') as age
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'realtime.messages'::regclass order by age`
    return rows.map(({ age }) => age)
  }
  expect(await list()).toEqual([-3, -2, -1, 0, 1])
  for (const age of [3, 4])
    await owner.unsafe(`do $$ declare day date := (now() at time zone 'utc')::date - ${age}; begin
      execute format('create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
        'messages_' || to_char(day, 'YYYY_MM_DD'), day, day + 1); end $$`)
  await owner`select realtime.maintain_partitions()`
  expect(await list()).toEqual([-3, -2, -1, 0, 1, 3])
})
