import type postgres from 'postgres'
import type { Sql } from '../../postgres/database.ts'
import { isConnectionLost } from '../../postgres/lasting-pool.ts'
import { poolExhausted } from '../errors.ts'
import { RestError } from '../rest-error.ts'

const ACQUIRE_TIMEOUT_MS = 10_000
const DRAIN_SECONDS = 1

/** The connections of the service. */
export interface Pool {
  /** A connection of our own, to be given back. Throws PGRST003 when all are busy for too long. */
  acquire(): Promise<Lease>
  close(): Promise<void>
}

export interface Lease {
  connection: postgres.ReservedSql
  /** Gives the connection back. When it was lost in use, the whole pool is replaced. */
  release(isLost: boolean): void
}

/**
 * A pool that survives lost connections. postgres.js keeps the last words of a server on the connection that died and says
 * them to whoever opens it next; a reservation that is refused in this way holds the connection for ever. So after a loss
 * we leave that pool, let it drain, and go on with a new one.
 */
export function createPool(open: () => Sql): Pool {
  let current = open()
  const renew = (lost: Sql) => {
    if (lost !== current) return
    current = open()
    void lost.end({ timeout: DRAIN_SECONDS }).catch(() => {})
  }
  const lease = async (sql: Sql): Promise<Lease> => {
    const connection = await reserve(sql)
    return {
      connection,
      // A lost connection has left the pool already; released once more, the next request would wait on it for ever.
      release: (isLost) => (isLost ? renew(sql) : connection.release()),
    }
  }
  return {
    acquire: async () => {
      const sql = current
      try {
        return await lease(sql)
      } catch (error) {
        if (!(error instanceof RestError)) renew(sql)
        if (!isConnectionLost(error)) throw error
        return lease(current)
      }
    },
    close: () => current.end({ timeout: 5 }),
  }
}

async function reserve(sql: Sql): Promise<postgres.ReservedSql> {
  const reserved = sql.reserve()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // It may still come; then nobody waits for it.
    reserved.then((connection) => connection.release()).catch(() => {})
    reject(poolExhausted())
  }, ACQUIRE_TIMEOUT_MS)
  try {
    return await Promise.race([reserved, late])
  } finally {
    clearTimeout(timer)
  }
}
