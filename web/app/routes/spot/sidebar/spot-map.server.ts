import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { hasStreetsAt } from '#app/features/map/static/street-source.server.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { SpotPage } from '../spot-page.ts'

const SIZE = { width: 392, height: 300 }
const EQUATOR_METERS = 40_075_016.7
const TILE_PX = 512
/** Streets have names at this scale. A ring of 500 m then reaches most of the way to the frame. */
const STREET_METERS_PER_PIXEL = 3.7
/** A ring of 1 km then reaches most of the way to the frame. */
const NEAR_METERS_PER_PIXEL = 8
/** The scale for a spot that is only an area or whose neighbours are further away: twice the extent. */
const FAR_METERS_PER_PIXEL = 16
const NEIGHBOUR_WITHIN_METERS = 1600
const STREET_NEIGHBOUR_WITHIN_METERS = 600

/** The static map in the margin of a spot's page, with distance rings around it. */
export interface SpotStaticMap {
  staticMap: StaticMapData
  ringsMeters: number[]
}

/** Prepares the static map of a spot. It is drawn from public points only. */
export async function getSpotMap({ spot, nearby }: Pick<SpotPage, 'spot' | 'nearby'>): Promise<SpotStaticMap> {
  const { metersPerPixel, ringsMeters } = chooseScale(spot, nearby[0]?.distance_meters ?? Number.POSITIVE_INFINITY)
  const center = { lng: spot.lng, lat: clampLatitude(spot.lat) }
  const view = { center, zoom: toZoom(center, metersPerPixel), ...SIZE }
  return { staticMap: await getStaticMap(view, [center, ...nearby]), ringsMeters }
}

function chooseScale(spot: SpotPage['spot'], nearestMeters: number) {
  if (spot.precision === 'exact' && nearestMeters < STREET_NEIGHBOUR_WITHIN_METERS && hasStreetsAt(spot)) {
    return { metersPerPixel: STREET_METERS_PER_PIXEL, ringsMeters: [250, 500] }
  }
  if (spot.precision === 'exact' && nearestMeters < NEIGHBOUR_WITHIN_METERS) {
    return { metersPerPixel: NEAR_METERS_PER_PIXEL, ringsMeters: [500, 1000] }
  }
  return { metersPerPixel: FAR_METERS_PER_PIXEL, ringsMeters: [1000, 2000] }
}

function toZoom({ lat }: Point, metersPerPixel: number): number {
  const zoom = Math.log2((EQUATOR_METERS * Math.cos((lat * Math.PI) / 180)) / (TILE_PX * metersPerPixel))
  return Math.max(3, zoom)
}

/** The map ends at 85°; a spot at the pole is drawn at its edge. */
function clampLatitude(lat: number): number {
  return Math.max(-84.9, Math.min(84.9, lat))
}
