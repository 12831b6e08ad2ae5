/** A row that is being moved: where it came from and where it would go, both from 0. */
export interface LiftedRow {
  id: string
  from: number
  to: number
  /** The distance that the pointer has moved, in pixels; null for the keyboard. */
  dragPx: number | null
  /** The heights of all rows when it was lifted, in pixels. */
  heights: number[]
}

/** Returns by how many pixels a row is shifted while another one is lifted, or while it is lifted itself. */
export function shiftOf(index: number, { from, to, dragPx, heights }: LiftedRow): number {
  const own = heights[from] ?? 0
  if (index === from) return dragPx ?? sum(heights, from, to)
  if (index > from && index <= to) return -own
  if (index < from && index >= to) return own
  return 0
}

/** Returns the place at which a row dragged by a number of pixels would land. */
export function findTarget({ from, heights }: Pick<LiftedRow, 'from' | 'heights'>, dragPx: number): number {
  let to = from
  let left = dragPx
  const step = Math.sign(dragPx)
  while (step !== 0) {
    const next = heights[to + step]
    if (next === undefined || left * step < next / 2) break
    left -= step * next
    to += step
  }
  return to
}

/** Returns the ids with one moved to another place. */
export function moveId(ids: string[], from: number, to: number): string[] {
  const rest = ids.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)]
}

function sum(heights: number[], from: number, to: number): number {
  const passed = to > from ? heights.slice(from + 1, to + 1) : heights.slice(to, from)
  return Math.sign(to - from) * passed.reduce((total, height) => total + height, 0)
}
