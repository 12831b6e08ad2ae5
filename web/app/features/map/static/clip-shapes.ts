type Point = [x: number, y: number]

/** A rectangle that shapes are clipped to. */
export interface ClipBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Clips a ring to a rectangle (Sutherland–Hodgman). Empty if nothing of it is inside. */
export function clipRing(ring: Point[], { left, top, right, bottom }: ClipBox): Point[] {
  const sides: ((point: Point) => number)[] = [
    ([x]) => x - left,
    ([x]) => right - x,
    ([, y]) => y - top,
    ([, y]) => bottom - y,
  ]
  return sides.reduce(cutAlong, ring)
}

/** Clips a line to the pieces that touch a rectangle. Pieces may extend beyond it by one segment. */
export function clipLine(line: Point[], box: ClipBox): Point[][] {
  const pieces: Point[][] = []
  let isInside = false
  line.slice(1).forEach((end, index) => {
    const start = line[index] ?? end
    if (!touches(start, end, box)) {
      isInside = false
      return
    }
    if (!isInside) pieces.push([start])
    pieces.at(-1)?.push(end)
    isInside = true
  })
  return pieces
}

function cutAlong(ring: Point[], depth: (point: Point) => number): Point[] {
  return ring.flatMap((point, index) => {
    const before = ring[(index || ring.length) - 1] ?? point
    const [here, there] = [depth(point), depth(before)]
    const share = there / (there - here)
    const crossing: Point = [before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]
    if (here >= 0) return there < 0 ? [crossing, point] : [point]
    return there >= 0 ? [crossing] : []
  })
}

function touches([ax, ay]: Point, [bx, by]: Point, { left, top, right, bottom }: ClipBox): boolean {
  return Math.max(ax, bx) >= left && Math.min(ax, bx) <= right && Math.max(ay, by) >= top && Math.min(ay, by) <= bottom
}
