import { fitBounds, type LngLat, type MapView } from '#app/features/map/map-view.ts'
import { getPlate, type PlateData } from '#app/features/map/plate.server.ts'

const SIZE = { width: 392, height: 300, paddingPx: 40 }
const CLOSEST_ZOOM = 9
/** Shown while a member has marked nothing. */
const WORLD = { center: { lng: 10, lat: 25 }, zoom: 0 }

/** The map in the margin of the account: everything a member has marked. */
export async function getAccountPlate(spots: LngLat[]): Promise<PlateData> {
  return getPlate(toView(spots), spots)
}

function toView(spots: LngLat[]): MapView {
  const { width, height, paddingPx } = SIZE
  if (spots.length === 0) return { ...WORLD, width, height }
  const lngs = spots.map(({ lng }) => lng)
  const lats = spots.map(({ lat }) => lat)
  const bounds = {
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
  const { center, zoom } = fitBounds(bounds, { width, height, paddingPx, maxZoom: CLOSEST_ZOOM })
  // As precise as a plate's address is, so that what is drawn over it fits.
  const round = (value: number, digits: number) => Math.round(value * digits) / digits
  return { center: { lng: round(center.lng, 1e4), lat: round(center.lat, 1e4) }, zoom: round(zoom, 100), width, height }
}
