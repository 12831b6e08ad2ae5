import { setTimeout as sleep } from 'node:timers/promises'
import type { Commit } from '../stream/change-source.ts'
import type { RowMessage } from '../stream/messages.ts'

/** A statement checks at most so many rows. */
const BATCH_SIZE = 100
/** A batch costs about the same for one row as for many. So a busy table has a batch at most this often. */
const INTERVAL_MS = 10

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
  let startedAt = Number.NEGATIVE_INFINITY

  const run = async () => {
    while (waiting.length > 0) {
      const pauseMs = startedAt + INTERVAL_MS - performance.now()
      if (pauseMs > 0 && waiting.length < BATCH_SIZE) await sleep(pauseMs)
      startedAt = performance.now()
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
