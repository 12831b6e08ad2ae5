import { useEffect } from 'react'
import { hasNewSession } from './session-mark.ts'
import type { Viewer } from './viewer.ts'

/** Starts the data client of a tab whose session is new, which then keeps the profile row up to date. */
export function useProfileSync(viewer: Viewer | null): void {
  useEffect(() => {
    if (viewer && hasNewSession(document.cookie)) void import('./browser-client.ts').then((it) => it.getBrowserClient())
  }, [viewer])
}
