import { fitPoints } from '#app/features/map/fit-points.ts'
import { constrainView, createProjection, type LngLat, MIN_ZOOM } from '#app/features/map/map-view.ts'
import type { ListItem } from './list-page.ts'

/** The size of the map in pixels, and its uncovered part: `visibleHeight` from `top` on. */
interface MapFrame {
  width: number
  height: number
  top: number
  visibleHeight: number
  paddingPx: number
}

/** Typical maps, for the server. The padding keeps marks off the controls. On phones the filters cover the upper part of the map and the list the lower one. */
export const DESKTOP_FRAME: MapFrame = { width: 992, height: 772, top: 0, visibleHeight: 772, paddingPx: 88 }
export const PHONE_FRAME: MapFrame = { width: 390, height: 450, top: 84, visibleHeight: 176, paddingPx: 32 }

const MIN_VISIBLE_PX = 120
const CLOSEST_ZOOM = 14
const WORLD = { lng: 10, lat: 30, zoom: 1 }

/** Returns the view of the map that shows all items. */
export function fitItems(items: ListItem[], frame: MapFrame): LngLat & { zoom: number } {
  if (items.length === 0) return WORLD
  const points = items.map(({ spot: { lng, lat } }) => ({ lng, lat }))
  const { width, height, top, visibleHeight, paddingPx } = frame
  const size = { width, height: visibleHeight, paddingPx, maxZoom: CLOSEST_ZOOM }
  // The whole map, not only its visible part, shows nothing beyond the poles.
  const view = fitPoints(points, {
    ...size,
    minZoom: constrainView({ center: WORLD, zoom: MIN_ZOOM, width, height }).zoom,
  })
  // The middle of the map is as far below that of its visible part.
  const center = createProjection(view).unproject(width / 2, height / 2 - top)
  return { ...center, zoom: view.zoom }
}

/** Measures the map in this window. The server can only guess its size. */
export function measureFrame(map: HTMLElement): MapFrame {
  const { width, height, bottom } = map.getBoundingClientRect()
  const sheet = document.getElementById('results')?.getBoundingClientRect()
  const isPhone = sheet !== undefined && sheet.top < bottom && sheet.width >= width - 1
  if (!isPhone) return { ...DESKTOP_FRAME, width, height, visibleHeight: height }
  const { top, paddingPx } = PHONE_FRAME
  const visibleHeight = Math.max(MIN_VISIBLE_PX, height - (bottom - sheet.top) - top)
  return { width, height, top, visibleHeight, paddingPx }
}
