import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation } from '../navigation/router-state.ts'

/** A page in the background has no frames: longer than this nothing waits for one. */
const LONGEST_WAIT_MS = 100

/** What a wait for a frame needs of a browser. */
type Frames = Pick<Window, 'requestAnimationFrame' | 'setTimeout'>

/** Lets the browser paint what has just happened: settles after one frame and a task, at most after 100 ms. */
export function waitForFrame(browser: Frames = window): Promise<void> {
  return new Promise((resolve) => {
    browser.setTimeout(resolve, LONGEST_WAIT_MS)
    browser.requestAnimationFrame(() => browser.setTimeout(resolve, 0))
  })
}

/**
 * Has each change of the page wait for one frame, so that a press is seen before the work begins. Data and files are on their way
 * meanwhile. Revalidations and calls of fetchers change no page and do not wait.
 */
export const frameWaitMiddleware: ClientMiddleware = async (_call, next) => {
  if (findPendingLocation()) await waitForFrame()
  return next()
}
