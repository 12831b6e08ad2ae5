import { writeMapPosition } from '#app/features/explore/map-position.ts'
import { findLocatorBounds, toLocator } from '#app/lib/geo/locator.ts'
import type { Point } from '#app/lib/geo/point.ts'

/** At this zoom a sheet of 5′ × 2.5′ roughly fills the map. */
const SHEET_ZOOM = 12.5

/** Returns the query of explore that shows the sheet of a point. */
export function toSheetSearch(point: Point): string {
  const bounds = findLocatorBounds(toLocator(point))
  const middle = bounds ? { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 } : point
  return `?${writeMapPosition({ ...middle, zoom: SHEET_ZOOM })}`
}
