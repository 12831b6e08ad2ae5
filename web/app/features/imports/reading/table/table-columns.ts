import { parsePosition } from '#app/lib/geo/parse-position.ts'
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

/** Guesses the column of each field by the headers. */
export function guessColumns(headers: string[]): TableColumns {
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

/** Guesses the columns of a table without headers: the first two numbers are a position, the longest text the name. */
export function guessByContent(rows: string[][]): TableColumns {
  const [first = []] = rows
  const isShare = (index: number, test: (cell: string) => boolean) =>
    rows.filter((row) => test(row[index] ?? '')).length > rows.length / 2
  const indexes = first.map((_, index) => index)
  const position = indexes.find((index) => isShare(index, (cell) => parsePosition(cell).kind === 'point'))
  const numbers = indexes.filter((index) =>
    isShare(index, (cell) => /\d[.,°]\d/.test(cell) && readDegrees(cell) !== undefined),
  )
  const title = indexes.find((index) => isShare(index, (cell) => /\p{L}{2}/u.test(cell) && !/^https?:/.test(cell)))
  const named = title === undefined ? {} : { title }
  if (position !== undefined) return { ...named, position }
  const [lat, lng] = numbers
  return lat === undefined || lng === undefined ? named : { ...named, lat, lng }
}
