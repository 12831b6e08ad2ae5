import { fitPoints } from '#app/features/map/fit-points.ts'
import type { LngLat, MapView } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { roundStaticMapView } from '#app/features/map/static/static-map-url.ts'
import { fitAbovePanel } from './fit-above-panel.ts'
import { listNameBoxes, MARK_DISTANCE_PX, PANEL_PX } from './name-sides.ts'

/** A phone gets its own static map, above the title. */
const NARROW = { width: 390, height: 234, paddingPx: 44 }
const CLOSEST_ZOOM = 13

/** The map beside a story, and the one above it on small screens. */
export interface PostMaps {
  tall: StaticMapData
  narrow: StaticMapData
}

/** Returns static maps that show all spots of a story; null for a story without spots. */
export async function getPostMaps(spots: (LngLat & { title: string })[]): Promise<PostMaps | null> {
  if (spots.length === 0) return null
  const draw = (requested: MapView, panelPx: number) => {
    const view = roundStaticMapView(requested)
    return getStaticMap(view, spots, listNameBoxes(spots, view, { markDistancePx: MARK_DISTANCE_PX, panelPx }))
  }
  const [tall, narrow] = await Promise.all([
    draw(fitAbovePanel(spots, CLOSEST_ZOOM), PANEL_PX),
    draw(fitPoints(spots, { ...NARROW, maxZoom: CLOSEST_ZOOM }), 0),
  ])
  return { tall, narrow }
}
