import type { Session } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { AppSettings } from '../config/app-settings.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { hashSession } from './synced-session.ts'
import { userState } from './user-state.ts'
import type { Viewer } from './viewer.ts'

/**
 * Runs the guard again when another tab has signed in or out: immediately through that tab's broadcast channel, and
 * when this tab becomes visible. Loads no client.
 */
export function useSessionWatch(viewer: Viewer | null, settings: AppSettings): void {
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer comes with new page data, which include all earlier events
  useEffect(() => userState.discardEvents(), [viewer])
  const isMember = viewer !== null
  const channelName = sessionCookieOptions(settings).name
  useEffect(() => {
    const check = () => {
      const hasSession = hashSession(document.cookie) !== ''
      if (document.visibilityState === 'visible' && hasSession !== isMember) void revalidate()
    }
    const channel = new BroadcastChannel(channelName)
    const hear = ({ data }: MessageEvent<{ event?: string; session?: Session | null }>) => {
      if (data.session !== undefined) userState.applySession(data.session)
      check()
    }
    channel.addEventListener('message', hear)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    // Another tab may have signed out while this one was frozen.
    if (isMember && hashSession(document.cookie) === '') void revalidate()
    return () => {
      channel.close()
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isMember, channelName, revalidate])
}
