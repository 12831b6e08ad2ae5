import { rangeNotSatisfiable } from '../errors.ts'
import type { Query, Range } from '../parse/syntax.ts'
import { toRowNumber } from './row-number.ts'

const RANGE = /^(\d+)-(\d*)$/

/** Intersects the `Range` header of a GET with the query's limit and offset. Throws PGRST103. */
export function applyRange(query: Query, header: string | null): Query {
  const root = query.ranges.find(({ path }) => path.length === 0)?.value ?? {}
  if (query.ranges.some(({ value }) => (value.limit ?? 0) < 0)) {
    throw rangeNotSatisfiable('Limit should be greater than or equal to zero.')
  }
  const [, start, end] = RANGE.exec(header?.trim() ?? '') ?? []
  if (start === undefined) return query
  const from = toRowNumber(start)
  const to = end ? toRowNumber(end) : Number.POSITIVE_INFINITY
  if (from > to) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const value = intersect(root, from, to)
  return { ...query, ranges: [...query.ranges.filter(({ path }) => path.length > 0), { path: [], value }] }
}

function intersect(range: Range, from: number, to: number): Range {
  const offset = Math.max(range.offset ?? 0, from)
  const end = Math.min(range.limit === undefined ? Number.POSITIVE_INFINITY : (range.offset ?? 0) + range.limit - 1, to)
  return Number.isFinite(end) ? { offset, limit: Math.max(0, end - offset + 1) } : { offset }
}
