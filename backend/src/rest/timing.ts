const STAGES = ['jwt', 'parse', 'plan', 'transaction', 'response'] as const
type Stage = (typeof STAGES)[number]

/** Measures the stages of a request for `Server-Timing`. */
export interface Timing {
  /** Ends a stage, which began at the end of the previous one. */
  end(stage: Stage): void
  /** Returns the header's value: milliseconds by stage. */
  format(): string
}

export function createTiming(now: () => number = () => performance.now()): Timing {
  const durations = new Map<Stage, number>()
  let last = now()
  return {
    end(stage) {
      const time = now()
      durations.set(stage, (durations.get(stage) ?? 0) + time - last)
      last = time
    },
    format: () => STAGES.map((stage) => `${stage};dur=${(durations.get(stage) ?? 0).toFixed(1)}`).join(', '),
  }
}

/** Used when `Server-Timing` is disabled. */
export const NO_TIMING: Timing = { end: () => {}, format: () => '' }
