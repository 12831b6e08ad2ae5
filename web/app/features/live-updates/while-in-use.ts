import { minutes } from '#app/lib/durations.ts'

/** The time after which a background tab closes the connection. */
export const HIDDEN_MS = minutes(5)

/**
 * Keeps something running while the tab is in use: visible, or hidden for less than five minutes. Returns a function
 * that stops it for good.
 */
export function whileInUse(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    stop?.()
    stop = undefined
  }
  const follow = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') stop ??= start()
    else timer = setTimeout(end, HIDDEN_MS)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  // Browsers do not keep a page with an open connection in the back/forward cache.
  window.addEventListener('pagehide', end)
  window.addEventListener('pageshow', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('pagehide', end)
    window.removeEventListener('pageshow', follow)
    end()
  }
}
