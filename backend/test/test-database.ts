import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { openPool } from '../src/postgres/connections/open-pool.ts'
import { type Database, openDatabase } from '../src/postgres/database.ts'
import { TEMPLATE } from './database-server.ts'

/** A database for one test file, dropped at the end: `await using database = await createTestDatabase()`. */
export type TestDatabase = Database & AsyncDisposable

/** Copies the migrated template (about 50 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { socket, port } = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = openPool({ socket, port, database: 'postgres' }, { max: 1 })
  await maintenance.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const database = openDatabase({ socket, port, database: name }, 'seed of test passwords')
  const dispose = async () => {
    await database.close()
    // The slot of a stream is dropped a moment after its connection.
    const slots = () => maintenance`select from pg_replication_slots where database = ${name}`
    while ((await slots()).length > 0) await sleep(10)
    await maintenance.unsafe(`drop database if exists ${name} with (force)`)
    await maintenance.end()
  }
  return { ...database, close: dispose, [Symbol.asyncDispose]: dispose }
}
