import * as v from 'valibot'
import { categoryIds, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { SpotFilter } from './filters/spot-filter.ts'
import type { MapBounds } from './position/map-bounds.ts'

const MarkedSpot = v.object({
  n: v.literal(1),
  id: v.string(),
  /** Missing in crowded views, where the spot has no mark of its own. */
  slug: v.optional(v.string()),
  title: v.optional(v.string()),
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
  /** The category of the best spot if all of them lie at one point, so that no zoom separates them. */
  stack: v.optional(v.picklist(categoryIds)),
})

/** A view of the map: `explore_view` in the database. */
export const ExploreView = v.object({
  // A union would try both and describe each failure, for hundreds of clusters.
  clusters: v.array(
    v.lazy((item): typeof MarkedSpot | typeof Cluster =>
      typeof item === 'object' && item !== null && 'id' in item ? MarkedSpot : Cluster,
    ),
  ),
  /** `exact` is false if the number is an estimate, which is shown with "about". */
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
  /** Continues the list after an earlier response to the same request. */
  cursor?: string | undefined
  pageSize?: number | undefined
}

/** Returns true if a mark is a single spot and not a cluster. */
export function isMarkedSpot(item: MarkedSpot | SpotCluster): item is MarkedSpot {
  return 'id' in item
}
