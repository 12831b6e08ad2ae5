import { fitBounds, type LngLat, type MapView } from './map-view.ts'

/** The view that holds all points (one at least), over the antimeridian where that way round is shorter. */
export function fitPoints(points: LngLat[], size: Parameters<typeof fitBounds>[1]): MapView {
  const lats = points.map(({ lat }) => lat)
  return fitBounds({ ...findArc(points), south: Math.min(...lats), north: Math.max(...lats) }, size)
}

/** The shortest stretch of longitudes with all points in it: what the widest gap between two neighbours leaves. */
function findArc(points: LngLat[]): { west: number; east: number } {
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  const gaps = lngs.map((lng, index) => lng - (lngs[index - 1] ?? (lngs.at(-1) ?? lng) - 360))
  const widest = Math.max(...gaps)
  const west = lngs[gaps.indexOf(widest)] ?? 0
  return { west, east: west + 360 - widest }
}
