import { moveByKey } from '#app/lib/list-keys.ts'

/** A range of rows that Shift and the arrows extend. */
export interface RowRange {
  /** The index of the row at which the range starts. */
  anchor: number
  /** The numbers of the rows that were selected before. */
  base: ReadonlySet<number>
}

/** Returns the numbers of the selected rows when a range reaches to the row at an index. */
export function selectRange(rows: readonly { number: number }[], { anchor, base }: RowRange, to: number): Set<number> {
  const range = rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1)
  return new Set([...base, ...range.map(({ number }) => number)])
}

/** Returns the index that a key moves to; null for other keys. A range that Shift extends stops at both ends. */
export function moveInRows(key: string, isShift: boolean, current: number, count: number): number | null {
  const next = moveByKey(key, current, count)
  if (next === null || !isShift) return next
  const isWrapped = key === 'ArrowDown' ? next < current : key === 'ArrowUp' && next > current
  return isWrapped ? null : next
}

/** The action of a key on the screen that sets pins. `choose` has the index of a choice. */
type PinKey = { action: 'place' } | { action: 'later' } | { action: 'choose'; index: number }

/** Returns the action of a key; null for other keys. `choiceCount` is the number of choices. */
export function readPinKey(key: string, choiceCount: number): PinKey | null {
  if (key === 'Enter') return { action: 'place' }
  if (key === 'ArrowRight') return { action: 'later' }
  const number = /^[1-9]$/.test(key) ? Number(key) : 0
  return number > 0 && number <= choiceCount ? { action: 'choose', index: number - 1 } : null
}
