import { basemapVersion } from '#app/lib/basemap/basemap-version.generated.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { MapTheme } from '../base-map/map-theme.ts'
import type { MapView } from '../map-view.ts'

const PATTERN = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\/(\d+)x(\d+)\/(day|night)\.svg$/
const LARGEST_PX = 2000
/** The zoom at which the world fills a quarter of a phone screen. */
const MIN_ZOOM = -2
/** From this zoom on, a ten-thousandth of a degree is larger than half a pixel. */
const STREET_ZOOM = 12

/**
 * Returns the URL of the base map of a static map. It contains everything that the picture depends on, including the
 * version of the street tiles where they show, so it can be cached forever.
 */
export function toStaticMapUrl(view: MapView, theme: MapTheme, streets?: string): string {
  const { center, zoom, width, height } = roundStaticMapView(view)
  const version = streets ? `${basemapVersion}-${streets}` : basemapVersion
  return withBase(`/static-map/${center.lng},${center.lat},${zoom}/${width}x${height}/${theme}.svg?v=${version}`)
}

/** Rounds a view to the precision of its URL, less than a pixel, so that overlays match the base map. */
export function roundStaticMapView({ center, zoom, ...size }: MapView): MapView {
  const round = (value: number, steps: number) => Math.round(value * steps) / steps
  const steps = zoom < STREET_ZOOM ? 1e4 : 1e6
  return { center: { lng: round(center.lng, steps), lat: round(center.lat, steps) }, zoom: round(zoom, 100), ...size }
}

/** Parses the part of a static map's URL after `/static-map/`. Returns undefined for views that we do not draw. */
export function parseStaticMapPath(path: string): { view: MapView; theme: MapTheme } | undefined {
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
    view.zoom >= MIN_ZOOM &&
    view.zoom <= 20 &&
    view.width > 0 &&
    view.height > 0
  if (!isPossible || view.width > LARGEST_PX || view.height > LARGEST_PX) return undefined
  return theme === 'day' || theme === 'night' ? { view, theme } : undefined
}
