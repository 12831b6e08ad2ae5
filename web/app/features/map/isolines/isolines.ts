import { type ContourLine, thinContour, traceArea, traceContour } from '#app/lib/contours/contour-lines.ts'
import { findHighest, type ScalarField } from '#app/lib/contours/scalar-field.ts'
import { interpolateStops, type Stop } from '../base-map/interpolate-stops.ts'

/** A place with marked spots, in pixels of the map. */
export interface IsolinePoint {
  x: number
  y: number
  /** The number of spots, 1 for a single one. */
  count: number
}

/** The style of the isolines. */
export interface IsolineOptions {
  width: number
  height: number
  /** The reach of a spot in pixels: the σ of its hill. */
  sigmaPx: number
  levels: number
  /** The lowest level drawn, 1 for all. */
  fromLevel?: number
  /** Omits the filled levels. */
  linesOnly?: boolean
  cellPx?: number
}

/** One level. Every fourth is strong. */
export interface Isoline {
  level: number
  strong: boolean
  lines: ContourLine[]
  /** Rings around everything above the level; empty if only lines are wanted. */
  area: ContourLine[]
}

const CELL_PX = 8
/** Hills are cut off where all of them together could not reach this height, which is below every level. */
const MIN_HEIGHT = 0.02
/** Points closer than this share of a cell are dropped from the lines. */
const THINNING = 0.6

/** The reach of a spot by zoom: single spots would look like targets on streets if it did not grow. */
const SIGMA_STOPS: Stop[] = [
  [14.5, 28],
  [15, 44],
  [16, 60],
]
/** Opacities by zoom. Beyond the last stops, the street map replaces the tint. */
const LINE_OPACITY: Stop[] = [
  [8.99, 0.5],
  [9, 0.8],
  [12, 0.8],
  [13, 0.7],
]
const LINE_END: Stop[] = [
  [16.4, 0.7],
  [17.2, 0],
]
/** The tint would look like a stain over built-up areas. */
const TINT_OVER_STREETS: Stop[] = [
  [12, 0.9],
  [13.5, 0.6],
  [14.6, 0],
]
const COARSE_ZOOM = 16
const COARSE_CELL_PX = 12

/** Returns how isolines are drawn at a zoom; undefined below 5. From 5 to 9 only the upper lines are drawn, faintly. */
export function chooseIsolineStyle(
  zoom: number,
): { levels: number; fromLevel: number; linesOnly: boolean; sigmaPx: number; cellPx: number } | undefined {
  if (zoom < 5) return undefined
  if (zoom < 9) return { levels: 11, fromLevel: 3, linesOnly: true, sigmaPx: 34, cellPx: CELL_PX }
  const cellPx = zoom < COARSE_ZOOM ? CELL_PX : COARSE_CELL_PX
  return { levels: 11, fromLevel: 1, linesOnly: false, sigmaPx: interpolateStops(zoom, SIGMA_STOPS), cellPx }
}

/** Returns the opacities of lines and tint by zoom, for a map with or without streets. */
export function listIsolineOpacities(hasStreets: boolean): { line: Stop[]; tint: Stop[] } {
  if (!hasStreets) return { line: LINE_OPACITY, tint: [[9, 1]] }
  return { line: [...LINE_OPACITY, ...LINE_END], tint: TINT_OVER_STREETS }
}

/**
 * Returns isolines of spot density: the sum of one hill per spot, log(1 + 2 sum), cut at equal levels. A pure function.
 */
export function computeIsolines(points: IsolinePoint[], options: IsolineOptions): Isoline[] {
  const field = computeDensityField(points, options)
  const highest = findHighest(field)
  if (highest <= 0.05) return []
  const { levels, fromLevel = 1, linesOnly = false } = options
  const thin = (line: ContourLine) => thinContour(line, field.cell * THINNING)
  return Array.from({ length: levels }, (_, index) => index + 1)
    .filter((level) => level >= fromLevel)
    .map((level) => {
      const height = (highest * (level - 0.35)) / (levels + 0.6)
      return {
        level,
        strong: level % 4 === 0,
        lines: traceContour(field, height).map(thin),
        area: linesOnly ? [] : traceArea(field, height).map(thin),
      }
    })
}

/**
 * Adds each hill only within its reach, so that thousands of spots are computed quickly. Hills in one place add up, so
 * their reach depends on the number of all spots. Otherwise the lowest levels would show the square of each hill.
 */
function computeDensityField(
  points: IsolinePoint[],
  { width, height, sigmaPx, cellPx = CELL_PX }: IsolineOptions,
): ScalarField {
  const columns = Math.ceil(width / cellPx) + 1
  const rows = Math.ceil(height / cellPx) + 1
  const values = new Float64Array(columns * rows)
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const reach = sigmaPx * Math.sqrt(2 * Math.log(Math.max(1, total) / MIN_HEIGHT))
  const fall = (distance: number) => Math.exp(-(distance ** 2) / (2 * sigmaPx ** 2))
  for (const { x, y, count } of points) {
    const firstColumn = Math.max(0, Math.ceil((x - reach) / cellPx))
    const lastColumn = Math.min(columns - 1, Math.floor((x + reach) / cellPx))
    const firstRow = Math.max(0, Math.ceil((y - reach) / cellPx))
    const lastRow = Math.min(rows - 1, Math.floor((y + reach) / cellPx))
    const across = Array.from({ length: Math.max(0, lastColumn - firstColumn + 1) }, (_, index) =>
      fall((firstColumn + index) * cellPx - x),
    )
    for (let row = firstRow; row <= lastRow; row++) {
      const height = count * fall(row * cellPx - y)
      const start = row * columns + firstColumn
      for (const [offset, share] of across.entries()) {
        values[start + offset] = (values[start + offset] ?? 0) + height * share
      }
    }
  }
  return { values: values.map((sum) => Math.log1p(2 * sum)), columns, rows, cell: cellPx, left: 0, top: 0 }
}
