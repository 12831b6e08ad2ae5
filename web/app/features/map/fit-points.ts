import { fitBounds, type LngLat, type MapView } from './map-view.ts'

/** Returns the view that fits all points (at least one), across the antimeridian if that is shorter. */
export function fitPoints(points: LngLat[], size: Parameters<typeof fitBounds>[1]): MapView {
  const lats = points.map(({ lat }) => lat)
  return fitBounds({ ...findArc(points), south: Math.min(...lats), north: Math.max(...lats) }, size)
}

/** Returns the shortest range of longitudes with all points: everything except the widest gap between neighbours. */
function findArc(points: LngLat[]): { west: number; east: number } {
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  const gaps = lngs.map((lng, index) => lng - (lngs[index - 1] ?? (lngs.at(-1) ?? lng) - 360))
  const widest = Math.max(...gaps)
  const west = lngs[gaps.indexOf(widest)] ?? 0
  return { west, east: west + 360 - widest }
}
