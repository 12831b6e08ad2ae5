import type { FairQueue } from '../../http/connections/fair-queue.ts'
import type { ConnectionPool } from '../../postgres/connections/connection-pool.ts'

/** Returns the pool as one client sees it: each connection is acquired in the client's turn, and its time is charged to it. */
export function queueFairly(
  pool: Pick<ConnectionPool, 'acquire'>,
  queue: FairQueue,
  client: { key: string; isTrusted: boolean },
): Pick<ConnectionPool, 'acquire'> {
  return {
    acquire: async () => {
      const endTurn = await queue.enter(client.key, client.isTrusted)
      try {
        const { connection, release } = await pool.acquire()
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
