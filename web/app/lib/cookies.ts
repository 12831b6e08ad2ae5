/** Returns the value of a cookie in a Cookie header or in `document.cookie`; undefined if it is missing. */
export function findCookie(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined // Set by someone else with an invalid encoding.
  }
}

/**
 * Returns a cookie for a path, for a Set-Cookie header or `document.cookie`. Forms on other sites do not send it. A
 * maximum age of zero seconds deletes it.
 */
export function writeCookie(name: string, value: string, { path, maxAgeSeconds }: CookiePlace): string {
  return `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax`
}

interface CookiePlace {
  path: string
  maxAgeSeconds: number
}
