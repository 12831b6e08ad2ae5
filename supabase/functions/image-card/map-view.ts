import type { MapMark } from './card.ts'

const WORLD_PX_AT_ZOOM_0 = 512
const MAX_LATITUDE = 84.9
const PADDING_PX = 70
const MAX_ZOOM = 13
const MIN_ZOOM = 0
/** The maximum number of readable markers. Further spots are only counted. */
export const MAX_MARKS = 60

interface Point {
  lng: number
  lat: number
}

/** A view of the site's static maps: Web Mercator with tiles of 512 px. */
interface MapView {
  center: Point
  zoom: number
  width: number
  height: number
}

/** Returns the URL of a static map. The site rounds positions to four decimals and zooms to two. */
export function createMapPath({ center, zoom, width, height }: MapView): string {
  const lat = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, center.lat))
  return `/static-map/${round(center.lng, 1e4)},${round(lat, 1e4)},${round(zoom, 100)}/${width}x${height}/day.svg`
}

/** Returns the view that shows all points, across the antimeridian if that is shorter. */
export function fitPoints(points: Point[], { width, height }: { width: number; height: number }): MapView {
  const { west, east } = findArc(points.map(({ lng }) => lng))
  const ys = points.map(({ lat }) => toWorldY(lat))
  const [north, south] = [Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(
    (width - 2 * PADDING_PX) / Math.max(1e-9, (east - west) / 360),
    (height - 2 * PADDING_PX) / Math.max(1e-9, south - north),
  )
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.log2(scale / WORLD_PX_AT_ZOOM_0)))
  return {
    center: { lng: round((west + east) / 2, 1e4), lat: round(toLatitude((north + south) / 2), 1e4) },
    zoom: round(zoom, 100),
    width,
    height,
  }
}

/** Returns the points in pixels of a view, numbered from 1 or without numbers. */
export function projectPoints(
  points: Point[],
  { center, zoom, width, height }: MapView,
  isNumbered: boolean,
): MapMark[] {
  const world = WORLD_PX_AT_ZOOM_0 * 2 ** zoom
  return points.slice(0, MAX_MARKS).map(({ lng, lat }, index) => {
    const unwrapped = lng + Math.round((center.lng - lng) / 360) * 360
    return {
      x: Math.round(((unwrapped - center.lng) / 360) * world + width / 2),
      y: Math.round((toWorldY(lat) - toWorldY(center.lat)) * world + height / 2),
      number: isNumbered ? index + 1 : null,
    }
  })
}

/** Returns the shortest range with all longitudes: everything except the widest gap between neighbours. */
function findArc(all: number[]): { west: number; east: number } {
  const lngs = all.toSorted((a, b) => a - b)
  const gaps = lngs.map((lng, index) => lng - (lngs[index - 1] ?? (lngs.at(-1) ?? lng) - 360))
  const widest = Math.max(...gaps)
  const west = lngs[gaps.indexOf(widest)] ?? 0
  return { west, east: west + 360 - widest }
}

function toWorldY(lat: number): number {
  const clamped = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat))
  return 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI)
}

function toLatitude(worldY: number): number {
  return (Math.atan(Math.sinh((0.5 - worldY) * 2 * Math.PI)) * 180) / Math.PI
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps
}
