import { fitBounds, type LngLat, type MapView, unwrapLongitude } from '#app/features/map/map-view.ts'
import { getPlate, type PlateData } from '#app/features/map/plate.server.ts'

const TALL = { width: 560, height: 832, paddingPx: 90 }
/** A phone gets a plate of its own, above the title. */
const NARROW = { width: 390, height: 234, paddingPx: 44 }
const CLOSEST_ZOOM = 13

/** The map beside a story, and the one above it on small screens. */
export interface PostPlates {
  tall: PlateData
  narrow: PlateData
}

/** Plates that hold all spots of a story; null for a story without any. */
export async function getPostPlates(spots: LngLat[]): Promise<PostPlates | null> {
  const [first] = spots
  if (!first) return null
  const draw = (size: typeof TALL) => getPlate(toView(spots, first, size), spots)
  const [tall, narrow] = await Promise.all([draw(TALL), draw(NARROW)])
  return { tall, narrow }
}

function toView(spots: LngLat[], first: LngLat, { width, height, paddingPx }: typeof TALL): MapView {
  const lngs = spots.map(({ lng }) => unwrapLongitude(lng, first.lng))
  const lats = spots.map(({ lat }) => lat)
  const bounds = {
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
  const view = fitBounds(bounds, { width, height, paddingPx, maxZoom: CLOSEST_ZOOM })
  // As precise as a plate's address is, so that what is drawn over it fits.
  const round = (value: number, digits: number) => Math.round(value * digits) / digits
  return {
    center: { lng: round(view.center.lng, 1e4), lat: round(view.center.lat, 1e4) },
    zoom: round(view.zoom, 100),
    width,
    height,
  }
}
