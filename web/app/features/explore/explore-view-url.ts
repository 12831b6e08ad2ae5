import * as v from 'valibot'
import { MIN_ZOOM } from '#app/features/map/map-view.ts'
import type { ExploreRequest } from './explore-view.ts'
import { parseSpotFilter, writeSpotFilter } from './filters/spot-filter.ts'
import type { MapBounds } from './position/map-bounds.ts'

const Degrees = v.pipe(v.string(), v.regex(/^-?\d{1,4}(\.\d{1,20})?$/), v.transform(Number))
const Latitude = v.pipe(Degrees, v.minValue(-90), v.maxValue(90))

const Request = v.object({
  view: v.strictTuple([Degrees, Latitude, Degrees, Latitude]),
  z: v.pipe(Degrees, v.minValue(MIN_ZOOM), v.maxValue(24)),
  from: v.optional(v.strictTuple([Degrees, Latitude])),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(80))),
})

/** Enough digits for a tenth of a metre. */
const DIGITS = 6

/** Writes a view request as query parameters: `view=west,south,east,north&z=…`, the filters and the cursor. */
export function writeExploreViewUrl({ bounds, zoom, filter, from, cursor }: ExploreRequest): URLSearchParams {
  const { west, south, east, north } = bounds
  const join = (values: number[]) => values.map((value) => Number(value.toFixed(DIGITS))).join(',')
  const written = writeSpotFilter(filter)
  written.set('view', join([west, south, east, north]))
  written.set('z', String(Number(zoom.toFixed(2))))
  if (from) written.set('from', join([from.lng, from.lat]))
  if (cursor) written.set('cursor', cursor)
  return written
}

/** Parses a view request; null if it contains no valid part of the map. */
export function parseExploreViewUrl(parameters: URLSearchParams): ExploreRequest | null {
  const parsed = v.safeParse(Request, {
    view: parameters.get('view')?.split(','),
    z: parameters.get('z'),
    from: parameters.get('from')?.split(','),
    cursor: parameters.get('cursor') ?? undefined,
  })
  if (!parsed.success) return null
  const { view, z, from, cursor } = parsed.output
  const [west, south, east, north] = view
  if (south > north) return null
  return {
    bounds: { west, south, east, north },
    zoom: z,
    filter: parseSpotFilter(parameters),
    from: from && { lng: from[0], lat: from[1] },
    cursor,
  }
}

/** Returns bounds just large enough for one position, to list the spots there. */
export function boundsAround({ lng, lat }: { lng: number; lat: number }): MapBounds {
  const reach = 0.00002
  return {
    west: lng - reach,
    south: Math.max(-90, lat - reach),
    east: lng + reach,
    north: Math.min(90, lat + reach),
  }
}
