import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import { getAppConfig } from '#app/platform/config/app-config.ts'

const COOKIE = 'hereabouts-save'
/** The default lifetime of the link in a confirmation email, which leads back to the spot. */
const MAX_AGE_SECONDS = 24 * 60 * 60

/**
 * Stores in a short-lived cookie that a visitor pressed Save, so that the spot is saved after they have signed up. Only
 * a form of this site sets the cookie, so links from other sites cannot save anything.
 */
export function rememberSave(spotId: string): string {
  const cookie = writeCookie(COOKIE, spotId, { path: getAppConfig().baseUrl, maxAgeSeconds: MAX_AGE_SECONDS })
  return `${cookie}; HttpOnly`
}

/** Returns the id of the spot for which a visitor pressed Save. */
export function findRememberedSave(request: Request): string | undefined {
  return findCookie(request.headers.get('cookie') ?? '', COOKIE)
}

/** Returns the cookie that ends a remembered save. */
export function clearRememberedSave(): string {
  return writeCookie(COOKIE, '', { path: getAppConfig().baseUrl, maxAgeSeconds: 0 })
}
