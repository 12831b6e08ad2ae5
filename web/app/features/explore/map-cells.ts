/**
 * The square cells by which the server counts spots: at level l the web-mercator world is 2^l by 2^l squares. A cell's number is
 * `4^l + morton`, where morton interleaves the bits of column (even bits) and row (odd bits); its parent is `cell >> 2`. The same
 * arithmetic runs in SQL as `private.map_key` and `private.map_cell`.
 */

/** Where web mercator ends: the latitude at which the world is a square. */
export const MAX_MERCATOR_LATITUDE = 85.051_128_779_806_59

/** Levels finer than this would overflow the 26 bits a side of `spots.map_key`. */
const FINEST_LEVEL = 26

/** A rectangle of the map in degrees. `west` may exceed `east`: the view then crosses the antimeridian. */
export interface MapBounds {
  west: number
  south: number
  east: number
  north: number
}

/** Columns run east from the antimeridian and may exceed the world's width (they wrap); rows run south from the top. */
export interface CellRange {
  level: number
  firstColumn: number
  lastColumn: number
  firstRow: number
  lastRow: number
}

/** A longitude as a fraction of the world's width, 0 at 180° west. */
export function toMercatorX(lng: number): number {
  return (lng + 180) / 360
}

/** A latitude as a fraction of the world's height, 0 at the top; the poles are clamped to the edge of the square. */
export function toMercatorY(lat: number): number {
  const clamped = Math.min(MAX_MERCATOR_LATITUDE, Math.max(-MAX_MERCATOR_LATITUDE, lat))
  const y = 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI)
  return Math.min(1, Math.max(0, y))
}

/** The cell of a level that holds a position. */
export function toMapCell(lng: number, lat: number, level: number): bigint {
  const size = 2 ** level
  const column = Math.min(size - 1, Math.floor(wrapUnit(toMercatorX(lng)) * size))
  const row = Math.min(size - 1, Math.floor(toMercatorY(lat) * size))
  return toCellNumber(column, row, level)
}

/** The columns and rows of a level that a view touches. A view as wide as the world or wider is the whole world once. */
export function toCellRange(bounds: MapBounds, level: number): CellRange {
  const size = 2 ** Math.min(level, FINEST_LEVEL)
  const width = widthInDegrees(bounds)
  const start = wrapUnit(toMercatorX(bounds.west)) * size
  const firstColumn = width >= 360 ? 0 : Math.floor(start)
  const lastColumn =
    width >= 360 ? size - 1 : Math.min(Math.floor(start + (width / 360) * size), firstColumn + size - 1)
  const toRow = (lat: number) => Math.min(size - 1, Math.floor(toMercatorY(lat) * size))
  return { level, firstColumn, lastColumn, firstRow: toRow(bounds.north), lastRow: toRow(bounds.south) }
}

/** Every cell of a level that a view touches, row by row. */
export function listMapCells(bounds: MapBounds, level: number): bigint[] {
  const range = toCellRange(bounds, level)
  const size = 2 ** level
  const cells: bigint[] = []
  for (let row = range.firstRow; row <= range.lastRow; row++) {
    for (let column = range.firstColumn; column <= range.lastColumn; column++) {
      cells.push(toCellNumber(column % size, row, level))
    }
  }
  return cells
}

/** How many degrees a view spans from west to east, across the antimeridian where it must. */
export function widthInDegrees({ west, east }: MapBounds): number {
  return east >= west ? east - west : east - west + 360
}

/** Whether a view shows a position. */
export function containsPosition(bounds: MapBounds, lng: number, lat: number): boolean {
  if (lat < bounds.south || lat > bounds.north) return false
  const offset = (((lng - bounds.west) % 360) + 360) % 360
  return offset <= widthInDegrees(bounds)
}

function toCellNumber(column: number, row: number, level: number): bigint {
  let cell = 1n
  for (let bit = level - 1; bit >= 0; bit--) {
    const quadrant = ((row >> bit) & 1) * 2 + ((column >> bit) & 1)
    cell = (cell << 2n) | BigInt(quadrant)
  }
  return cell
}

function wrapUnit(x: number): number {
  return x - Math.floor(x)
}
