import type { Polygon } from 'geojson'

const MIN_PX = 7
const WORLD_PX_AT_ZOOM_0 = 512

/** Returns the zoom from which an area is visible: a square of the same area then has sides of 7 px. */
export function findFirstZoom({ coordinates }: Polygon): number {
  const ring = coordinates[0] ?? []
  const doubled = ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nx = 0, ny = 0] = ring[index + 1] ?? ring[0] ?? []
    return sum + x * ny - nx * y
  }, 0)
  const sideDegrees = Math.sqrt(Math.abs(doubled) / 2) || 1e-6
  return Math.round(Math.log2((MIN_PX * 360) / (WORLD_PX_AT_ZOOM_0 * sideDegrees)) * 10) / 10
}
