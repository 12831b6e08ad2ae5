import { toCoarsePosition } from '#app/features/map/coarse-position.ts'
import { findBounds } from '#app/features/map/map-view.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { ExploreResponse } from './explore-response.ts'
import type { ExploreRequest } from './explore-view.ts'
import { noFilter } from './filters/spot-filter.ts'

/** About 60 km from the middle to the edge, less in the north. */
const AREA = { zoom: 9, width: 800, height: 800 }
/** The maximum number of pages of 30 spots to read, where many spots surround the position. */
const MAX_PAGES = 4

/**
 * Returns the spots nearest to a position, nearest first; a single one farther away if the surroundings have none.
 * Requests the spots around the middle of the 2 km cell that contains the position, and computes the distances in the
 * browser.
 */
export async function listSpotsAround(
  position: Point,
  count: number,
  fetchPage: (request: ExploreRequest) => Promise<ExploreResponse>,
): Promise<SpotSummary[]> {
  const center = toCoarsePosition(position)
  const request = {
    bounds: findBounds({ center, ...AREA }),
    zoom: AREA.zoom,
    filter: { ...noFilter, sort: 'nearest' as const },
    from: center,
  }
  const found: SpotSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { view, nearest } = await fetchPage({ ...request, cursor })
    if (page === 0 && view.spots.length === 0) return nearest ? [nearest] : []
    found.push(...view.spots)
    found.sort((a, b) => distanceMeters(position, a) - distanceMeters(position, b))
    if (view.cursor === null || isComplete(found, view.spots.at(-1))) break
    cursor = view.cursor
  }
  return found.slice(0, count)

  /** True if every spot that was not read is farther from the position than the ones to return. */
  function isComplete(sorted: SpotSummary[], farthestRead: SpotSummary | undefined): boolean {
    const last = sorted[count - 1]
    if (!last || !farthestRead) return false
    const aside = distanceMeters(position, center)
    return distanceMeters(center, farthestRead) - aside >= distanceMeters(position, last)
  }
}
