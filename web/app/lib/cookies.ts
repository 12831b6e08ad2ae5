/** The value of a cookie by the header of a request, or by `document.cookie`; undefined without it. */
export function findCookie(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined // Not written by us.
  }
}

/** A cookie for all of a path, as a header or for `document.cookie`. Other sites' forms do not send it. Zero seconds delete it. */
export function writeCookie(name: string, value: string, { path, maxAgeSeconds }: CookiePlace): string {
  return `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax`
}

interface CookiePlace {
  path: string
  maxAgeSeconds: number
}
