import { fitPoints } from '#app/features/map/fit-points.ts'
import type { LngLat } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { fitAbovePanel } from './fit-above-panel.ts'

/** A phone gets its own static map, above the title. */
const NARROW = { width: 390, height: 234, paddingPx: 44 }
const CLOSEST_ZOOM = 13

/** The map beside a story, and the one above it on small screens. */
export interface PostMaps {
  tall: StaticMapData
  narrow: StaticMapData
}

/** Returns static maps that show all spots of a story; null for a story without spots. */
export async function getPostMaps(spots: LngLat[]): Promise<PostMaps | null> {
  if (spots.length === 0) return null
  const [tall, narrow] = await Promise.all([
    getStaticMap(fitAbovePanel(spots, CLOSEST_ZOOM), spots),
    getStaticMap(fitPoints(spots, { ...NARROW, maxZoom: CLOSEST_ZOOM }), spots),
  ])
  return { tall, narrow }
}
