import * as v from 'valibot'
import { MIN_ZOOM } from '#app/features/map/map-view.ts'
import { MAX_MERCATOR_LATITUDE } from './map-bounds.ts'

/** The position of the map in a URL: `?lat=45.0703&lng=7.6869&z=12`. The zoom is MapLibre's, with tiles of 512 px. */
export interface MapPosition {
  lat: number
  lng: number
  zoom: number
}

const MAX_ZOOM = 20
/** The zoom for a URL without one, such as a link to a town. */
const USUAL_ZOOM = 12

const numberBetween = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.minValue(min), v.maxValue(max))

const Place = v.object({
  lat: numberBetween(-MAX_MERCATOR_LATITUDE, MAX_MERCATOR_LATITUDE),
  lng: numberBetween(-180, 180),
  z: v.optional(numberBetween(MIN_ZOOM, MAX_ZOOM)),
})

/** Returns the position in a URL, or null. */
export function findMapPosition(parameters: URLSearchParams): MapPosition | null {
  const parsed = v.safeParse(Place, {
    lat: parameters.get('lat'),
    lng: parameters.get('lng'),
    z: parameters.get('z') ?? undefined,
  })
  if (!parsed.success) return null
  const { lat, lng, z = USUAL_ZOOM } = parsed.output
  return { lat, lng, zoom: z }
}

/** Writes a position into a URL, no finer than a pixel of the map. Keeps other parameters. */
export function writeMapPosition({ lat, lng, zoom }: MapPosition, parameters = new URLSearchParams()): URLSearchParams {
  const digits = Math.min(6, Math.max(1, Math.ceil(zoom / 3)))
  const trim = (value: number, places: number) => String(Number(value.toFixed(places)))
  const written = new URLSearchParams(parameters)
  written.set('lat', trim(lat, digits))
  written.set('lng', trim(lng, digits))
  written.set('z', trim(zoom, 2))
  return written
}
