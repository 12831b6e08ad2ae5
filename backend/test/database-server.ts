import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../src/postgres/connections/open-pool.ts'
import { openDatabase } from '../src/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/postgres/embedded/start.ts'
import { migrate } from '../src/postgres/migrations.ts'
import { MIGRATION_SETS } from '../src/start/prepare-database.ts'
import { createScratchFolder } from './scratch-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { socket: string; port: number }
  }
}

/** The migrated database that every test database is copied from. */
export const TEMPLATE = 'template_hereabouts'

/** The global set-up of Vitest: one temporary PostgreSQL server per run, with a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = createScratchFolder('memory')
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    // Logical decoding reads only what was written, which an asynchronous commit delays by this much.
    wal_writer_delay: '5ms',
    full_page_writes: 'off',
    max_connections: '300',
    max_wal_senders: '50',
    max_replication_slots: '50',
  }
  const server = await startEmbeddedPostgres(join(folder.path, 'pg'), { settings })
  const maintenance = openPool({ socket: server.host, port: server.port, database: 'postgres' })
  await maintenance.unsafe(`create database ${TEMPLATE}`)
  await maintenance.end()

  const database = openDatabase(
    { socket: server.host, port: server.port, database: TEMPLATE },
    'seed of test passwords',
  )
  await migrate(database.connect('owner', { max: 2 }), MIGRATION_SETS)
  await database.close()

  project.provide('databaseServer', { socket: server.host, port: server.port })
  return async () => {
    await server.stop()
    folder[Symbol.dispose]()
  }
}
