import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/postgres/database.ts'
import { openPool } from '../src/postgres/open-pool.ts'
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
    await maintenance.unsafe(`drop database if exists ${name} with (force)`)
    await maintenance.end()
  }
  return { ...database, close: dispose, [Symbol.asyncDispose]: dispose }
}
