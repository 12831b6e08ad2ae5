import { constrainView, fitBounds, type LngLat, type MapView } from './map-view.ts'

const WORLD_PX_AT_ZOOM_0 = 512
const USUAL_PADDING = 40

/**
 * Returns the view that fits all points (at least one), across the antimeridian if that is shorter. On maps that are too
 * small for all of them, it is the view with the most points.
 */
export function fitPoints(points: LngLat[], size: Parameters<typeof fitBounds>[1]): MapView {
  const arc = findArc(points)
  const view = fitArc(points, arc, size)
  const { width, zoom } = constrainView(view)
  const widest = (360 * (width - 2 * (size.paddingPx ?? USUAL_PADDING))) / WORLD_PX_AT_ZOOM_0 / 2 ** zoom
  const isFitting = arc.east - arc.west <= widest + 1e-6 || widest <= 0
  return isFitting ? view : fitArc(points, findFullestArc(points, widest), size)
}

interface Arc {
  west: number
  east: number
}

/** Fits the latitudes of the points within a range of longitudes. */
function fitArc(points: LngLat[], { west, east }: Arc, size: Parameters<typeof fitBounds>[1]): MapView {
  const lats = points.filter(({ lng }) => toOffset(west, lng) <= east - west + 1e-9).map(({ lat }) => lat)
  return fitBounds({ west, east, south: Math.min(...lats), north: Math.max(...lats) }, size)
}

/** Returns the shortest range of longitudes with all points: everything except the widest gap between neighbours. */
function findArc(points: LngLat[]): Arc {
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  const gaps = lngs.map((lng, index) => lng - (lngs[index - 1] ?? (lngs.at(-1) ?? lng) - 360))
  const widest = Math.max(...gaps)
  const west = lngs[gaps.indexOf(widest)] ?? 0
  return { west, east: west + 360 - widest }
}

/** Returns the range of at most `widest` degrees with the most points. The westernmost one wins a tie. */
function findFullestArc(points: LngLat[], widest: number): Arc {
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  let best = { west: 0, east: 0, count: 0 }
  let next = 0
  for (const [index, west] of lngs.entries()) {
    next = Math.max(next, index)
    const at = (step: number) => (lngs[step % lngs.length] ?? 0) + 360 * Math.floor(step / lngs.length)
    while (next + 1 < index + lngs.length && at(next + 1) - west <= widest) next += 1
    const count = next - index + 1
    if (count > best.count) best = { west, east: at(next), count }
  }
  return best
}

/** Returns how far a longitude is to the east of another, from 0 to 360 degrees. */
function toOffset(west: number, lng: number): number {
  return (((lng - west) % 360) + 360) % 360
}
