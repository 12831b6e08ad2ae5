import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { isLongitudeFirst } from '../coordinate-order.ts'
import { listNames } from '../place-properties.ts'
import type { TableColumns, TableField } from '../read-place.ts'
import { toPlainKey } from '../text/property-bag.ts'
import { readDegrees } from '../text/read-degrees.ts'

const FIELDS: TableField[] = [
  'title',
  'lat',
  'lng',
  'position',
  'description',
  'address',
  'website',
  'category',
  'tags',
  'list',
]
/** Patterns for column names with a prefix or suffix, such as "geo_Longitude" or "name_en". */
const LOOSE: [TableField, RegExp][] = [
  ['lat', /latitud|широта|^lat(?:wgs|dd|dec|deg|geo|y)?\d*$|lat$/],
  ['lng', /longitud|долгота|^lon|^lng(?:wgs|dd|dec|deg|geo|x)\d*$|lng$|lon$/],
  ['title', /^(?:name|title|nom|nome)|name$/],
  ['description', /descr|notes?$|comment/],
  ['position', /coord|latl/],
  ['address', /addr|adress/],
]

/** Detects the column of each field by the headers. */
export function detectColumns(headers: string[]): TableColumns {
  const plain = headers.map(toPlainKey)
  const columns: TableColumns = {}
  const taken = new Set<number>()
  const take = (field: TableField, index: number) => {
    if (columns[field] !== undefined || index < 0 || taken.has(index)) return
    columns[field] = index
    taken.add(index)
  }
  for (const field of FIELDS) {
    for (const name of listNames(field)) take(field, plain.indexOf(name))
  }
  for (const [field, pattern] of LOOSE)
    take(
      field,
      plain.findIndex((key, index) => !taken.has(index) && pattern.test(key)),
    )
  return columns
}

/**
 * Detects the columns of a table without headers: the first two numbers are a position, the first text the name and the
 * next one the description.
 * `isForDevices` is true for files of navigation devices, which have the longitude first.
 */
export function detectColumnsByContent(rows: string[][], isForDevices: boolean): TableColumns {
  const [first = []] = rows
  const isShare = (index: number, test: (cell: string) => boolean) =>
    rows.filter((row) => test(row[index] ?? '')).length > rows.length / 2
  const indexes = first.map((_, index) => index)
  // A number with a decimal comma is not a pair.
  const isPosition = (cell: string) => readDegrees(cell) === undefined && parsePosition(cell).kind === 'point'
  const position = indexes.find((index) => isShare(index, isPosition))
  const isName = (cell: string) => /\p{L}{2}/u.test(cell) && !/^(?:https?|geo):/.test(cell)
  const [title, description] = indexes.filter((index) => index !== position && isShare(index, isName))
  const named = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  if (position !== undefined) return { ...named, position }
  const numbers = indexes.filter((index) => isShare(index, (cell) => readDegrees(cell) !== undefined))
  const decimals = numbers.filter((index) => isShare(index, (cell) => /\d[.,°]\d/.test(cell)))
  // Whole degrees are rare, and whole numbers may count anything.
  const [one, two] = decimals.length < 2 && numbers.length === 2 ? numbers : decimals
  if (one === undefined || two === undefined) return named
  const pairs = rows.map((row) => [readDegrees(row[one] ?? '') ?? 0, readDegrees(row[two] ?? '') ?? 0] as const)
  if (decimals.length < 2 && pairs.some(([a, b]) => Math.abs(a) > 90 || Math.abs(b) > 180)) return named
  const [lat, lng] = isLongitudeFirst(pairs, isForDevices) ? [two, one] : [one, two]
  return { ...named, lat, lng }
}
