import * as v from 'valibot'
import type { Narrow } from './spot-pages.ts'

const Degrees = v.pipe(v.string(), v.regex(/^-?\d{1,4}(\.\d{1,20})?$/), v.transform(Number))
const Latitude = v.pipe(Degrees, v.minValue(-90), v.maxValue(90))
const Bounds = v.strictTuple([Degrees, Latitude, Degrees, Latitude])

interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Parses `west,south,east,north`. Null without a text. */
export function parseBounds(text: string | null): Box | null | 'invalid' {
  if (text === null) return null
  const parsed = v.safeParse(Bounds, text.split(','))
  if (!parsed.success) return 'invalid'
  const [west, south, east, north] = parsed.output
  if (south > north) return 'invalid'
  if (east - west >= 360) return { west: -180, south, east: 180, north }
  // The eastern edge may lie on the antimeridian. A western edge there is -180 instead.
  return {
    west: west - 360 * Math.floor((west + 180) / 360),
    south,
    east: east - 360 * Math.ceil((east - 180) / 360),
    north,
  }
}

/** Narrows a query to the spots inside bounds, which may cross the antimeridian. */
export function withinBounds(query: Parameters<Narrow>[0], { west, south, east, north }: Box): ReturnType<Narrow> {
  const between = query.gte('lat', south).lte('lat', north)
  return west <= east ? between.gte('lng', west).lte('lng', east) : between.or(`lng.gte.${west},lng.lte.${east}`)
}
