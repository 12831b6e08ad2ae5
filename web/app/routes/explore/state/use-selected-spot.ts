import { useEffect, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import { fetchExploreResponse } from '#app/features/explore/explore-response.ts'
import { type ExploreRequest, isMarkedSpot } from '#app/features/explore/explore-view.ts'
import { boundsAround } from '#app/features/explore/explore-view-url.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'

/** From this zoom on the server returns single spots. */
const STREET_ZOOM = 20

/**
 * Returns the selected spot. The list contains only the first spots of a view, so other spots are fetched by a view of
 * their position. Undefined while loading and if it cannot be found.
 */
export function useSelectedSpot(
  id: string | null,
  spots: SpotSummary[],
  response: ExploreResponse,
  filter: ExploreRequest['filter'],
): SpotSummary | undefined {
  const [found, setFound] = useState<SpotSummary>()
  const listed = spots.find((spot) => spot.id === id)
  const known = listed ?? (found?.id === id ? found : undefined)
  const mark =
    known || id === null ? undefined : response.view.clusters.filter(isMarkedSpot).find((item) => item.id === id)
  const [lng, lat] = [mark?.lng, mark?.lat]

  useEffect(() => {
    if (lng === undefined || lat === undefined) return
    const calling = new AbortController()
    fetchExploreResponse({ bounds: boundsAround({ lng, lat }), zoom: STREET_ZOOM, filter }, calling.signal)
      .then(({ view }) => setFound(view.spots.find((spot) => spot.id === id)))
      // The marker stays selected with its name; only the card is missing.
      .catch(() => undefined)
    return () => calling.abort()
  }, [id, lng, lat, filter])

  return known
}
