import { invalidRequest } from '../errors.ts'

/** One or several names of codings, as RFC 9110 §8.4 has them. */
const CODINGS = /^[\w!#$%&'*+.^`|~-]+( *, *[\w!#$%&'*+.^`|~-]+)*$/
const LONGEST = 100

/**
 * How the bytes that a client sends are encoded already, such as `gzip`: kept and told to whoever reads them, never acted on.
 * An empty text is none.
 */
export function parseContentEncoding(value: string | null | undefined): string | undefined {
  const encoding = value?.trim()
  if (!encoding) return undefined
  if (encoding.length > LONGEST || !CODINGS.test(encoding)) throw invalidRequest('Invalid Content-Encoding header')
  return encoding
}

/** The declared length of the body; undefined when it is sent in chunks. */
export function readContentLength(headers: Headers): number | undefined {
  const text = headers.get('content-length')
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest('Invalid content-length')
  return Number(text)
}
