const KEPT_MARK = 'hereabouts-synced'

/** Remembers the session in the cookies for as long as this tab lives. Browser only. */
export function keepSession(cookies: string): void {
  sessionStorage.setItem(KEPT_MARK, markSession(cookies))
}

export function forgetSession(): void {
  sessionStorage.removeItem(KEPT_MARK)
}

/** Whether the session in the cookies is another than the one this tab has written last. Costs no client. Browser only. */
export function hasNewSession(cookies: string): boolean {
  const mark = markSession(cookies)
  return mark !== '' && mark !== sessionStorage.getItem(KEPT_MARK)
}

/** A short mark of the session cookies; empty without any. FNV-1a: it only has to differ when they do. */
export function markSession(cookies: string): string {
  const session = cookies.split('; ').filter((cookie) => /^sb-[^=]*-auth-token(?:\.\d+)?=./.test(cookie))
  if (session.length === 0) return ''
  let hash = 0x811c9dc5
  for (const unit of session.toSorted().join('')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}
