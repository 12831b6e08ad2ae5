import type { Position } from 'geojson'
import type { Topology } from 'topojson-specification'
import { isOnAntimeridian } from './antimeridian.ts'
import { rankPoints } from './simplify-line.ts'

/**
 * Returns a function that simplifies a topology by a tolerance, as a fraction of the world's width. Land, coast and
 * borders made from the result fit exactly, since they share its arcs. The tolerance of a closed arc, such as an
 * island, is at most a share of its size, so that small islands keep a shape. Points on the antimeridian stay, so that
 * edges along it can be told from coasts.
 */
export function createSimplifier<T extends Topology>(topology: T): (tolerance: number, shareOfClosed: number) => T {
  const { transform, ...rest } = topology
  const arcs = topology.arcs.map((arc) => {
    const line = decodeArc(arc, transform)
    const ranks = rankPoints(line)
    const farthest = ranks.reduce((most, rank) => (Number.isFinite(rank) ? Math.max(most, rank) : most), 0)
    return { line, ranks, size: isClosed(line) ? farthest : Number.POSITIVE_INFINITY }
  })
  return (tolerance, shareOfClosed) => {
    const simplified = arcs.map(({ line, ranks, size }) =>
      line.filter(
        (position, index) =>
          (ranks[index] ?? 0) > Math.min(tolerance, size * shareOfClosed) || isOnAntimeridian(position),
      ),
    )
    return { ...rest, arcs: simplified } as T
  }
}

/** Returns true if a line ends where it begins. */
export function isClosed(line: Position[]): boolean {
  const [first, last] = [line[0], line.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

/** Returns the degrees of an arc, which the file stores as steps on a grid. */
function decodeArc(arc: Position[], transform: Topology['transform']): Position[] {
  if (!transform) return arc
  const [scaleX, scaleY] = transform.scale
  const [left, top] = transform.translate
  let [x, y] = [0, 0]
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return [x * scaleX + left, y * scaleY + top]
  })
}
