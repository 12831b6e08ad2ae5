const SYNCED_KEY = 'hereabouts-synced'

/** Remembers the session of the cookies for the life of this tab. Browser only. */
export function setSyncedSession(cookies: string): void {
  sessionStorage.setItem(SYNCED_KEY, hashSession(cookies))
}

/** Deletes the mark of the last session, so that the next one counts as new. */
export function clearSyncedSession(): void {
  sessionStorage.removeItem(SYNCED_KEY)
}

/**
 * Returns true when the cookies hold another session than the one this tab wrote last. Loads no client. Browser only.
 */
export function hasNewSession(cookies: string): boolean {
  const mark = hashSession(cookies)
  return mark !== '' && mark !== sessionStorage.getItem(SYNCED_KEY)
}

/**
 * Returns a short hash of the session cookies, or an empty string without a session. FNV-1a suffices, because it only
 * detects changes.
 */
export function hashSession(cookies: string): string {
  const session = cookies.split('; ').filter((cookie) => /^sb-[^=]*-auth-token(?:\.\d+)?=./.test(cookie))
  if (session.length === 0) return ''
  let hash = 0x811c9dc5
  for (const unit of session.toSorted().join('')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}
