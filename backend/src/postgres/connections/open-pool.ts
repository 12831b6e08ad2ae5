import { ConnectionError } from '../statements/database-error.ts'
import { createSql, type Sql } from '../statements/sql.ts'
import { type DatabaseAddress, toConnectionOptions } from './address.ts'
import { createConnectionPool } from './connection-pool.ts'
import { type Connection, type ConnectionOptions, openConnection } from './pipelined-connection.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 10_000
const LIFETIME_MS = 30 * 60 * 1000
const IDLE_MS = 30_000

export interface ConnectOptions {
  /** Maximum number of connections, 10 by default. */
  max?: number
  /** Settings of each connection, such as `statement_timeout`. */
  settings?: Record<string, string | number>
  connectTimeoutMs?: number
  /** Maximum wait for a connection when all are busy. Unlimited by default. */
  acquireTimeoutMs?: number
  /** The number of idle connections that stay open, 1 by default. The others are closed after 30 seconds. */
  keep?: number
  /** After this time a connection is replaced. 30 minutes by default. */
  lifetimeMs?: number
}

/** Overrides the address. */
export type Credentials = Pick<ConnectionOptions, 'user' | 'password'>

/** Opens a pool for the login that the address names, or for another one. The caller ends it. */
export function openPool(address: DatabaseAddress, options: ConnectOptions = {}, credentials: Credentials = {}): Sql {
  const { max = POOL_SIZE, settings = {}, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const { acquireTimeoutMs, keep = 1, lifetimeMs = LIFETIME_MS } = options
  let attempts = toConnectionOptions(address, connectTimeoutMs).map((attempt) => ({ ...attempt, ...credentials }))
  const open = async () => {
    const [connection, used] = await openFirst(attempts, openConnection)
    attempts = [used]
    await applySettings(connection, settings)
    return connection
  }
  const limits = { size: max, lifetimeMs, acquireTimeoutMs, idleMs: IDLE_MS, keep }
  return createSql(createConnectionPool(open, limits))
}

/** Tries the options of an address in order. Returns the result of `open` and the options that worked. */
export async function openFirst<Opened>(
  [first, ...rest]: ConnectionOptions[],
  open: (options: ConnectionOptions) => Promise<Opened>,
): Promise<[Opened, ConnectionOptions]> {
  if (!first) throw new Error('There is no address to connect to.')
  try {
    return [await open(first), first]
  } catch (error) {
    // The server responds, but does not support TLS.
    const isRejected = error instanceof ConnectionError && error.code === 'CONNECTION_CLOSED'
    if (!isRejected || rest.length === 0) throw error
    return openFirst(rest, open)
  }
}

async function applySettings(connection: Connection, settings: Record<string, string | number>): Promise<void> {
  const pairs = Object.entries(settings)
  if (pairs.length === 0) return
  const calls = pairs.map((_, i) => `set_config($${i * 2 + 1}, $${i * 2 + 2}, false)`)
  const parameters = pairs.flatMap(([name, value]) => [name, String(value)])
  await connection.run([{ text: `select ${calls.join(', ')}`, parameters, prepare: false, describe: false }])
}
