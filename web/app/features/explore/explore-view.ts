import * as v from 'valibot'
import { categoryIds, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { MapBounds } from './map-bounds.ts'
import type { SpotFilter } from './spot-filter.ts'

const MarkedSpot = v.object({
  n: v.literal(1),
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  category: v.picklist(categoryIds),
  lng: v.number(),
  lat: v.number(),
})

const Cluster = v.object({
  n: v.number(),
  lng: v.number(),
  lat: v.number(),
  /** The number of spots in each group, in the order of the groups. */
  groups: v.pipe(
    v.array(v.number()),
    v.transform(
      (counts) => Object.fromEntries(groupIds.map((id, place) => [id, counts[place] ?? 0])) as Record<GroupId, number>,
    ),
  ),
})

/** The reply of `explore_view` in the database. */
export const ExploreView = v.object({
  clusters: v.array(v.union([MarkedSpot, Cluster])),
  /** `exact` is false if the number is an estimate; then say "about". */
  total: v.object({ n: v.number(), exact: v.boolean() }),
  spots: v.array(SpotSummary),
  cursor: v.nullable(v.string()),
  version: v.number(),
})

/** A single spot on the map. */
export type MarkedSpot = v.InferOutput<typeof MarkedSpot>
/** Several spots on the map, drawn at their middle. It may stand for one spot if only its category is known. */
export type SpotCluster = v.InferOutput<typeof Cluster>
export type ExploreView = v.InferOutput<typeof ExploreView>

/**
 * A part of the map at a MapLibre zoom, with filters. "Nearest" is measured from `from`, or from the middle if absent.
 */
export interface ExploreRequest {
  bounds: MapBounds
  zoom: number
  filter: SpotFilter
  from?: { lng: number; lat: number } | undefined
  /** Continues the list after an earlier reply to the same request. */
  cursor?: string | undefined
  pageSize?: number | undefined
}

/** Fetches a view, on the server or in the browser. Throws DataError. */
export async function getExploreView(
  client: Supabase,
  request: ExploreRequest,
  signal?: AbortSignal,
): Promise<ExploreView> {
  return v.parse(ExploreView, await askExploreView(client, request, signal))
}

/** Fetches a view unparsed, for callers that only forward it. */
export async function askExploreView(
  client: Supabase,
  request: ExploreRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const call = client.rpc('explore_view', toArguments(request))
  return takeData(await (signal ? call.abortSignal(signal) : call))
}

function toArguments({ bounds, zoom, filter, from, cursor, pageSize }: ExploreRequest) {
  const someOf = <T>(list: T[]) => (list.length > 0 ? list : undefined)
  return withoutUndefined({
    ...bounds,
    zoom,
    categories: someOf(filter.kinds),
    min_rating: filter.minRating ?? undefined,
    has_photos: filter.hasPhotos || undefined,
    access: someOf(filter.access),
    tags: someOf(filter.tags),
    q: filter.words || undefined,
    sort: filter.sort,
    near_lng: from?.lng,
    near_lat: from?.lat,
    cursor,
    page_size: pageSize,
  })
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/** Returns true if a mark is a single spot and not a cluster. */
export function isMarkedSpot(item: MarkedSpot | SpotCluster): item is MarkedSpot {
  return 'id' in item
}
