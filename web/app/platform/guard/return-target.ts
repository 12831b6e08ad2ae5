import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import { getAppConfig } from '../config/app-config.ts'
import { SIGN_UP_PATH } from './guard.ts'
import { toSafeTarget } from './safe-target.ts'

const COOKIE = 'hereabouts-return'
/** Browsers ignore cookies over 4 kB, and proxies reject responses with large headers. */
const MAX_LENGTH = 2000
/** The default lifetime of the link in a confirmation email, which leads here. */
const MAX_AGE_SECONDS = 24 * 60 * 60

/**
 * Stores the visitor's intended page in a short-lived cookie, so that the URL stays exactly `/auth/signup`. Scripts can
 * read it, because the browser client returns there too after a sign-in. Longer URLs are not stored.
 */
export function rememberReturnTarget(target: string): string {
  if (encodeURIComponent(target).length > MAX_LENGTH) return clearReturnTarget()
  return writeCookie(COOKIE, target, { path: getAppConfig().baseUrl, maxAgeSeconds: MAX_AGE_SECONDS })
}

/** Returns where to go after signing in: the stored target if it is a page of this site, otherwise the home page. */
export function readReturnTarget(cookieHeader: string): string {
  const target = toSafeTarget(findCookie(cookieHeader, COOKIE) ?? '')
  if (!target || target.startsWith(SIGN_UP_PATH) || target.startsWith('/auth/login')) return '/'
  return target
}

/** Deletes the stored target. */
export function clearReturnTarget(): string {
  return writeCookie(COOKIE, '', { path: getAppConfig().baseUrl, maxAgeSeconds: 0 })
}
