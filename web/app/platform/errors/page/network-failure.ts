import { isChunkError } from '../../builds/chunk-error.ts'
import { isOffline } from '../../http/is-offline.ts'

/** The messages with which browsers report that `fetch` got no response. */
const FAILED_FETCH =
  /^Failed to fetch|^NetworkError when attempting|^Load failed|connection was lost|appears to be offline/i

/**
 * Returns true if a page could not be loaded because the network failed. A chunk that does not load counts only while
 * the browser is offline: otherwise a new build may have replaced it, and the page is loaded again.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (isChunkError(error)) return isOffline()
  return error instanceof TypeError && FAILED_FETCH.test(error.message)
}
