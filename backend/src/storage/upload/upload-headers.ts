import { invalidRequest } from '../errors.ts'
import { requireSafeHeaders } from '../kernel/safe-headers.ts'

/** One or several content codings (RFC 9110, 8.4). */
const CODINGS = /^[\w!#$%&'*+.^`|~-]+( *, *[\w!#$%&'*+.^`|~-]+)*$/
const LONGEST = 100

/**
 * Parses the encoding of the body, such as `gzip`. It is stored and sent to readers, never decoded. An empty text means
 * no encoding.
 */
export function parseContentEncoding(value: string | null | undefined): string | undefined {
  const encoding = value?.trim()
  if (!encoding) return undefined
  if (encoding.length > LONGEST || !CODINGS.test(encoding)) throw invalidRequest('Invalid Content-Encoding header')
  return encoding
}

/** Throws when the value is not allowed in a header. Otherwise every download of the file would fail. */
export function requireCacheControl(value: string): void {
  requireSafeHeaders({ 'cache-control': value })
}

/** Returns the declared length of the body; undefined for chunked bodies. */
export function readContentLength(headers: Headers): number | undefined {
  const text = headers.get('content-length')
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest('Invalid content-length')
  return Number(text)
}
