import type { Commit } from '../stream/change-source.ts'
import type { RowMessage } from '../stream/messages.ts'

/** A statement checks at most so many rows. */
const BATCH_SIZE = 100

export interface QueuedRow {
  row: RowMessage
  commit: Commit
}

/** Processes the rows of one table in order. Those that arrive while a batch is processed make up the next one. */
export interface TableQueue {
  /** Settles when the row is processed. */
  add(row: QueuedRow): Promise<void>
}

export function createTableQueue(process: (rows: QueuedRow[]) => Promise<void>): TableQueue {
  let waiting: { queued: QueuedRow; resolve(): void }[] = []
  let isRunning = false

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE)
      waiting = waiting.slice(BATCH_SIZE)
      await process(batch.map(({ queued }) => queued))
      for (const { resolve } of batch) resolve()
    }
    isRunning = false
  }
  return {
    add: (queued) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ queued, resolve })
      if (!isRunning) {
        isRunning = true
        // Rows that come in the same read of the socket share a batch.
        setImmediate(() => void run())
      }
      return promise
    },
  }
}
