import { parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { SIGN_UP_PATH } from './guard.ts'
import { toSafeTarget } from './safe-target.ts'

const COOKIE = 'hereabouts-return'
const MAX_AGE_SECONDS = 15 * 60

/**
 * Remembers in a short-lived cookie where a visitor wanted to go, so that the address stays exactly `/auth/signup`. Script of
 * the page may read it: a sign-in by the browser client returns there too.
 */
export function rememberReturnTarget(target: string): string {
  return serializeCookieHeader(COOKIE, target, { path: '/', sameSite: 'lax', maxAge: MAX_AGE_SECONDS })
}

/** Where to go after signing in: what was remembered, if it is a page of ours, else the start page. */
export function readReturnTarget(cookieHeader: string): string {
  const kept = parseCookieHeader(cookieHeader).find((cookie) => cookie.name === COOKIE)?.value ?? ''
  const target = toSafeTarget(kept)
  if (!target?.startsWith('/') || target.startsWith(SIGN_UP_PATH) || target.startsWith('/auth/login')) return '/'
  return target
}

/** Forgets the target. */
export function forgetReturnTarget(): string {
  return serializeCookieHeader(COOKIE, '', { path: '/', sameSite: 'lax', maxAge: 0 })
}
