import { join } from 'node:path'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { createScratchFolder } from '../backend/test/scratch-folder.ts'

/** Runs a function on a temporary server that has all migrations and no other data. Takes a second or two. */
export async function withScratchDatabase<T>(work: (owner: Sql) => Promise<T>): Promise<T> {
  using folder = createScratchFolder('memory')
  const server = await startEmbeddedPostgres(join(folder.path, 'pg'), { settings: { fsync: 'off' } })
  const database = openDatabase({ socket: server.host, port: server.port, database: 'postgres' }, 'scratch')
  try {
    const owner = database.connect('owner', { max: 1 })
    await migrate(owner, MIGRATION_SETS)
    return await work(owner)
  } finally {
    await database.close()
    await server.stop()
  }
}
