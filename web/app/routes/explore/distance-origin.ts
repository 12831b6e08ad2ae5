import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'

/** From this zoom on, distances are measured from a city, as in `explore_page`. */
const NAMED_ZOOM = 5

/** The point that distances are measured from. */
export interface DistanceOrigin extends Point {
  name: string
  /** True in a view of continents, where distances from its centre are meaningless. */
  isFarOut: boolean
}

/** Returns the viewer's position if it is known, otherwise the centre of the view. */
export function chooseOrigin(
  here: Point | undefined,
  { origin }: ExploreResponse,
  { zoom, sort }: { zoom: number; sort: SpotFilter['sort'] },
): DistanceOrigin {
  if (here) return { ...here, name: 'where you are', isFarOut: false }
  const isFarOut = origin.name === null && zoom < NAMED_ZOOM && sort !== 'nearest'
  return { ...origin, name: origin.name ?? 'the middle', isFarOut }
}

/** Sorts the spots by distance from the viewer, if the filter asks for that and their position is known. */
export function sortFromHere(spots: SpotSummary[], here: Point | undefined, sort: SpotFilter['sort']): SpotSummary[] {
  if (!here || sort !== 'nearest') return spots
  return spots.toSorted((a, b) => distanceMeters(here, a) - distanceMeters(here, b))
}
