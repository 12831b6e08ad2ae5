import { fitPoints } from '#app/features/map/fit-points.ts'
import type { MapView } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import type { Point } from '#app/lib/geo/point.ts'

const WIDE: Sheet = { width: 800, height: 664, paddingPx: 72, worldZoom: 0.9 }
/** Phones get their own static map, since labels and numbers do not shrink. */
const NARROW: Sheet = { width: 358, height: 340, paddingPx: 36, worldZoom: -0.2 }
/** The maximum zoom. A static map of coasts shows nothing beyond it. */
const MAX_ZOOM = 6
/** The whole world on a phone. */
const MIN_ZOOM = -1
/** Shown while there are no spots. */
const WORLD_CENTER = { lng: 10, lat: 30 }

interface Sheet {
  width: number
  height: number
  paddingPx: number
  worldZoom: number
}

/** The static maps beside the numbered list, for wide screens and for phones. */
export interface HomeMaps {
  wide: StaticMapData
  narrow: StaticMapData
}

/** Returns static maps that fit the listed spots. */
export async function getHomeMaps(spots: Point[]): Promise<HomeMaps> {
  const draw = (sheet: Sheet) => getStaticMap(toView(spots, sheet), spots)
  const [wide, narrow] = await Promise.all([draw(WIDE), draw(NARROW)])
  return { wide, narrow }
}

function toView(spots: Point[], { width, height, paddingPx, worldZoom }: Sheet): MapView {
  if (spots.length === 0) return { center: WORLD_CENTER, zoom: worldZoom, width, height }
  return fitPoints(spots, { width, height, paddingPx, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM })
}
