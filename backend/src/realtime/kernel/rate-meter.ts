const WINDOW_SECONDS = 60

/** Counts events of the last 60 seconds. */
export interface RateMeter {
  add(count?: number): void
  /** Returns the number of events in the window. */
  sum(): number
  /** Returns the average per second. */
  average(): number
  /** Returns true when the average is above a number per second. */
  exceeds(perSecond: number): boolean
}

export function createRateMeter(now: () => number = Date.now): RateMeter {
  const counts = new Uint32Array(WINDOW_SECONDS)
  let current = Math.floor(now() / 1000)
  let total = 0
  /** Empties the slots of the seconds that passed. */
  const advance = () => {
    const second = Math.floor(now() / 1000)
    const steps = Math.min(second - current, WINDOW_SECONDS)
    for (let step = 1; step <= steps; step += 1) {
      const slot = (current + step) % WINDOW_SECONDS
      total -= counts[slot] ?? 0
      counts[slot] = 0
    }
    if (second > current) current = second
  }
  const sum = () => {
    advance()
    return total
  }
  return {
    add: (count = 1) => {
      advance()
      const slot = current % WINDOW_SECONDS
      counts[slot] = (counts[slot] ?? 0) + count
      total += count
    },
    sum,
    average: () => sum() / WINDOW_SECONDS,
    exceeds: (perSecond) => sum() > perSecond * WINDOW_SECONDS,
  }
}
