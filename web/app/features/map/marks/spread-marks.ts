/** A mark on a map in pixels. */
interface Point {
  x: number
  y: number
}

const ROUNDS = 24

/**
 * Spreads marks that are closer than a distance. Returns the offset of each, [0, 0] if it stays. Marks at the same
 * point are spread in the order of the list, so the result is deterministic.
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

/** Moves two marks apart by half the missing distance each; returns true if they moved. */
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
