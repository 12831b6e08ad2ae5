import { createProjection, type MapView } from '#app/features/map/map-view.ts'

/** The latitude at which web Mercator ends and the world is a square. */
export const MAX_MERCATOR_LATITUDE = 85.051_128_779_806_59

/** A rectangle of the map in degrees. `west` may exceed `east`; then the view crosses the antimeridian. */
export interface MapBounds {
  west: number
  south: number
  east: number
  north: number
}

/** Returns the width of a view in degrees, even across the antimeridian. */
export function widthInDegrees({ west, east }: MapBounds): number {
  return east >= west ? east - west : east - west + 360
}

/** Returns true if a view contains a position. */
export function containsPosition(bounds: MapBounds, lng: number, lat: number): boolean {
  if (lat < bounds.south || lat > bounds.north) return false
  const offset = (((lng - bounds.west) % 360) + 360) % 360
  return offset <= widthInDegrees(bounds)
}

/** Returns the view that shows exactly these bounds at a zoom. */
export function viewOfBounds(bounds: MapBounds, zoom: number): MapView {
  const { project, unproject } = createProjection({ center: { lng: 0, lat: 0 }, zoom, width: 0, height: 0 })
  const [left, top] = project({ lng: bounds.west, lat: bounds.north })
  const [right, bottom] = project({ lng: bounds.west + widthInDegrees(bounds), lat: bounds.south })
  const center = unproject((left + right) / 2, (top + bottom) / 2)
  return { center, zoom, width: right - left, height: bottom - top }
}
