import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import type { Sql } from '../../postgres/sql.ts'

let database: TestDatabase
let owner: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.connect('owner', { max: 1 })
  await owner.unsafe(`
    create table public.notes (id int primary key, body text);
    create function public.announce() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes('notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
      return null;
    end $$;
    create trigger announce after insert or update or delete on public.notes
      for each row execute function public.announce()`)
})
afterAll(() => database.close())

test('sends the old and new row of a trigger to a private channel (realtime 10)', async () => {
  await owner.unsafe(
    `insert into public.notes values (1, 'a'); update public.notes set body = 'b'; delete from public.notes`,
  )
  const rows = await owner`
    select topic, extension, event, private, payload - 'id' as payload, payload ->> 'id' = id::text as "hasId"
    from realtime.messages where topic = 'notes' order by inserted_at, event = 'DELETE', event = 'UPDATE'`
  const common = { topic: 'notes', extension: 'broadcast', private: true, hasId: true }
  const place = { table: 'notes', schema: 'public' }
  const [a, b] = [
    { id: 1, body: 'a' },
    { id: 1, body: 'b' },
  ]
  expect(rows).toEqual([
    { ...common, event: 'INSERT', payload: { ...place, operation: 'INSERT', old_record: null, record: a } },
    { ...common, event: 'UPDATE', payload: { ...place, operation: 'UPDATE', old_record: a, record: b } },
    { ...common, event: 'DELETE', payload: { ...place, operation: 'DELETE', old_record: b, record: null } },
  ])
})

test.each([
  ['STATEMENT', 'INSERT', 'function can only be triggered for each row, not for each statement'],
  ['ROW', 'TRUNCATE', 'unsupported operation TRUNCATE: expected INSERT, UPDATE or DELETE'],
])('rejects triggers for each %s on %s (realtime 10)', async (level, operation, message) => {
  const call = owner`select realtime.broadcast_changes(
    'notes', 'e', ${operation}, 'notes', 'public', null::public.notes, null::public.notes, ${level})`
  await expect(call).rejects.toThrow(message)
})

test('turns errors of send into warnings, and keeps the write (realtime 10)', async () => {
  await owner.unsafe(`create function public.announce_badly() returns trigger language plpgsql as $$
    begin
      perform realtime.send('[1]'::jsonb, 'event', 'bad'), realtime.send_binary('x', 'event', null);
      return null;
    end $$;
    create trigger announce_badly after insert on public.notes for each row execute function public.announce_badly()`)
  const [row] = await owner<{ name: string }[]>`select current_database()::text as name`
  const { socket, port } = inject('databaseServer')
  const client = new pg.Client({ host: socket, port, database: row?.name, user: 'postgres' })
  const notices: (string | undefined)[] = []
  client.on('notice', ({ severity, message }) => notices.push(`${severity}: ${message}`))
  await client.connect()
  await client.query(`insert into public.notes values (7, 'kept')`)
  await client.end()
  expect(notices).toEqual([
    expect.stringContaining('WARNING: WarnSendingBroadcastMessage: '),
    expect.stringContaining('WARNING: WarnSendingBroadcastMessage: null value in column "topic"'),
  ])
  expect(await owner`select body from public.notes`).toEqual([{ body: 'kept' }])
  expect(await owner`select from realtime.messages where topic = 'bad' or topic is null`).toEqual([])
})

test('lets policies decide who sends from SQL (realtime 10)', async () => {
  const anon = database.connect('authenticator', { max: 1 })
  await anon.begin(async (tx) => {
    await tx`select set_config('role', 'anon', true)`
    await tx`select realtime.send('{}', 'event', 'denied')`
  })
  expect(await owner`select from realtime.messages where topic = 'denied'`).toEqual([])
})

test('drops partitions that ended longer ago than 72 hours, and creates those to come (realtime 10)', async () => {
  await owner.unsafe(`
    create table realtime.messages_2020_01_01 partition of realtime.messages for values from ('2020-01-01') to ('2020-01-02');
    insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', '2020-01-01 12:00')`)
  const name = (days: number) =>
    `messages_${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_')}`
  const listPartitions = async () =>
    (
      await owner<{ name: string }[]>`select relname::text as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'realtime.messages'::regclass order by 1`
    ).map((row) => row.name)
  await owner.unsafe(`drop table realtime.${name(3)}`)
  expect(await owner`select realtime.maintain_partitions() as changed`).toEqual([{ changed: 2 }])
  expect(await listPartitions()).toEqual([-1, 0, 1, 2, 3].map(name))
  expect(await owner`select from realtime.messages where topic = 'old'`).toEqual([])
  expect(await owner`select realtime.maintain_partitions() as changed`).toEqual([{ changed: 0 }])
  // Yesterday has ended.
  expect(await owner`select realtime.maintain_partitions('0 hours') as changed`).toEqual([{ changed: 1 }])
})
