import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/database.ts'

const RETRY_MS = 1000
const MAX_RETRY_MS = 32_000

export interface SchemaListener {
  close(): Promise<void>
}

/**
 * Listens on a channel of the database. postgres.js replaces a lost connection, but not one that could not be opened at
 * first. Opening is retried here after 1 to 32 seconds. Resolves after the first attempt.
 */
export async function listenForChanges(
  open: () => Sql,
  channel: string,
  { onMessage, onListening, log }: { onMessage(payload: string): void; onListening(): void; log: Log },
): Promise<SchemaListener> {
  let current: Sql | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS
  let isClosed = false

  const attempt = async () => {
    const sql = open()
    current = sql
    try {
      await sql.listen(channel, onMessage, onListening)
    } catch (error) {
      // Otherwise postgres.js would retry as well, and every notification would arrive twice.
      await sql.end({ timeout: 0 }).catch(() => {})
      if (isClosed) return
      log.warn('schema changes cannot be heard', { error })
      timer = setTimeout(() => void attempt(), retryMs)
      timer.unref()
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    }
  }
  await attempt()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await current?.end({ timeout: 5 }).catch(() => {})
    },
  }
}
