import type { TableColumns } from '../read-place.ts'

const WHOLE = /^\s*[+-]?\d{1,3}\s*$/
const DECIMALS = /^\s*\d{2,}\s*$/
const SAMPLE_ROWS = 50

/**
 * Joins the halves of coordinates with decimal commas in a table that is split at commas: "45,069,7,6933" are two
 * numbers. Without this, the places would be somewhere else. Tables whose rows are as long as the header stay.
 */
export function joinDecimals(rows: string[][], width: number, { lat, lng }: TableColumns): string[][] {
  if (lat === undefined || lng === undefined || Math.abs(lat - lng) !== 1) return rows
  const at = Math.min(lat, lng)
  const isSplit = (row: string[]) =>
    row.length === width + 2 &&
    [0, 2].every((step) => WHOLE.test(row[at + step] ?? '') && DECIMALS.test(row[at + step + 1] ?? ''))
  if (rows.length === 0 || !rows.slice(0, SAMPLE_ROWS).every(isSplit)) return rows
  return rows.map((row) =>
    isSplit(row)
      ? [...row.slice(0, at), `${row[at]}.${row[at + 1]}`, `${row[at + 2]}.${row[at + 3]}`, ...row.slice(at + 4)]
      : row,
  )
}
