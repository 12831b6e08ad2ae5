import type { FairQueue } from '../../http/connections/fair-queue.ts'
import type { ConnectionPool } from '../../postgres/connections/connection-pool.ts'

/**
 * Wraps the pool for one client: a connection is acquired in the client's turn, and the time of its use is charged to
 * the client.
 */
export function queueFairly(
  pool: Pick<ConnectionPool, 'acquire'>,
  queue: FairQueue,
  client: { key: string; isTrusted: boolean },
): Pick<ConnectionPool, 'acquire'> {
  return {
    acquire: async (use) => {
      const endTurn = await queue.enter(client.key, client.isTrusted)
      try {
        const { connection, release } = await pool.acquire(use)
        return {
          connection,
          release: () => {
            release()
            endTurn()
          },
        }
      } catch (error) {
        endTurn()
        throw error
      }
    },
  }
}
