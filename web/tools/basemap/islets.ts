import type { Position } from 'geojson'
import { toWorld } from './simplify-line.ts'
import { isClosed } from './simplify-topology.ts'

/** The length of a dot as a share of the size of an islet: a line of no length would not be drawn. */
const DOT_SHARE = 0.2
/** Longer straight lines are edges of the map. */
const MAX_STEPS = 500

/**
 * Replaces closed lines smaller than a size, as a fraction of the world's width, by dots: short lines, whose round ends
 * draw nearly the same as the islet. Of several dots within that size of each other one remains, and none where a
 * longer line is. Islets below the smallest size are left out, because water lines around them would fill whole oceans.
 */
export function shrinkIslets(lines: Position[][], size: number, smallest: number): Position[][] {
  const islets = lines.filter((line) => isIslet(line, size) && !isIslet(line, smallest))
  const others = lines.filter((line) => !isIslet(line, size))
  const taken = new Set(others.flatMap((line) => listCells(line, size)))
  const dots = islets.flatMap((line) => {
    const dot = toDot(line, size)
    const [cell] = listCells(dot, size)
    if (cell === undefined || taken.has(cell)) return []
    taken.add(cell)
    return [dot]
  })
  return [...others, ...dots]
}

/** Returns the side of a square with the area of a ring, as a fraction of the world's width. */
export function measureSide(ring: Position[]): number {
  const points = ring.map(toWorld)
  const doubled = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[index + 1] ?? points[0] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.sqrt(Math.abs(doubled) / 2)
}

function isIslet(line: Position[], size: number): boolean {
  if (!isClosed(line)) return false
  const points = line.map(toWorld)
  return Math.hypot(measureSpan(points.map(([x]) => x)), measureSpan(points.map(([, y]) => y))) < size
}

/** Returns the cells of a grid in which points of a line lie, and the points at every cell's length in between. */
function listCells(line: Position[], size: number): string[] {
  const points = line.map(toWorld)
  return points.flatMap(([x, y], index) => {
    const [nextX, nextY] = points[index + 1] ?? [x, y]
    const steps = Math.min(MAX_STEPS, Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / size)))
    return Array.from({ length: steps }, (_, step) =>
      [x + ((nextX - x) * step) / steps, y + ((nextY - y) * step) / steps]
        .map((value) => Math.floor(value / size))
        .join(' '),
    )
  })
}

function measureSpan(values: number[]): number {
  return Math.max(...values) - Math.min(...values)
}

function toDot(line: Position[], size: number): Position[] {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [x, y] = [middle(line.map(([longitude = 0]) => longitude)), middle(line.map(([, latitude = 0]) => latitude))]
  const half = (DOT_SHARE * size * 360) / 2
  return [
    [x - half, y],
    [x + half, y],
  ]
}
