import { fitPoints } from '#app/features/map/fit-points.ts'
import { createProjection, type LngLat, type MapView } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { PANEL_PX } from './name-sides.ts'

const TALL = { width: 560, height: 832, paddingPx: 90 }
/** A phone gets its own static map, above the title. */
const NARROW = { width: 390, height: 234, paddingPx: 44 }
const CLOSEST_ZOOM = 13
/** The height of the panel and of half a mark above it, beyond the padding. */
const COVERED_PX = PANEL_PX + 30 - TALL.paddingPx

/** The map beside a story, and the one above it on small screens. */
export interface PostMaps {
  tall: StaticMapData
  narrow: StaticMapData
}

/** Returns static maps that show all spots of a story; null for a story without spots. */
export async function getPostMaps(spots: LngLat[]): Promise<PostMaps | null> {
  if (spots.length === 0) return null
  const [tall, narrow] = await Promise.all([
    getStaticMap(fitAbovePanel(spots), spots),
    getStaticMap(fitPoints(spots, { ...NARROW, maxZoom: CLOSEST_ZOOM }), spots),
  ])
  return { tall, narrow }
}

/** Returns the view of the tall map that shows the spots above its panel. */
function fitAbovePanel(spots: LngLat[]): MapView {
  const { width, height } = TALL
  const upper = fitPoints(spots, { ...TALL, height: height - COVERED_PX, maxZoom: CLOSEST_ZOOM })
  return { ...upper, height, center: createProjection(upper).unproject(width / 2, height / 2) }
}
