const MAX_MERCATOR_LATITUDE = 85.051_128_779_806_59

/**
 * Returns the cell of a level that contains a position, by definition: at level l the web-mercator world has 2^l by 2^l
 * squares, and the number of a cell is `4^l + morton`, where morton interleaves the bits of column (even bits) and row
 * (odd bits). The tests compare `private.map_key` and `private.map_cell` with it.
 */
export function toMapCell(lng: number, lat: number, level: number): bigint {
  const size = 2 ** level
  const column = Math.min(size - 1, Math.floor(wrapUnit((lng + 180) / 360) * size))
  const row = Math.min(size - 1, Math.floor(toMercatorY(lat) * size))
  let cell = 1n
  for (let bit = level - 1; bit >= 0; bit--) {
    const quadrant = ((row >> bit) & 1) * 2 + ((column >> bit) & 1)
    cell = (cell << 2n) | BigInt(quadrant)
  }
  return cell
}

/**
 * Returns a latitude as a fraction of the world's height, 0 at the top. The poles are clamped to the edge of the
 * square.
 */
function toMercatorY(lat: number): number {
  const clamped = Math.min(MAX_MERCATOR_LATITUDE, Math.max(-MAX_MERCATOR_LATITUDE, lat))
  const y = 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI)
  return Math.min(1, Math.max(0, y))
}

function wrapUnit(x: number): number {
  return x - Math.floor(x)
}
