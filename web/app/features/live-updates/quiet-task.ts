import { seconds } from '#app/lib/durations.ts'

/** The shortest time between two runs, so that many changes at once cost one run. */
export const QUIET_MS = seconds(2)

/** A task that runs soon after it was requested: at most every two seconds, and only in a visible tab. */
export interface QuietTask {
  request(): void
  cancel(): void
}

export function createQuietTask(run: () => Promise<void>): QuietTask {
  let isRequested = false
  let isResting = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const runIfPossible = () => {
    if (!isRequested || isResting || document.visibilityState === 'hidden') return
    isRequested = false
    isResting = true
    // A failed run is repeated with the next change.
    run().catch(() => undefined)
    timer = setTimeout(() => {
      isResting = false
      runIfPossible()
    }, QUIET_MS)
  }
  document.addEventListener('visibilitychange', runIfPossible)
  return {
    request() {
      isRequested = true
      runIfPossible()
    },
    cancel() {
      isRequested = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', runIfPossible)
    },
  }
}
