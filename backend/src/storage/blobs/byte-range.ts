import { invalidRange } from '../errors.ts'

/** A range of bytes; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses one range `bytes=a-b`, `a-` or `-n` and clamps it to the size. Throws for any other form and for an empty
 * result.
 */
export function parseByteRange(header: string, size: number): ByteRange {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) throw invalidRange(size)
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || end < start) throw invalidRange(size)
  return { start, end }
}
