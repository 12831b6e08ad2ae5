import type { Session } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { AppSettings } from '../config/app-settings.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { findSessionUser } from './synced-session.ts'
import { userState } from './user-state.ts'
import type { Viewer } from './viewer.ts'

/**
 * Loads the page's data again when another tab has signed in, out or as another member: immediately through that tab's
 * broadcast channel, and when this tab becomes visible. Loads no client.
 */
export function useSessionWatch(viewer: Viewer | null, settings: AppSettings): void {
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer comes with new page data, which include all earlier events
  useEffect(() => userState.discardEvents(), [viewer])
  const viewerId = viewer?.id
  const channelName = sessionCookieOptions(settings).name
  useEffect(() => {
    const isOther = () => findSessionUser(document.cookie) !== viewerId
    const check = () => {
      if (document.visibilityState === 'visible' && isOther()) void revalidate()
    }
    const channel = new BroadcastChannel(channelName)
    const hear = ({ data }: MessageEvent<{ event?: string; session?: Session | null }>) => {
      if (data.session !== undefined) applyOther(data.session)
      check()
    }
    channel.addEventListener('message', hear)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    // Another tab may have signed out while this one was frozen.
    if (viewerId !== undefined && isOther()) void revalidate()
    return () => {
      channel.close()
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [viewerId, channelName, revalidate])
}

/** Applies a session from another tab. What reads it is not among the first files of a page. */
function applyOther(session: Session | null): void {
  if (!session) {
    userState.applySession(null, null)
    return
  }
  import('./viewer.ts').then(
    ({ toSessionViewer }) => userState.applySession(session, toSessionViewer(session)),
    // The next page shows the change.
    () => undefined,
  )
}
