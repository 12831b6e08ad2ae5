import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { mountSmallDisk } from '../../../test/small-disk.ts'
import { openDatabase } from '../../postgres/database.ts'
import { startEmbeddedPostgres } from '../../postgres/embedded/start.ts'
import { migrate } from '../../postgres/migrations.ts'
import { MIGRATION_SETS } from '../../start/prepare-database.ts'
import { openReader } from './open-reader.ts'

const DISK_BYTES = 512 * 1024 * 1024
const LEFT_BYTES = 2 * 1024 * 1024

test('streams again after the disk was full, and leaves no slot behind (realtime 13)', async ({ skip }) => {
  const folder = await mountSmallDisk(DISK_BYTES)
  if (!folder) return skip('Only root can mount a small disk.')
  await using started = new AsyncDisposableStack()
  const settings = { fsync: 'off', max_wal_size: '32MB', min_wal_size: '32MB' }
  const postgres = await startEmbeddedPostgres(join(folder, 'pg'), { settings })
  started.defer(postgres.stop)
  const database = openDatabase({ socket: postgres.host, port: postgres.port, database: 'postgres' }, 'seed of tests')
  started.defer(() => database.close())
  const owner = database.connect('owner', { max: 2 })
  await migrate(owner, MIGRATION_SETS)
  await owner.unsafe(`create table public.notes (id bigint generated always as identity primary key, body text);
    alter table public.notes alter column body set storage external;
    alter publication supabase_realtime add table public.notes`)
  const reader = await openReader(database)
  started.defer(() => reader.source.close())

  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES))
  const fill = owner`insert into public.notes (body) select repeat('x', 60000) from generate_series(1, 3000)`
  await expect(fill).rejects.toThrow()
  expect(reader.bodies).toEqual([])

  rmSync(ballast)
  await vi.waitFor(() => owner`insert into public.notes (body) values ('after')`, { timeout: 60_000, interval: 200 })
  await vi.waitFor(
    async () => {
      // The first one may fall into the gap of a new stream.
      if (reader.gaps > 0) await owner`insert into public.notes (body) values ('after')`
      expect(reader.bodies).toContain('after')
    },
    { timeout: 30_000, interval: 500 },
  )
  await vi.waitFor(
    async () => expect(await owner`select active from pg_replication_slots`).toEqual([{ active: true }]),
    10_000,
  )
  await reader.source.close()
  await vi.waitFor(async () => expect(await owner`select from pg_replication_slots`).toEqual([]), 10_000)
  expect(readdirSync(join(folder, 'pg/pg_replslot'))).toEqual([])
}, 180_000)
