import { useEffect } from 'react'
import { whenIdle } from '#app/lib/when-idle.ts'
import { hasNewSession } from './synced-session.ts'
import type { Viewer } from './viewer.ts'

/**
 * Runs the data client in every tab of a member: it refreshes the session and keeps the profile row up to date. It
 * loads immediately for a new session, otherwise when the page is idle.
 */
export function useProfileSync(viewer: Viewer | null): void {
  const isMember = viewer !== null
  useEffect(() => {
    if (!isMember) return
    if (hasNewSession(document.cookie)) return startClient()
    return whenIdle(startClient)
  }, [isMember])
}

function startClient(): void {
  import('./browser-client.ts').then(
    ({ getBrowserClient }) => getBrowserClient(),
    // Without it the server refreshes the session with the next page.
    () => undefined,
  )
}
