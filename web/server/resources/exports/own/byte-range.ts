/** A range of bytes, first and last included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses a `Range` header (RFC 9110 §14.2) for a body of this many bytes. Returns null if it may be ignored: when it
 * is missing, has another unit or names several ranges.
 */
export function parseRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}
