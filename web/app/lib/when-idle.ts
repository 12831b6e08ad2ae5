import { seconds } from './durations.ts'

/** The longest wait for an idle page, and the wait of browsers without idle callbacks. */
const IDLE_TIMEOUT_MS = seconds(3)

/** Runs a task when the page is idle, after at most three seconds. Returns a function that cancels it. Browser only. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, IDLE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
