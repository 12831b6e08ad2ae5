import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { getHttp } from '#app/platform/http/http-client.ts'
import { type ExploreRequest, ExploreView } from './explore-view.ts'
import { writeExploreViewUrl } from './explore-view-url.ts'
import { accessIds, type SpotFilter } from './filters/spot-filter.ts'

/**
 * The point from which distances are measured: the visitor's position, else a large city in the middle of the view,
 * else its middle (without a name).
 */
const ExploreOrigin = v.object({ name: v.nullable(v.string()), lng: v.number(), lat: v.number() })

/** The data of the explore screen: `explore_page` in the database. */
export const ExploreResponse = v.object({
  view: ExploreView,
  origin: ExploreOrigin,
  /** The public spot nearest to the middle, regardless of the filters; only if the view is empty. */
  nearest: v.nullable(SpotSummary),
})

const Place = v.object({ lng: v.number(), lat: v.number() })

/** The explore screen for a URL without a position: `explore_start` in the database. */
const ExploreStart = v.union([
  /** Set if the search text is the name of a city. */
  v.object({ city: Place }),
  /** Set if the search text contains the name of a category: "free museums in Paris". */
  v.object({
    category: v.object({
      category: v.picklist(categoryIds),
      access: v.nullable(v.picklist(accessIds)),
      city: v.nullable(Place),
    }),
  }),
  /** Set if no spot matches the search text: the corrected spelling. */
  v.object({ words: v.string() }),
  /** The view that fits all matching spots. */
  v.object({
    position: v.object({ lng: v.number(), lat: v.number(), zoom: v.number() }),
    bounds: v.object({ west: v.number(), south: v.number(), east: v.number(), north: v.number() }),
    page: ExploreResponse,
  }),
])

export type ExploreResponse = v.InferOutput<typeof ExploreResponse>
export type ExploreStart = v.InferOutput<typeof ExploreStart>

/** Fetches a view from the web server, in the browser. Throws on failure and when aborted. */
export async function fetchExploreResponse(request: ExploreRequest, signal: AbortSignal): Promise<ExploreResponse> {
  return v.parse(ExploreResponse, await getHttp()(`/explore/view.json?${writeExploreViewUrl(request)}`, { signal }))
}

/** Returns a view from the database. Throws DataError. */
export async function getExploreResponse(client: Supabase, request: ExploreRequest): Promise<ExploreResponse> {
  return v.parse(ExploreResponse, await getRawExploreResponse(client, request))
}

/** Returns a view unparsed, for callers that only forward it. Throws DataError. */
export async function getRawExploreResponse(
  client: Supabase,
  { bounds, zoom, filter, from, cursor, pageSize }: ExploreRequest,
): Promise<unknown> {
  const page = withoutUndefined({ near_lng: from?.lng, near_lat: from?.lat, cursor, page_size: pageSize })
  const asked = { ...bounds, zoom, ...toArguments(filter), ...page }
  if (filter.by !== null) return takeData(await client.rpc('explore_member_page', { by: filter.by, ...asked }))
  return takeData(await client.rpc('explore_page', asked))
}

/** Returns the view to start with on a map of a size in pixels. Throws DataError. */
export async function getExploreStart(
  client: Supabase,
  filter: SpotFilter,
  { width, height }: { width: number; height: number },
): Promise<ExploreStart> {
  const asked = { map_width: width, map_height: height, ...toArguments(filter) }
  const response =
    filter.by === null
      ? await client.rpc('explore_start', asked)
      : await client.rpc('explore_member_start', { by: filter.by, ...asked })
  return v.parse(ExploreStart, takeData<unknown>(response))
}

function toArguments(filter: SpotFilter) {
  const someOf = <T>(list: T[]) => (list.length > 0 ? list : undefined)
  return withoutUndefined({
    categories: someOf(filter.categories),
    min_rating: filter.minRating ?? undefined,
    has_photos: filter.hasPhotos || undefined,
    access: someOf(filter.access),
    tags: someOf(filter.tags),
    q: filter.words || undefined,
    sort: filter.sort,
  })
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
