import { basemapVersion } from '#app/lib/basemap/basemap-version.generated.ts'
import type { MapTheme } from './map-theme.ts'
import type { MapView } from './map-view.ts'

const PATTERN = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\/(\d+)x(\d+)\/(day|night)\.svg$/
const LARGEST_PX = 2000
/** The world on a quarter of a phone. */
const LEAST_ZOOM = -2

/** The address of a plate's ground. It names everything the picture depends on, so it may be kept for ever. */
export function toPlateUrl({ center, zoom, width, height }: MapView, theme: MapTheme): string {
  const position = [center.lng, center.lat].map((value) => Math.round(value * 1e4) / 1e4).join(',')
  return `/plate/${position},${Math.round(zoom * 100) / 100}/${width}x${height}/${theme}.svg?v=${basemapVersion}`
}

/** Reads the part of a plate's address behind `/plate/`; undefined when it names no plate we draw. */
export function parsePlatePath(path: string): { view: MapView; theme: MapTheme } | undefined {
  const [, lng, lat, zoom, width, height, theme] = PATTERN.exec(path) ?? []
  const view = {
    center: { lng: Number(lng), lat: Number(lat) },
    zoom: Number(zoom),
    width: Number(width),
    height: Number(height),
  }
  const isPossible =
    Math.abs(view.center.lng) <= 540 &&
    Math.abs(view.center.lat) <= 85 &&
    view.zoom >= LEAST_ZOOM &&
    view.zoom <= 20 &&
    view.width > 0 &&
    view.height > 0
  if (!isPossible || view.width > LARGEST_PX || view.height > LARGEST_PX) return undefined
  return theme === 'day' || theme === 'night' ? { view, theme } : undefined
}
