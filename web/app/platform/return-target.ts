import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import { getAppConfig } from './app-config.ts'
import { SIGN_UP_PATH } from './guard.ts'
import { toSafeTarget } from './safe-target.ts'

const COOKIE = 'hereabouts-return'
const MAX_AGE_SECONDS = 15 * 60

/**
 * Remembers in a short-lived cookie where a visitor wanted to go, so that the address stays exactly `/auth/signup`. Script of
 * the page may read it: a sign-in by the browser client returns there too.
 */
export function rememberReturnTarget(target: string): string {
  return writeCookie(COOKIE, target, { path: getAppConfig().baseUrl, maxAgeSeconds: MAX_AGE_SECONDS })
}

/** Where to go after signing in: what was remembered, if it is a page of ours, else the start page. */
export function readReturnTarget(cookieHeader: string): string {
  const target = toSafeTarget(findCookie(cookieHeader, COOKIE) ?? '')
  if (!target || target.startsWith(SIGN_UP_PATH) || target.startsWith('/auth/login')) return '/'
  return target
}

/** Forgets the target. */
export function forgetReturnTarget(): string {
  return writeCookie(COOKIE, '', { path: getAppConfig().baseUrl, maxAgeSeconds: 0 })
}
