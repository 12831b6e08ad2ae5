import { parseCookieHeader } from '@supabase/ssr'
import type { ChosenTheme } from '#app/ui/chosen-theme.ts'
import { getAppConfig } from './config/app-config.ts'

const THEME_COOKIE = 'hereabouts-theme'

/** Returns the theme of a request, for the first paint. */
export function readTheme(cookieHeader: string): ChosenTheme {
  const value = parseCookieHeader(cookieHeader).find((cookie) => cookie.name === THEME_COOKIE)?.value
  return value === 'day' || value === 'night' ? value : 'system'
}

/** Stores the choice for a year and applies it. Browser only. */
export function chooseTheme(theme: ChosenTheme): void {
  const maxAgeSeconds = 365 * 24 * 60 * 60
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_COOKIE}=${theme}; path=${getAppConfig().baseUrl}; max-age=${maxAgeSeconds}; samesite=lax`
  document.documentElement.dataset.theme = theme
}
