import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { AppSettings } from './app-settings.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { markSession } from './session-mark.ts'
import type { Viewer } from './viewer.ts'

/**
 * Sends this tab through the guard again when another one has signed in or out: at once by the channel on which the data client
 * of that tab tells it, and when somebody comes back here. Costs no client.
 */
export function useSessionWatch(viewer: Viewer | null, settings: AppSettings): void {
  const { revalidate } = useRevalidator()
  const isMember = viewer !== null
  const channelName = sessionCookieOptions(settings).name
  useEffect(() => {
    const check = () => {
      const hasSession = markSession(document.cookie) !== ''
      if (document.visibilityState === 'visible' && hasSession !== isMember) void revalidate()
    }
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', check)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      channel.close()
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isMember, channelName, revalidate])
}
