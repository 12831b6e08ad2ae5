import type { Database } from '#app/lib/database.types.ts'
import { loadOnce } from '#app/lib/load-once.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { readPageSettings } from '../config/page-settings.ts'
import { createBackendFetch } from '../http/backend-fetch.ts'
import { followSession } from './profile-sync.ts'
import { sessionCookieOptions } from './session-cookie.ts'

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
  })
  followSession(supabase)
  return supabase
})
