import type { Log } from '../../http/log.ts'
import type { Lease } from '../../postgres/connections/connection-pool.ts'
import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { Sql } from '../../postgres/statements/sql.ts'

const RETRY_MS = 1000
const MAX_RETRY_MS = 32_000

export interface SchemaListener {
  close(): Promise<void>
}

/**
 * Listens on channels of the database. A connection that is lost or cannot be opened is replaced after one second, then
 * after twice as long each time, up to half a minute. Resolves after the first attempt.
 */
export async function listenForChanges(
  open: () => Sql,
  channels: string[],
  { onMessage, onListening, log }: { onMessage(payload: string): void; onListening(): void; log: Log },
): Promise<SchemaListener> {
  const sql = open()
  let lease: Lease | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS
  let isClosed = false

  const retry = () => {
    lease?.release()
    lease = undefined
    if (isClosed) return
    timer = setTimeout(() => void attempt(), retryMs)
    timer.unref()
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
  const attempt = async () => {
    try {
      lease = await sql.pool.acquire()
      lease.connection.onNotification(onMessage)
      await lease.connection.runScript(channels.map((channel) => `listen ${quoteIdentifier(channel)}`).join(';'))
      lease.connection.onLost(retry)
      retryMs = RETRY_MS
      onListening()
    } catch (error) {
      if (!isClosed) log.warn('schema changes cannot be heard', { error })
      retry()
    }
  }
  await attempt()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      lease?.release()
      await sql.end()
    },
  }
}
