import { toPlainKey } from '../text/property-bag.ts'

const EASTING = /^(?:utm)?(?:easting|east|e|x)$/
const NORTHING = /^(?:utm)?(?:northing|north|n|y)$/
const ZONE = /^(?:utm)?(?:zone|gridzone)$/

/**
 * Returns a function that joins the zone, easting and northing of a row into a UTM reference. Undefined if a table has
 * no such columns. A zone needs its letter, because "32S" alone may mean a band or the southern hemisphere.
 */
export function findGridColumns(headers: string[]): ((row: string[]) => string) | undefined {
  const plain = headers.map(toPlainKey)
  const [zone, east, north] = [ZONE, EASTING, NORTHING].map((name) => plain.findIndex((key) => name.test(key)))
  if (zone === undefined || east === undefined || north === undefined || Math.min(zone, east, north) < 0)
    return undefined
  return (row) => [zone, east, north].map((index) => (row[index] ?? '').trim()).join(' ')
}
