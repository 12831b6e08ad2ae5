import { fitPoints } from '#app/features/map/fit-points.ts'
import type { LngLat } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'

const SIZE = { width: 392, height: 300, paddingPx: 40 }
/** A single spot is shown with its region, and those of one city apart from each other. */
const CLOSEST_ZOOM = { one: 9, several: 12 }
/** Shown while the member has no spots. */
const WORLD = { center: { lng: 10, lat: 25 }, zoom: 0 }

/** Returns the map of all the member's spots, in the sidebar. */
export async function getAccountMap(spots: LngLat[]): Promise<StaticMapData> {
  const { width, height } = SIZE
  const view =
    spots.length > 0
      ? fitPoints(spots, { ...SIZE, maxZoom: spots.length === 1 ? CLOSEST_ZOOM.one : CLOSEST_ZOOM.several })
      : { ...WORLD, width, height }
  return getStaticMap(view, spots)
}
