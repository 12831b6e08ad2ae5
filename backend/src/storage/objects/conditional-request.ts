/**
 * Returns true when the client already has this state. `If-None-Match` (also lists, `*` and weak tags) takes precedence
 * over `If-Modified-Since` (RFC 9110, 13.2.2).
 */
export function isNotModified(headers: Headers, etag: string, lastModified: Date): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return ifNoneMatch.trim() === '*' || parseTags(ifNoneMatch).includes(toStrong(etag))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  // The header has a resolution of seconds, the object one of milliseconds.
  return !Number.isNaN(since) && since >= Math.floor(lastModified.getTime() / 1000) * 1000
}

/**
 * Returns true if a requested range is of this state. With `If-Range` of another state the client needs the whole
 * content: it would otherwise append a part of the new file to the old one (RFC 9110, 13.1.5).
 */
export function isRangeOfState(headers: Headers, etag: string, lastModified: Date): boolean {
  const condition = headers.get('if-range')?.trim()
  if (condition === undefined) return true
  return (condition === etag && !condition.startsWith('W/')) || condition === lastModified.toUTCString()
}

function parseTags(header: string): string[] {
  return header.split(',').map((tag) => toStrong(tag.trim()))
}

function toStrong(tag: string): string {
  return tag.replace(/^W\//, '')
}
