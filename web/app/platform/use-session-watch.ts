import type { Session } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { AppSettings } from './app-settings.ts'
import { userState } from './session/user-state.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { markSession } from './session-mark.ts'
import type { Viewer } from './viewer.ts'

/**
 * Sends this tab through the guard again when another one has signed in or out: at once by the channel on which the data client
 * of that tab tells it, and when somebody comes back here. Costs no client.
 */
export function useSessionWatch(viewer: Viewer | null, settings: AppSettings): void {
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer means new data of the page, which hold all that was heard
  useEffect(() => userState.forgetTold(), [viewer])
  const isMember = viewer !== null
  const channelName = sessionCookieOptions(settings).name
  useEffect(() => {
    const check = () => {
      const hasSession = markSession(document.cookie) !== ''
      if (document.visibilityState === 'visible' && hasSession !== isMember) void revalidate()
    }
    const channel = new BroadcastChannel(channelName)
    const hear = ({ data }: MessageEvent<{ event?: string; session?: Session | null }>) => {
      if (data.session !== undefined) userState.takeSession(data.session)
      check()
    }
    channel.addEventListener('message', hear)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    // Another tab may have signed out while this one could not hear of it yet.
    if (isMember && markSession(document.cookie) === '') void revalidate()
    return () => {
      channel.close()
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isMember, channelName, revalidate])
}
