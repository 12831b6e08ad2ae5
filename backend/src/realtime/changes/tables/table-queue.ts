import { setTimeout as sleep } from 'node:timers/promises'
import type { Commit } from '../../stream/change-source.ts'
import type { RowMessage } from '../../stream/messages.ts'

/** The maximum number of rows that one statement checks. */
const BATCH_SIZE = 300
/** The minimum time between two batches of a table. A batch costs about the same for one row as for many. */
const MIN_INTERVAL_MS = 10
/** The maximum of that time, unless a batch is full earlier. */
const MAX_INTERVAL_MS = 100

export interface QueuedRow {
  row: RowMessage
  commit: Commit
}

/** Processes the rows of one table in order. Those that arrive while a batch is processed make up the next one. */
export interface TableQueue {
  /** Settles when the batch of the row is processed. Rows of one batch share the promise. */
  add(row: QueuedRow): Promise<void>
}

interface Batch {
  rows: QueuedRow[]
  processed: PromiseWithResolvers<void>
}

const createBatch = (): Batch => ({ rows: [], processed: Promise.withResolvers<void>() })

export function createTableQueue(process: (rows: QueuedRow[]) => Promise<void>): TableQueue {
  const waiting: Batch[] = []
  let isRunning = false
  let startedAt = Number.NEGATIVE_INFINITY
  let intervalMs = MIN_INTERVAL_MS

  const run = async () => {
    for (;;) {
      const pauseMs = startedAt + intervalMs - performance.now()
      if (pauseMs > 0 && waiting[0]?.rows.length !== BATCH_SIZE) await sleep(pauseMs)
      const batch = waiting.shift()
      if (!batch) break
      startedAt = performance.now()
      // The more rows arrive, the longer the next batch collects them, which leaves more CPU time for writers.
      intervalMs = Math.min(Math.max(batch.rows.length, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
      await process(batch.rows)
      batch.processed.resolve()
      if (waiting.length === 0) break
    }
    isRunning = false
  }
  return {
    add: (queued) => {
      let batch = waiting.at(-1)
      if (batch === undefined || batch.rows.length === BATCH_SIZE) {
        batch = createBatch()
        waiting.push(batch)
      }
      batch.rows.push(queued)
      if (!isRunning) {
        isRunning = true
        // Rows that come in the same read of the socket share a batch.
        setImmediate(() => void run())
      }
      return batch.processed.promise
    },
  }
}
