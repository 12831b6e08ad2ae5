import { seconds } from '#app/lib/durations.ts'

/** The shortest time between two runs, so that many changes at once cost one run. */
export const QUIET_MS = seconds(2)

/** The time before a failed run is repeated. */
const RETRY_MS = seconds(30)

/** A task that runs soon after it was requested: at most every two seconds, and only in a visible tab. */
export interface QuietTask {
  request(): void
  cancel(): void
}

export function createQuietTask(run: () => Promise<void>): QuietTask {
  let isRequested = false
  let isResting = false
  let isCancelled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const pauseFor = (milliseconds: number) => {
    clearTimeout(timer)
    isResting = true
    timer = setTimeout(() => {
      isResting = false
      runIfPossible()
    }, milliseconds)
  }
  const runIfPossible = () => {
    if (isCancelled || !isRequested || isResting || document.visibilityState === 'hidden') return
    isRequested = false
    pauseFor(QUIET_MS)
    run().catch(() => {
      isRequested = true
      if (!isCancelled) pauseFor(RETRY_MS)
    })
  }
  document.addEventListener('visibilitychange', runIfPossible)
  return {
    request() {
      isRequested = true
      runIfPossible()
    },
    cancel() {
      isCancelled = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', runIfPossible)
    },
  }
}
