import { AMBIGUOUS_LETTER } from '#app/lib/geo/parse-position.ts'
import type { TableColumns } from '../read-place.ts'
import { readDegrees, toPoint } from '../text/read-degrees.ts'

/** A notation of coordinates in a table. */
interface PairForm {
  /** The divisor that turns the numbers into degrees. */
  scale: number
  isSwapped: boolean
}

/** Finds the divisor of integer coordinates, from column names such as "latitudeE7". */
export function findScale(headers: string[], { lat, lng }: TableColumns): number {
  const exponents = [lat, lng].map((index) => /e([67])$/i.exec(headers[index ?? -1]?.trim() ?? '')?.[1])
  return exponents[0] && exponents[0] === exponents[1] ? 10 ** Number(exponents[0]) : 1
}

/**
 * Returns true if a table has its longitudes in the column of latitudes: many of those are past 90 degrees, and none of
 * the others.
 */
export function isSwappedTable(rows: string[][], { lat, lng }: TableColumns, scale: number): boolean {
  if (lat === undefined || lng === undefined) return false
  const pairs = rows.map((row) => [lat, lng].map((index) => Math.abs((readDegrees(row[index] ?? '') ?? 0) / scale)))
  const beyond = pairs.filter(([first = 0]) => first > 90 && first <= 180).length
  return beyond > rows.length / 4 && pairs.every(([first = 0, second = 0]) => first <= 180 && second <= 90)
}

const HAS_AMBIGUOUS_LETTER = /^\s*O\s*\d|\d[°'"\s]*O\s*$/i

/** Reads the two cells of a position. Compass letters take precedence over the names of the columns. */
export function readPair(lat: string, lng: string, { scale, isSwapped }: PairForm): ReturnType<typeof toPoint> {
  if (HAS_AMBIGUOUS_LETTER.test(lat) || HAS_AMBIGUOUS_LETTER.test(lng)) return { reason: AMBIGUOUS_LETTER }
  const isMarkedSwapped = /[EW]\s*$|^\s*[EW]/i.test(lat) && /[NS]\s*$|^\s*[NS]/i.test(lng)
  const [first, second] = [lat, lng].map((text) => {
    const degrees = readDegrees(text)
    return degrees === undefined ? undefined : degrees / scale
  })
  return isSwapped || isMarkedSwapped ? toPoint(second, first) : toPoint(first, second)
}
