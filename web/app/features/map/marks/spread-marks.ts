/** A mark on a map in pixels. */
interface Point {
  x: number
  y: number
}

const ROUNDS = 24

/**
 * Pulls marks apart that lie nearer than a distance: returns for each how far it has to move, [0, 0] where it may stay. Marks on
 * the very same point part in the order of the list, so the result is always the same.
 */
export function spreadMarks(marks: Point[], distancePx: number): [x: number, y: number][] {
  const moved = marks.map(({ x, y }) => ({ x, y }))
  for (let round = 0; round < ROUNDS; round++) {
    let isApart = true
    moved.forEach((mark, index) => {
      for (const other of moved.slice(index + 1)) if (push(mark, other, distancePx, index)) isApart = false
    })
    if (isApart) break
  }
  return moved.map(({ x, y }, index) => {
    const from = marks[index] ?? { x, y }
    return [Math.round((x - from.x) * 10) / 10, Math.round((y - from.y) * 10) / 10]
  })
}

/** Moves two marks from each other by half of what is missing; tells whether anything was. */
function push(one: Point, other: Point, distancePx: number, index: number): boolean {
  const [dx, dy] = [other.x - one.x, other.y - one.y]
  const length = Math.hypot(dx, dy)
  const missing = distancePx - length
  if (missing <= 0.05) return false
  const [ux, uy] = length > 0.01 ? [dx / length, dy / length] : [Math.cos(index), Math.sin(index)]
  one.x -= (ux * missing) / 2
  one.y -= (uy * missing) / 2
  other.x += (ux * missing) / 2
  other.y += (uy * missing) / 2
  return true
}
