import { afterAll, expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { toConnectionOptions } from './address.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import { type Connection, openConnection } from './pipelined-connection.ts'

const IDLE_MS = 300

const database = await createTestDatabase()
const owner = database.connect('owner', { max: 1 })
const [{ name } = { name: '' }] = await owner<{ name: string }[]>`select current_database() as name`
const [options] = toConnectionOptions({ ...inject('databaseServer'), database: name }, 5000)
afterAll(() => database.close())

function createPool(application: string, { keep, size = 5 }: { keep: number; size?: number }): ConnectionPool {
  if (!options) throw new Error('There are no options.')
  const open = () => openConnection({ ...options, application_name: application })
  return createConnectionPool(open, { size, lifetimeMs: 60_000, idleMs: IDLE_MS, keep })
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

/** Uses one connection after the other for these purposes. Returns the process of each. */
async function useFor(pool: ConnectionPool, ...uses: string[]): Promise<(string | null | undefined)[]> {
  const processes = []
  for (const use of uses) {
    const { connection, release } = await pool.acquire(use)
    processes.push(await readProcess(connection))
    release()
  }
  return processes
}

async function readProcess(connection: Connection): Promise<string | null | undefined> {
  const statement = { text: 'select pg_backend_pid()', parameters: [], prepare: false, describe: false }
  return (await connection.run([statement])).at(-1)?.rows[0]?.[0]
}

test('gives each use its own connection, as long as enough of them stay open', async () => {
  const pool = createPool('uses', { keep: 2 })
  const [visitor, member, ...next] = await useFor(pool, 'visitor', 'member', 'member', 'visitor', 'visitor', 'member')
  expect(visitor).not.toBe(member)
  expect(next).toEqual([member, visitor, visitor, member])
  // A third takes the connection that has been idle for longest, and none is opened for it.
  expect(await useFor(pool, 'service', 'service', 'member')).toEqual([visitor, visitor, member])
  await pool.close()
})

test('leaves a connection to its use after a statement without one', async () => {
  const pool = createPool('without', { keep: 2 })
  const [visitor, member] = await useFor(pool, 'visitor', 'member')
  await use(pool, 1)
  expect(await useFor(pool, 'visitor', 'member')).toEqual([visitor, member])
  await pool.close()
})

test('shares one connection between all uses when it may open no second', async () => {
  const pool = createPool('single', { keep: 2, size: 1 })
  const [visitor] = await useFor(pool, 'visitor')
  expect(await useFor(pool, 'member', 'visitor')).toEqual([visitor, visitor])
  await pool.close()
})

test('passes a connection on to a waiter for the same use first, but not for long', async () => {
  const pool = createPool('waiters', { keep: 1, size: 1 })
  const held = await pool.acquire('member')
  const order: string[] = []
  const wait = async (name: string, use: string) => {
    const { release } = await pool.acquire(use)
    order.push(name)
    return release
  }
  const visitor = wait('visitor', 'visitor')
  const member = wait('member', 'member')
  held.release()
  const releaseMember = await member
  await new Promise((settle) => setTimeout(settle, 150))
  const late = wait('late member', 'member')
  releaseMember()
  ;(await visitor)()
  ;(await late)()
  expect(order).toEqual(['member', 'visitor', 'late member'])
  await pool.close()
})

test('uses an idle connection of another use when the server allows no more', async () => {
  if (!options) throw new Error('There are no options.')
  const first = openConnection({ ...options, application_name: 'limit' })
  const open = vi.fn(() => first)
  const pool = createConnectionPool(open, { size: 5, lifetimeMs: 60_000, keep: 2 })
  const [visitor] = await useFor(pool, 'visitor')
  open.mockRejectedValue(new Error('sorry, too many clients already'))
  expect(await useFor(pool, 'member')).toEqual([visitor])
  expect(open).toHaveBeenCalledTimes(2)
  await pool.close()
})
