import type { Supabase } from '#app/lib/supabase.ts'
import type { AppSettings } from './app-settings.ts'
import { sessionCookieOptions } from './session-cookie.ts'

let client: Promise<Supabase> | undefined

/**
 * The data client of this browser tab, as whoever is signed in; one for all callers. It loads on first use, since most pages
 * are complete without it. It shares its session with the server by cookie and with other tabs by broadcast.
 */
export function getBrowserClient(settings: AppSettings): Promise<Supabase> {
  client ??= import('@supabase/ssr').then(({ createBrowserClient }) =>
    createBrowserClient(settings.supabaseUrl, settings.publishableKey, {
      cookieOptions: sessionCookieOptions(settings),
    }),
  )
  return client
}
