/** Bytes from the first to the last, both included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses the header `Range` (RFC 9110 14.2) for a body of so many bytes. Null for a header that is missing, has another
 * unit or several ranges, which may be ignored.
 */
export function parseRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}
