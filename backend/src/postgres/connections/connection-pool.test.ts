import { afterAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { toConnectionOptions } from './address.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import { openConnection } from './pipelined-connection.ts'

const IDLE_MS = 300

const database = await createTestDatabase()
const owner = database.connect('owner', { max: 1 })
const [{ name } = { name: '' }] = await owner<{ name: string }[]>`select current_database() as name`
const [options] = toConnectionOptions({ ...inject('databaseServer'), database: name }, 5000)
afterAll(() => database.close())

function createPool(application: string, { keep }: { keep: number }): ConnectionPool {
  if (!options) throw new Error('There are no options.')
  const open = () => openConnection({ ...options, application_name: application })
  return createConnectionPool(open, { size: 5, lifetimeMs: 60_000, idleMs: IDLE_MS, keep })
}

/** Uses this many connections at the same time. */
async function use({ acquire }: ConnectionPool, count: number): Promise<void> {
  const leases = await Promise.all(Array.from({ length: count }, () => acquire()))
  for (const { release } of leases) release()
}

async function countConnections(application: string): Promise<number> {
  const rows = await owner`select from pg_stat_activity where application_name = ${application}`
  return rows.length
}

test('closes idle connections, except those that it keeps open', async () => {
  const pool = createPool('idle', { keep: 2 })
  await use(pool, 5)
  expect(await countConnections('idle')).toBe(5)
  await expect.poll(() => countConnections('idle'), { timeout: 5 * IDLE_MS }).toBe(2)
  await new Promise((settle) => setTimeout(settle, 2 * IDLE_MS))
  expect(await countConnections('idle')).toBe(2)
  await use(pool, 4)
  expect(await countConnections('idle')).toBe(4)
  await pool.close()
})

test('never closes a connection that is in use', async () => {
  const pool = createPool('busy', { keep: 1 })
  const leases = await Promise.all([pool.acquire(), pool.acquire()])
  await use(pool, 2)
  await expect.poll(() => countConnections('busy'), { timeout: 5 * IDLE_MS }).toBe(2)
  const statement = { text: 'select 1', parameters: [], prepare: false, describe: false }
  for (const { connection, release } of leases) {
    expect((await connection.run([statement])).at(-1)?.rows).toEqual([['1']])
    release()
  }
  await pool.close()
})
