import type { DraftRow } from './draft-rows.ts'

const CORRECTABLE = ['category', 'list', 'isSkipped'] as const
type Corrections = Partial<Pick<DraftRow, (typeof CORRECTABLE)[number]>>

/**
 * Applies what a person corrected in rows to the rows of the same files, read again with other columns. Returns the new
 * rows themselves if there is nothing to apply. Corrections of rows that are not found any more are lost.
 */
export function keepCorrections(read: DraftRow[], corrected: DraftRow[], readAgain: DraftRow[]): DraftRow[] {
  const corrections = new Map<DraftRow, Corrections>()
  for (const [index, row] of read.entries()) {
    const changes = findCorrections(row, corrected[index])
    if (changes) corrections.set(row, changes)
  }
  if (corrections.size === 0) return readAgain
  const findBefore = hasSameOrder(read, readAgain) ? (_: DraftRow, index: number) => read[index] : findByContent(read)
  return readAgain.map((row, index) => {
    const before = findBefore(row, index)
    const changes = before && corrections.get(before)
    return changes ? { ...row, ...changes } : row
  })
}

function findCorrections(read: DraftRow, corrected: DraftRow | undefined): Corrections | undefined {
  const changed = CORRECTABLE.filter((field) => corrected && corrected[field] !== read[field])
  return changed.length > 0 ? Object.fromEntries(changed.map((field) => [field, corrected?.[field]])) : undefined
}

/** Rows that cannot be read are listed after the others of their file, so they must be the same ones. */
function hasSameOrder(read: DraftRow[], readAgain: DraftRow[]): boolean {
  return (
    read.length === readAgain.length &&
    read.every((row, index) => (row.state === 'unreadable') === (readAgain[index]?.state === 'unreadable'))
  )
}

/** Finds rows by name and position, or by one of them if no other row has the same. */
function findByContent(read: DraftRow[]): (row: DraftRow) => DraftRow | undefined {
  const keysOf = ({ title, lng, lat }: DraftRow) => [
    `${title} at ${lng} ${lat}`,
    title,
    ...(lng === null ? [] : [`at ${lng} ${lat}`]),
  ]
  const found = new Map<string, DraftRow | null>()
  for (const row of read) for (const key of keysOf(row)) found.set(key, found.has(key) ? null : row)
  return (row) => {
    for (const key of keysOf(row)) {
      const before = found.get(key)
      if (before) return before
    }
    return undefined
  }
}
