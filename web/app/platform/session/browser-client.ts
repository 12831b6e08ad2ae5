import type { Database } from '#app/lib/database.types.ts'
import { minutes, seconds } from '#app/lib/durations.ts'
import { loadOnce } from '#app/lib/load-once.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { readPageSettings } from '../config/page-settings.ts'
import { createBackendFetch } from '../http/backend-fetch.ts'
import { followSession } from './profile-sync.ts'
import { sessionCookieOptions } from './session-cookie.ts'

/** The longest wait before the socket of the realtime service is tried again. */
const LONGEST_WAIT_MS = minutes(1)

/**
 * Returns the data client of this browser tab, which acts as the signed-in member. It loads on first use, because most
 * pages are complete without it. It shares its session with the server through cookies and with other tabs through a
 * broadcast channel, so browser code uses it for sign-in and sign-out. Rejects while its module cannot be loaded.
 */
export const getBrowserClient = loadOnce(async (): Promise<Supabase> => {
  const { createBrowserClient } = await import('@supabase/ssr')
  const settings = readPageSettings()
  const cookieOptions = sessionCookieOptions(settings)
  const supabase = createBrowserClient<Database>(settings.supabaseUrl, settings.publishableKey, {
    cookieOptions,
    global: { fetch: createBackendFetch((input, init) => fetch(input, init)) },
    db: { retry: false },
    realtime: { reconnectAfterMs: waitBeforeReconnect },
  })
  followSession(supabase)
  return supabase
})

/**
 * Doubles the wait with each attempt and adds a random part, so that not all clients reconnect to a restarted server
 * at once.
 */
function waitBeforeReconnect(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, seconds(2 ** attempt)) * (0.5 + Math.random() / 2)
}
