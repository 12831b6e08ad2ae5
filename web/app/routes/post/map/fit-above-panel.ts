import { fitPoints } from '#app/features/map/fit-points.ts'
import { createProjection, type LngLat, type MapView } from '#app/features/map/map-view.ts'
import { PANEL_PX } from './name-sides.ts'

const TALL = { width: 560, height: 832, paddingPx: 90 }
/** The height of the panel and of half a mark above it, beyond the padding. */
const COVERED_PX = PANEL_PX + 30 - TALL.paddingPx

/** Returns the view of the tall map beside a story, with all spots above the panel that covers its lower edge. */
export function fitAbovePanel(spots: LngLat[], maxZoom: number): MapView {
  const { width, height } = TALL
  const upper = fitPoints(spots, { ...TALL, height: height - COVERED_PX, maxZoom })
  return { ...upper, height, center: createProjection(upper).unproject(width / 2, height / 2) }
}
