import { padField, type ScalarField } from './scalar-field.ts'

export type ContourPoint = [x: number, y: number]

/**
 * A contour line. Closed lines do not repeat their first point. The higher ground is on the left of the direction of
 * travel.
 */
export interface ContourLine {
  points: ContourPoint[]
  closed: boolean
}

type Side = 'top' | 'right' | 'bottom' | 'left'
type Segments = readonly (readonly [from: Side, to: Side])[]

/** Segments of a cell by which corners are high: top left 8, top right 4, bottom right 2, bottom left 1. */
const SEGMENTS: readonly Segments[] = [
  [],
  [['bottom', 'left']],
  [['right', 'bottom']],
  [['right', 'left']],
  [['top', 'right']],
  [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  [['top', 'bottom']],
  [['top', 'left']],
  [['left', 'top']],
  [['bottom', 'top']],
  [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  [['right', 'top']],
  [['left', 'right']],
  [['bottom', 'right']],
  [['left', 'bottom']],
  [],
]
/** The two saddles when the middle of the cell is high: the low corners are cut off instead of the high ones. */
const HIGH_SADDLES: Record<number, Segments> = {
  5: [
    ['top', 'left'],
    ['bottom', 'right'],
  ],
  10: [
    ['right', 'top'],
    ['left', 'bottom'],
  ],
}

/**
 * Traces where a field crosses a level. Uses marching squares with linear interpolation, and chains the segments into
 * lines.
 */
export function traceContour(field: ScalarField, level: number): ContourLine[] {
  const next = new Map<number, number>()
  const previous = new Map<number, number>()
  for (let row = 0; row < field.rows - 1; row++) {
    for (let column = 0; column < field.columns - 1; column++) {
      for (const [from, to] of findSegments(field, level, column, row)) {
        const start = toEdge(field, column, row, from)
        const end = toEdge(field, column, row, to)
        next.set(start, end)
        previous.set(end, start)
      }
    }
  }
  const open = [...next.keys()].filter((edge) => !previous.has(edge)).map((edge) => walk(edge, next))
  const closed: number[][] = []
  for (const edge of [...next.keys()]) if (next.has(edge)) closed.push(walk(edge, next))
  const toLine = (edges: number[], isClosed: boolean): ContourLine => ({
    points: edges.map((edge) => locateCrossing(field, level, edge)),
    closed: isClosed,
  })
  return [...open.map((edges) => toLine(edges, false)), ...closed.map((edges) => toLine(edges.slice(0, -1), true))]
}

/** Traces the rings round everything above a level; they also close along the edge of the field. */
export function traceArea(field: ScalarField, level: number): ContourLine[] {
  return traceContour(padField(field), level)
}

/** Drops points within a distance of the last one kept, so that curves stay smooth and short. */
export function thinContour(line: ContourLine, distance: number): ContourLine {
  const points: ContourPoint[] = []
  line.points.forEach((point, index) => {
    const last = points.at(-1)
    const isEnd = !line.closed && index === line.points.length - 1
    if (!last || isEnd || Math.hypot(point[0] - last[0], point[1] - last[1]) >= distance) points.push(point)
  })
  return { points, closed: line.closed }
}

function findSegments(field: ScalarField, level: number, column: number, row: number): Segments {
  const [topLeft, topRight, bottomRight, bottomLeft] = readCorners(field, column, row)
  const isHigh = (value: number, bit: number) => (value > level ? bit : 0)
  const index = isHigh(topLeft, 8) + isHigh(topRight, 4) + isHigh(bottomRight, 2) + isHigh(bottomLeft, 1)
  const middle = (topLeft + topRight + bottomRight + bottomLeft) / 4
  return (middle > level ? HIGH_SADDLES[index] : undefined) ?? SEGMENTS[index] ?? []
}

function readCorners({ values, columns }: ScalarField, column: number, row: number): [number, number, number, number] {
  const top = row * columns + column
  const bottom = top + columns
  return [values[top] ?? 0, values[top + 1] ?? 0, values[bottom + 1] ?? 0, values[bottom] ?? 0]
}

/** Returns the number of a grid edge: even numbers run right from a sample, odd ones down. */
function toEdge({ columns }: ScalarField, column: number, row: number, side: Side): number {
  const sample = row * columns + column
  switch (side) {
    case 'top':
      return sample * 2
    case 'bottom':
      return (sample + columns) * 2
    case 'left':
      return sample * 2 + 1
    case 'right':
      return (sample + 1) * 2 + 1
  }
}

function locateCrossing({ values, columns, cell, left, top }: ScalarField, level: number, edge: number): ContourPoint {
  const sample = Math.floor(edge / 2)
  const isDown = edge % 2 === 1
  const here = values[sample] ?? 0
  const there = values[sample + (isDown ? columns : 1)] ?? 0
  const share = Math.min(1, Math.max(0, (level - here) / (there - here || 1)))
  const x = left + ((sample % columns) + (isDown ? 0 : share)) * cell
  const y = top + (Math.floor(sample / columns) + (isDown ? share : 0)) * cell
  return [x, y]
}

/** Follows the segments from an edge until they end or close, and removes them from the map. */
function walk(start: number, next: Map<number, number>): number[] {
  const edges = [start]
  let edge = next.get(start)
  next.delete(start)
  while (edge !== undefined) {
    edges.push(edge)
    const following = next.get(edge)
    next.delete(edge)
    edge = following
  }
  return edges
}
