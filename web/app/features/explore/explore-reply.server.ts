import * as v from 'valibot'
import { wrapLongitude } from '#app/features/map/map-view.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { type ExploreOrigin, ExploreReply } from './explore-reply.ts'
import { askExploreView, type ExploreRequest } from './explore-view.ts'
import { type MapBounds, widthInDegrees } from './map-bounds.ts'

const Count = v.looseObject({ total: v.looseObject({ n: v.number() }) })

/** Smaller ones say little to somebody who looks at a region. */
const CITY_POPULATION = 50_000
/** From further out no single city is "where this is". */
const CITY_ZOOM = 5

/** What the screen shows of a view, parsed. Throws DataError. */
export async function getExploreReply(client: Supabase, request: ExploreRequest): Promise<ExploreReply> {
  return v.parse(ExploreReply, await askExploreReply(client, request))
}

/** The same as it comes over the wire: the browser parses it. */
export async function askExploreReply(client: Supabase, request: ExploreRequest): Promise<unknown> {
  const finding = findOrigin(client, request)
  // "Nearest" counts from the same place that the list names.
  const from = request.filter.sort === 'nearest' ? await finding : request.from
  const [view, origin] = await Promise.all([askExploreView(client, { ...request, from }), finding])
  const isEmpty = v.is(Count, view) && view.total.n === 0
  return { view, origin, nearest: isEmpty ? await askNearestSpot(client, middleOf(request.bounds)) : null }
}

async function findOrigin(client: Supabase, { bounds, zoom, from }: ExploreRequest): Promise<ExploreOrigin> {
  if (from) return { name: null, ...from }
  const city = zoom < CITY_ZOOM ? null : await findMiddleCity(client, bounds)
  return city ?? { name: null, ...middleOf(bounds) }
}

/** The largest city in the middle third of a view; null over the antimeridian, where there is none of that size. */
async function findMiddleCity(client: Supabase, bounds: MapBounds): Promise<ExploreOrigin | null> {
  const { lng, lat } = middleOf(bounds)
  const [reachLng, reachLat] = [widthInDegrees(bounds) / 6, (bounds.north - bounds.south) / 6]
  return findData(
    await client
      .from('cities')
      .select('name, lng, lat')
      .gte('population', CITY_POPULATION)
      .gte('lng', lng - reachLng)
      .lte('lng', lng + reachLng)
      .gte('lat', lat - reachLat)
      .lte('lat', lat + reachLat)
      .order('population', { ascending: false })
      .limit(1)
      .maybeSingle(),
  )
}

async function askNearestSpot(client: Supabase, { lng, lat }: { lng: number; lat: number }): Promise<unknown> {
  const [nearest] = v.parse(
    v.array(v.unknown()),
    takeData(await client.rpc('list_nearest_spots', { lng, lat, most: 1 })),
  )
  return nearest ?? null
}

function middleOf(bounds: MapBounds): { lng: number; lat: number } {
  const lng = wrapLongitude(bounds.west + widthInDegrees(bounds) / 2)
  return { lng, lat: (bounds.south + bounds.north) / 2 }
}
