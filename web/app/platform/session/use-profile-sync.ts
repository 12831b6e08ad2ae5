import { useEffect } from 'react'
import { seconds } from '#app/lib/durations.ts'
import { hasNewSession } from './session-mark.ts'
import type { Viewer } from './viewer.ts'

/** The longest wait for an idle page before the client loads, and the wait of browsers without idle callbacks. */
const IDLE_TIMEOUT_MS = seconds(3)

/**
 * Runs the data client in every tab of a member: it refreshes the session and keeps the profile row up to date. It
 * loads immediately for a new session, otherwise when the page is idle.
 */
export function useProfileSync(viewer: Viewer | null): void {
  const isMember = viewer !== null
  useEffect(() => {
    if (!isMember) return
    if (hasNewSession(document.cookie)) return startClient()
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(startClient, IDLE_TIMEOUT_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(startClient, { timeout: IDLE_TIMEOUT_MS })
    return () => cancelIdleCallback(handle)
  }, [isMember])
}

function startClient(): void {
  import('./browser-client.ts').then(
    ({ getBrowserClient }) => getBrowserClient(),
    // Without it the server refreshes the session with the next page.
    () => undefined,
  )
}
