import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import { type Database, openDatabase } from '../../postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../postgres/embedded/start.ts'
import { migrate } from '../../postgres/migrations.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { MIGRATION_SETS } from '../../start/prepare-database.ts'
import { createChangeFeed } from '../changes/create-change-feed.ts'
import { openReader } from './open-reader.ts'

/** The settings of the server below, and a segment. */
const WAL_LIMIT_BYTES = 48 * 1024 * 1024
const MAX_BYTES = 1024 * 1024

let folder: string
let postgres: EmbeddedPostgres
let database: Database
let owner: Sql

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hereabouts-stream-'))
  const settings = { fsync: 'off', max_wal_size: '32MB', min_wal_size: '32MB', max_slot_wal_keep_size: '32MB' }
  postgres = await startEmbeddedPostgres(join(folder, 'pg'), { settings })
  database = openDatabase({ socket: postgres.host, port: postgres.port, database: 'postgres' }, 'seed of tests')
  owner = database.connect('owner', { max: 2 })
  await migrate(owner, MIGRATION_SETS)
  await owner.unsafe(`create table public.notes (id bigint generated always as identity primary key, body text);
    alter table public.notes alter column body set storage external;
    alter table public.notes enable row level security;
    create policy anybody on public.notes for select to anon using (true);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes`)
}, 120_000)
afterAll(async () => {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const listSlots = async () => (await owner`select active from pg_replication_slots`).map(({ active }) => active)
const listSlotFolders = () => readdirSync(join(folder, 'pg/pg_replslot'))
const measureWal = () =>
  readdirSync(join(folder, 'pg/pg_wal'))
    .map((name) => statSync(join(folder, 'pg/pg_wal', name)))
    .reduce((total, file) => total + (file.isFile() ? file.size : 0), 0)

test('streams again after PostgreSQL was killed, and leaves no slot behind (realtime 13)', async () => {
  const reader = await openReader(database)
  const [pid] = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await vi.waitFor(() => expect(reader.gaps).toBe(1), 60_000)
  await vi.waitFor(() => owner`insert into public.notes (body) values ('after')`, 20_000)
  await vi.waitFor(() => expect(reader.bodies).toContain('after'), 10_000)
  expect(await listSlots()).toEqual([true])
  await reader.source.close()
  await vi.waitFor(async () => expect(await listSlots()).toEqual([]), 5000)
  expect(listSlotFolders()).toEqual([])
}, 120_000)

test('waits until a commit that the stream has sent is visible to others (realtime 8)', async () => {
  await using reader = await openReader(database)
  const log = createLog('error')
  const feed = createChangeFeed({ source: reader.source, connect: database.connect, maxChangeBytes: MAX_BYTES, log })
  const received: unknown[] = []
  const subscribed = Promise.withResolvers<unknown>()
  feed.subscribe({
    claims: { role: 'anon' },
    bindings: [{ id: 1, binding: { event: 'INSERT', schema: 'public', table: 'notes' } }],
    deliver: (_ids, { record }) => received.push(record?.body),
    notify: subscribed.resolve,
  })
  await subscribed.promise
  // A commit that waits for a standby has been written, but is not visible yet.
  await owner.unsafe(`alter system set synchronous_standby_names = 'absent'`)
  await owner`select pg_reload_conf()`
  await vi.waitFor(async () =>
    expect(await owner`show synchronous_standby_names`).toEqual([{ synchronous_standby_names: 'absent' }]),
  )
  const writing = owner`insert into public.notes (body) values ('pending')`
  await vi.waitFor(() => expect(reader.bodies).toContain('pending'), 10_000)
  await owner.unsafe('alter system reset synchronous_standby_names')
  await owner`select pg_reload_conf()`
  await writing
  await vi.waitFor(() => expect(received).toEqual(['pending']), 5000)
  await feed.close()
}, 60_000)

/** Writes the WAL of an hour at 30 kB per second, with a checkpoint per minute. */
async function writeForAnHour(): Promise<void> {
  for (let minute = 0; minute < 60; minute += 1) {
    await owner`insert into public.notes (body) select repeat('x', 60000) from generate_series(1, 30)`
    await owner.unsafe('checkpoint')
  }
}

test('keeps no WAL for a reader that makes no progress for an hour (realtime 13)', async () => {
  await using reader = await openReader(database, 300)
  reader.hold = new Promise(() => {})
  await writeForAnHour()
  await vi.waitFor(() => expect(reader.gaps).toBeGreaterThan(0), 20_000)
  reader.hold = undefined
  await reader.source.whenLive()
  // The new slot may still need a segment that only the next checkpoint removes.
  await vi.waitFor(async () => {
    await owner.unsafe('checkpoint')
    expect(measureWal()).toBeLessThanOrEqual(WAL_LIMIT_BYTES)
  }, 20_000)
  await vi.waitFor(async () => {
    await owner`insert into public.notes (body) values ('awake')`
    expect(reader.bodies).toContain('awake')
  }, 20_000)
  expect(await listSlots()).toEqual([true])
}, 120_000)
