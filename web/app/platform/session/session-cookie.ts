import { toBaseUrl } from '../config/app-config.ts'
import type { AppSettings } from '../config/app-settings.ts'

const MAX_AGE_SECONDS = 34_560_000 // 400 days, the longest a browser keeps a cookie

/**
 * Returns the session cookie's options, the same on server and browser. `Secure` when the site's public URL is https.
 */
export function sessionCookieOptions(settings: Pick<AppSettings, 'siteUrl' | 'supabaseUrl'>) {
  const [firstLabel = 'local'] = new URL(settings.supabaseUrl).hostname.split('.')
  return {
    name: `sb-${firstLabel}-auth-token`,
    path: toBaseUrl(settings.siteUrl),
    sameSite: 'lax' as const,
    maxAge: MAX_AGE_SECONDS,
    secure: settings.siteUrl.startsWith('https:'),
  }
}
