import { useEffect } from 'react'
import { hasNewSession } from './session-mark.ts'
import type { Viewer } from './viewer.ts'

/** Starts the data client of a tab that holds a session it has not seen: the client then keeps the profile row in step. */
export function useProfileSync(viewer: Viewer | null): void {
  useEffect(() => {
    if (viewer && hasNewSession(document.cookie)) void import('./browser-client.ts').then((it) => it.getBrowserClient())
  }, [viewer])
}
