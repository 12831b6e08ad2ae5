import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import type { Sql } from '../../postgres/statements/sql.ts'

let database: TestDatabase
let owner: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.connect('owner', { max: 1 })
  await owner.unsafe(`create table public.notes (id int primary key, body text)`)
})
afterAll(() => database.close())

test.each([
  ['STATEMENT', 'INSERT', 'function can only be triggered for each row, not for each statement'],
  ['ROW', 'TRUNCATE', 'unsupported operation TRUNCATE: expected INSERT, UPDATE or DELETE'],
])('rejects triggers for each %s on %s (realtime 10)', async (level, operation, message) => {
  const call = owner`select realtime.broadcast_changes(
    'notes', 'e', ${operation}, 'notes', 'public', null::public.notes, null::public.notes, ${level})`
  await expect(call).rejects.toThrow(message)
})

test('turns errors of send into warnings, and commits the write (realtime 10)', async () => {
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
