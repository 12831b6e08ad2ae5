import type { Database } from '#app/lib/database.types.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { createBackendFetch } from './http/backend-fetch.ts'
import { readPageSettings } from './page-settings.ts'
import { followSession } from './profile-sync.ts'
import { sessionCookieOptions } from './session-cookie.ts'

let client: Promise<Supabase> | undefined

/**
 * The data client of this browser tab, as whoever is signed in; one for all callers. It loads on first use, since most pages
 * are complete without it. It shares its session with the server by cookie and with other tabs by broadcast, so sign-in and
 * sign-out go through it wherever script runs.
 */
export function getBrowserClient(): Promise<Supabase> {
  client ??= import('@supabase/ssr').then(({ createBrowserClient }) => {
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
  return client
}
