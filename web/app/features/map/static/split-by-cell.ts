type Point = [x: number, y: number]

/** The side of a cell in pixels. Browsers raster a page in tiles of about this size. */
const CELL_PX = 100

/**
 * Groups the pieces of lines by the grid cell in which they begin. With one path per cell, a browser strokes only the
 * cells that touch the tile it rasters; it would stroke a single path completely for every tile. Neighbouring pieces
 * share a point, so the line shows no gap.
 */
export function splitByCell(lines: Point[][]): Point[][][] {
  const cells = new Map<string, Point[][]>()
  for (const line of lines) {
    let [piece, cell]: [Point[], string | undefined] = [[], undefined]
    for (const point of line) {
      piece.push(point)
      const next = `${Math.floor(point[0] / CELL_PX)} ${Math.floor(point[1] / CELL_PX)}`
      if (next === cell) continue
      if (piece.length > 1) addTo(cells, cell ?? next, piece)
      piece = [point]
      cell = next
    }
    if (piece.length > 1) addTo(cells, cell ?? '', piece)
  }
  return [...cells.values()]
}

function addTo(cells: Map<string, Point[][]>, cell: string, piece: Point[]): void {
  const pieces = cells.get(cell)
  if (pieces) pieces.push(piece)
  else cells.set(cell, [piece])
}
