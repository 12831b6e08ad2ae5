import { type ContourLine, type ContourPoint, traceArea, traceContour } from '#app/lib/contours/contour-lines.ts'
import type { ScalarField } from '#app/lib/contours/scalar-field.ts'
import { mixNumbers } from './noise.ts'
import { type Place, smoothLine } from './svg.ts'

/** Heights at the corners of a grid that covers a picture, row by row from the top. */
export type Field = { heights: Float64Array; columns: number; rows: number; stepX: number; stepY: number }

const fewestCells = 14

/** Samples heights about every `cell` units; the last row and column lie on the far edges. */
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

/** Returns the height at a point of the picture, interpolated between the corners of its cell. */
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

/** Returns all lines at a level as one path. */
export function contourPath(field: Field, level: number): string {
  return traceContour(toGrid(field), level)
    .map((line) => drawLine(line, field))
    .join('')
}

/** Returns all land above a level as one path of closed rings. */
export function areaPath(field: Field, level: number): string {
  return traceArea(toGrid(field), level)
    .map(({ points, closed }): ContourLine => {
      const inside = points.map(([x, y]): ContourPoint => [clamp(x, field.columns), clamp(y, field.rows)])
      return { points: inside, closed }
    })
    .map((ring) => drawLine(ring, field))
    .join('')
}

/** Returns the field in cell units, which may differ across and down. */
function toGrid({ heights, columns, rows }: Field): ScalarField {
  return { values: heights, columns: columns + 1, rows: rows + 1, cell: 1, left: 0, top: 0 }
}

function drawLine({ points, closed }: ContourLine, field: Field): string {
  const [first] = points
  if (!first || points.length < 3) return ''
  return smoothLine(thinOut(closed ? [...points, first] : points, field))
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, -0.05), max + 0.05)
}

/** Scales to the picture and drops points closer than 0.6 cells, which curves do not need. */
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
