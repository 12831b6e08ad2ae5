const STAGES = ['jwt', 'parse', 'plan', 'transaction', 'response'] as const
type Stage = (typeof STAGES)[number]

/** Measures the stages of a request for `Server-Timing`. */
export interface Timing {
  /** The stage that ran since the last call is over. */
  end(stage: Stage): void
  /** The header's value: milliseconds by stage, in order. */
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

/** For services that are not asked to measure. */
export const NO_TIMING: Timing = { end: () => {}, format: () => '' }
