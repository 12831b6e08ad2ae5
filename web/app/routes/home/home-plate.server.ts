import { fitBounds, type MapView } from '#app/features/map/map-view.ts'
import { getPlate, type PlateData } from '#app/features/map/plate.server.ts'
import type { Point } from '#app/lib/geo/point.ts'

const SIZE = { width: 800, height: 664 }
const PADDING_PX = 72
/** Closer than this a plate of the world's coasts has nothing to show. */
const MAX_ZOOM = 6
/** Shown while nobody has marked anything. */
const WORLD: MapView = { center: { lng: 10, lat: 30 }, zoom: 0.9, ...SIZE }

/** The plate beside the numbered key: just large enough for its spots. */
export function getHomePlate(spots: Point[]): Promise<PlateData> {
  return getPlate(spots.length > 0 ? roundView(fitSpots(spots)) : WORLD, spots)
}

function fitSpots(spots: Point[]): MapView {
  const lngs = spots.map((spot) => spot.lng)
  const lats = spots.map((spot) => spot.lat)
  const bounds = {
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
  return fitBounds(bounds, { ...SIZE, paddingPx: PADDING_PX, maxZoom: MAX_ZOOM })
}

/** As precise as a plate's address is, so that what is drawn over it fits. */
function roundView({ center, zoom, width, height }: MapView): MapView {
  const round = (value: number, digits: number) => Math.round(value * digits) / digits
  return { center: { lng: round(center.lng, 100), lat: round(center.lat, 100) }, zoom: round(zoom, 100), width, height }
}
