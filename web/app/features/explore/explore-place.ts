import * as v from 'valibot'
import { MAX_MERCATOR_LATITUDE } from '#app/features/explore/map-cells.ts'

/** Where an address points the map: `?at=45.0703,7.6869,12` is latitude, longitude and zoom. */
export interface ExplorePlace {
  lat: number
  lng: number
  zoom: number
}

/** Zooms of MapLibre, tiles of 512 px. */
export const MAX_ZOOM = 20

const numberBetween = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.minValue(least), v.maxValue(most))

const Place = v.tuple([
  numberBetween(-MAX_MERCATOR_LATITUDE, MAX_MERCATOR_LATITUDE),
  numberBetween(-180, 180),
  numberBetween(0, MAX_ZOOM),
])

/** The place of an address, or null when it names none. */
export function findExplorePlace(parameters: URLSearchParams): ExplorePlace | null {
  const parsed = v.safeParse(Place, parameters.get('at')?.split(','))
  if (!parsed.success) return null
  const [lat, lng, zoom] = parsed.output
  return { lat, lng, zoom }
}

/** The `at` of an address, no finer than a pixel of the map. */
export function formatExplorePlace({ lat, lng, zoom }: ExplorePlace): string {
  const digits = Math.min(6, Math.max(1, Math.ceil(zoom / 3)))
  const trim = (value: number, places: number) => String(Number(value.toFixed(places)))
  return [trim(lat, digits), trim(lng, digits), trim(zoom, 2)].join(',')
}
