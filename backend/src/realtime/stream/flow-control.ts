/** A change costs at least this much memory while it is pending. */
const CHANGE_OVERHEAD_BYTES = 500
const HIGH_WATER_BYTES = 8_000_000
const LOW_WATER_BYTES = 2_000_000

/** Changes that are finished together. */
interface Pending {
  bytes: number
  /** The commit position of the first one. */
  committedAt: Date
}

/** Counts the changes that consumers have not finished, and stops the reader while they hold too much memory. */
export interface FlowControl {
  /** Changes with the same promise are finished together. */
  track(size: number, committedAt: Date, done: Promise<void>): void
  readonly isIdle: boolean
  /** Milliseconds since the oldest unfinished commit. */
  lagMs(): number
  /** The time since which reading is paused. */
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
  const pending = new Map<Promise<void>, Pending>()
  let bytes = 0
  let pausedSince: number | undefined

  const release = (done: Promise<void>) => {
    bytes -= pending.get(done)?.bytes ?? 0
    pending.delete(done)
    if (pausedSince !== undefined && bytes <= LOW_WATER_BYTES) {
      pausedSince = undefined
      resume()
    }
    if (pending.size === 0) onIdle()
  }
  return {
    track: (size, committedAt, done) => {
      const weight = size + CHANGE_OVERHEAD_BYTES
      bytes += weight
      const known = pending.get(done)
      if (known) known.bytes += weight
      else {
        pending.set(done, { bytes: weight, committedAt })
        void done.finally(() => release(done))
      }
      if (pausedSince === undefined && bytes > HIGH_WATER_BYTES) {
        pausedSince = Date.now()
        pause()
      }
    },
    get isIdle() {
      return pending.size === 0
    },
    lagMs: () => {
      const [oldest] = pending.values()
      return oldest === undefined ? 0 : Math.max(0, Date.now() - oldest.committedAt.getTime())
    },
    get pausedSince() {
      return pausedSince
    },
  }
}
