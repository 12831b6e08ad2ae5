/** A change costs at least this much memory while it is pending. */
const CHANGE_OVERHEAD_BYTES = 500
const HIGH_WATER_BYTES = 8_000_000
const LOW_WATER_BYTES = 2_000_000

/** Counts the changes that consumers have not finished, and stops the reader while they hold too much memory. */
export interface FlowControl {
  track(size: number, committedAt: Date, done: Promise<void>): void
  readonly isIdle: boolean
  /** Milliseconds since the oldest unfinished commit. */
  lagMs(): number
  /** Since when the reader is stopped. */
  readonly pausedSince: number | undefined
}

export interface FlowListener {
  pause(): void
  resume(): void
  /** Calls back when nothing is pending any more. */
  onIdle(): void
}

export function createFlowControl({ pause, resume, onIdle }: FlowListener): FlowControl {
  // In the order of insertion, so that the first one is the oldest.
  const pending = new Map<symbol, number>()
  let bytes = 0
  let pausedSince: number | undefined

  const release = (entry: symbol, weight: number) => {
    pending.delete(entry)
    bytes -= weight
    if (pausedSince !== undefined && bytes <= LOW_WATER_BYTES) {
      pausedSince = undefined
      resume()
    }
    if (pending.size === 0) onIdle()
  }
  return {
    track: (size, committedAt, done) => {
      const entry = Symbol()
      const weight = size + CHANGE_OVERHEAD_BYTES
      pending.set(entry, committedAt.getTime())
      bytes += weight
      if (pausedSince === undefined && bytes > HIGH_WATER_BYTES) {
        pausedSince = Date.now()
        pause()
      }
      void done.finally(() => release(entry, weight))
    },
    get isIdle() {
      return pending.size === 0
    },
    lagMs: () => {
      const [oldest] = pending.values()
      return oldest === undefined ? 0 : Math.max(0, Date.now() - oldest)
    },
    get pausedSince() {
      return pausedSince
    },
  }
}
