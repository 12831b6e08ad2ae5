import type { CategoryId } from '#app/features/categories/categories.ts'
import { createProjection, type MapView } from '#app/features/map/map-view.ts'
import { isMarkedSpot } from '../explore-view.ts'
import type { MapBounds } from '../position/map-bounds.ts'
import type { PlacedMark } from './place-items.ts'

/** The closest zoom of the map. */
export const CLOSEST_ZOOM = 19
/** Marks stand at least this far apart at the closest zoom, so nearer spots always share one. */
const APART_PX = 44
/** The share of the map that the spots of a mark fill after the mark is pressed. */
const FILLED_SHARE = 0.5
/** The number of zoom levels that a press may zoom in. The spots of one cell may lie anywhere in it. */
const MIN_STEP = 1
const CELL_STEP = 3
const MAX_STEP = 5
/** About two metres around the spots of a stack. */
const STACK_MARGIN_DEGREES = 0.00002

/** Returns the category of the best spot of a mark that zooming cannot separate; undefined if it can. */
export function findStackCategory(mark: Pick<PlacedMark, 'items' | 'n'>): CategoryId | undefined {
  if (mark.n < 2 || measureExtent(mark, CLOSEST_ZOOM) >= APART_PX) return undefined
  let category: CategoryId | undefined
  let most = 0
  for (const item of mark.items) {
    const best = isMarkedSpot(item) ? item.category : item.stack
    if (best === undefined) return undefined
    if (item.n <= most) continue
    category = best
    most = item.n
  }
  return category
}

/** Returns the zoom at which the spots of a mark fill half of the map. */
export function chooseCloserZoom(mark: Pick<PlacedMark, 'items'>, { zoom, width, height }: MapView): number {
  const extent = measureExtent(mark, zoom)
  const step = extent > 0 ? Math.log2((Math.min(width, height) * FILLED_SHARE) / extent) : CELL_STEP
  return Math.min(CLOSEST_ZOOM, zoom + Math.min(MAX_STEP, Math.max(MIN_STEP, step)))
}

/** Returns bounds that contain the spots of a stack. */
export function boundsOfStack({ items }: Pick<PlacedMark, 'items'>): MapBounds {
  const lngs = items.map(({ lng }) => lng)
  const lats = items.map(({ lat }) => lat)
  return {
    west: Math.min(...lngs) - STACK_MARGIN_DEGREES,
    south: Math.max(-90, Math.min(...lats) - STACK_MARGIN_DEGREES),
    east: Math.max(...lngs) + STACK_MARGIN_DEGREES,
    north: Math.min(90, Math.max(...lats) + STACK_MARGIN_DEGREES),
  }
}

/** Returns the longer side of the area of a mark's items, in pixels at a zoom. */
function measureExtent({ items }: Pick<PlacedMark, 'items'>, zoom: number): number {
  const { project } = createProjection({ center: { lng: 0, lat: 0 }, zoom, width: 0, height: 0 })
  const points = items.map(project)
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  return Math.max(span(points.map(([x]) => x)), span(points.map(([, y]) => y)))
}
