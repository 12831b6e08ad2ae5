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
  const session = joinSessionCookies(cookies)
  if (session === '') return ''
  let hash = 0x811c9dc5
  for (const unit of session) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * Returns the id of the member in the session cookies, which is not verified. Undefined without a session, or with one
 * that cannot be read. Loads no client.
 */
export function findSessionUser(cookies: string): string | undefined {
  const base64 = joinSessionCookies(cookies).replace('base64-', '')
  try {
    const session: { user?: { id?: string } } = JSON.parse(atob(base64.replaceAll('-', '+').replaceAll('_', '/')))
    return session.user?.id
  } catch {
    return undefined
  }
}

/** Returns the value of the session's cookie, or of its chunks in order. */
function joinSessionCookies(cookies: string): string {
  return [...cookies.matchAll(/(?<!\S)sb-[^=;]*-auth-token(?:\.\d+)?=([^;]+)/g)]
    .toSorted()
    .map(([, value]) => value)
    .join('')
}
