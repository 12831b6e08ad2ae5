import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation } from '../navigation/router-state.ts'

/** The longest wait. Pages in the background get no frames. */
const LONGEST_WAIT_MS = 100

/** The browser APIs that the wait uses. */
type Frames = Pick<Window, 'requestAnimationFrame' | 'setTimeout'>

/** Lets the browser paint: settles after one frame and a task, or after 100 ms. */
export function waitForFrame(browser: Frames = window): Promise<void> {
  return new Promise((resolve) => {
    browser.setTimeout(resolve, LONGEST_WAIT_MS)
    browser.requestAnimationFrame(() => browser.setTimeout(resolve, 0))
  })
}

/**
 * Delays each page change by one frame, so that a click shows before the next page is rendered. Data and files load in
 * the meantime. Revalidations and fetcher calls do not wait.
 */
export const frameWaitMiddleware: ClientMiddleware = async (_call, next) => {
  if (!findPendingLocation()) return next()
  const [results] = await Promise.all([next(), waitForFrame()])
  return results
}
