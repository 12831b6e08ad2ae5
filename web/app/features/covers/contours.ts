import { mixNumbers } from './noise.ts'
import { type Place, smoothLine } from './svg.ts'

/** Heights at the corners of a grid that covers a picture, row by row from the top. */
export type Field = { heights: Float64Array; columns: number; rows: number; stepX: number; stepY: number }

const fewestCells = 14
const outside = -9

/** Samples a height about every `cell` units; the last row and column lie on the far edges. */
export function sampleField(
  width: number,
  height: number,
  cell: number,
  sample: (x: number, y: number) => number,
): Field {
  const columns = Math.max(fewestCells, Math.round(width / cell))
  const rows = Math.max(fewestCells, Math.round(height / cell))
  const heights = new Float64Array((columns + 1) * (rows + 1))
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      heights[row * (columns + 1) + column] = sample((column / columns) * width, (row / rows) * height)
    }
  }
  return { heights, columns, rows, stepX: width / columns, stepY: height / rows }
}

/** The height at a point of the picture, between the corners of its cell. */
export function heightAt(field: Field, x: number, y: number): number {
  const column = Math.min(field.columns, Math.max(0, x / field.stepX))
  const row = Math.min(field.rows, Math.max(0, y / field.stepY))
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const corner = (across: number, down: number) => {
    const at = Math.min(top + down, field.rows) * (field.columns + 1) + Math.min(left + across, field.columns)
    return field.heights[at] ?? 0
  }
  const upper = mixNumbers(corner(0, 0), corner(1, 0), column - left)
  const lower = mixNumbers(corner(0, 1), corner(1, 1), column - left)
  return mixNumbers(upper, lower, row - top)
}

/** All lines at a level as one path. */
export function contourPath(field: Field, level: number): string {
  return traceLevel(field, level)
    .map((line) => smoothLine(thinOut(line, field)))
    .join('')
}

/** All land above a level as one path of closed rings. */
export function areaPath(field: Field, level: number): string {
  return traceLevel(padded(field), level)
    .map((ring) => ring.map(([x, y]): Place => [clamp(x - 1, field.columns), clamp(y - 1, field.rows)]))
    .map((ring) => smoothLine(thinOut(ring, field)))
    .join('')
}

/** A low border all round, so that every ring closes. */
function padded({ heights, columns, rows, stepX, stepY }: Field): Field {
  const width = columns + 3
  const wide = new Float64Array(width * (rows + 3)).fill(outside)
  for (let row = 0; row <= rows; row++) {
    wide.set(heights.subarray(row * (columns + 1), (row + 1) * (columns + 1)), (row + 1) * width + 1)
  }
  return { heights: wide, columns: columns + 2, rows: rows + 2, stepX, stepY }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, -0.05), most + 0.05)
}

/** Scales to the picture and drops points nearer than 0.6 cells, which curves do not need. */
function thinOut(line: readonly Place[], { stepX, stepY }: Field): Place[] {
  const gap = stepX > 1.5 ? stepX * 0.62 : 0
  const kept: Place[] = []
  let last: Place | undefined
  for (const [index, [column, row]] of line.entries()) {
    const point: Place = [column * stepX, row * stepY]
    const far = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= gap
    if (far || index === line.length - 1) kept.push(point)
    if (far) last = point
  }
  return kept
}

/** Which sides of a cell a line joins, by the corners that are high: 1 top left, 2 top right, 4 bottom right, 8 left. */
const joinedSides: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [['left', 'top']],
  [['top', 'right']],
  [['left', 'right']],
  [['right', 'bottom']],
  [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  [['top', 'bottom']],
  [['left', 'bottom']],
  [['bottom', 'left']],
  [['top', 'bottom']],
  [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  [['right', 'bottom']],
  [['right', 'left']],
  [['top', 'right']],
  [['left', 'top']],
  [],
]

type Side = 'top' | 'right' | 'bottom' | 'left'

/**
 * Marching squares with linear interpolation. A line crosses each edge of the grid at most once, so edges name the
 * points, and every point has one or two neighbours: chaining is a walk from edge to edge.
 */
function traceLevel(field: Field, level: number): Place[][] {
  const { points, neighbours } = crossings(field, level)
  const seen = new Set<number>()
  const walk = (start: number): Place[] => {
    const line: Place[] = []
    let edge: number | undefined = start
    while (edge !== undefined && !seen.has(edge)) {
      seen.add(edge)
      line.push(points.get(edge) ?? [0, 0])
      edge = neighbours.get(edge)?.find((next) => !seen.has(next))
    }
    return line
  }
  const ends = [...neighbours].filter(([, next]) => next.length === 1).map(([edge]) => edge)
  const open = ends.filter((edge) => !seen.has(edge)).map(walk)
  const closed = [...neighbours.keys()].map(walk).map(closeRing)
  return [...open, ...closed].filter((line) => line.length > 2)
}

function closeRing(ring: Place[]): Place[] {
  const first = ring[0]
  return first ? [...ring, first] : ring
}

function crossings({ heights, columns, rows }: Field, level: number) {
  const points = new Map<number, Place>()
  const neighbours = new Map<number, number[]>()
  const width = columns + 1
  const join = (from: number, to: number) => {
    const known = neighbours.get(from)
    if (known) known.push(to)
    else neighbours.set(from, [to])
  }
  const heightOf = (corner: number) => heights[corner] ?? outside
  // An edge is named by its first corner: even for the edge to the right, odd for the edge below.
  const cross = (side: Side, corner: number): number => {
    const start = corner + (side === 'right' ? 1 : 0) + (side === 'bottom' ? width : 0)
    const across = side === 'top' || side === 'bottom'
    const edge = start * 2 + (across ? 0 : 1)
    if (!points.has(edge)) {
      const end = start + (across ? 1 : width)
      const share = (level - heightOf(start)) / (heightOf(end) - heightOf(start))
      const [x, y] = [start % width, Math.floor(start / width)]
      points.set(edge, across ? [x + share, y] : [x, y + share])
    }
    return edge
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = row * width + column
      const high =
        (heightOf(corner) > level ? 1 : 0) +
        (heightOf(corner + 1) > level ? 2 : 0) +
        (heightOf(corner + width + 1) > level ? 4 : 0) +
        (heightOf(corner + width) > level ? 8 : 0)
      for (const [from, to] of joinedSides[high] ?? []) {
        const [start, end] = [cross(from, corner), cross(to, corner)]
        join(start, end)
        join(end, start)
      }
    }
  }
  return { points, neighbours }
}
