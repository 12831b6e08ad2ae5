import { useEffect, useState } from 'react'
import type { ExploreReply } from '#app/features/explore/explore-reply.ts'
import { fetchExploreReply } from '#app/features/explore/explore-reply.ts'
import { type ExploreRequest, isMarkedSpot } from '#app/features/explore/explore-view.ts'
import { boundsAround } from '#app/features/explore/explore-view-url.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'

/** From here on the server gives spots themselves. */
const STREET_ZOOM = 20

/**
 * The selected spot in full. The list holds only the first ones of a view, so a mark that is not in it is asked for: the view of
 * its position. Undefined while that is under way and when it cannot be found.
 */
export function useSelectedSpot(
  id: string | null,
  spots: SpotSummary[],
  reply: ExploreReply,
  filter: ExploreRequest['filter'],
): SpotSummary | undefined {
  const [found, setFound] = useState<SpotSummary>()
  const listed = spots.find((spot) => spot.id === id)
  const known = listed ?? (found?.id === id ? found : undefined)
  const mark =
    known || id === null ? undefined : reply.view.clusters.filter(isMarkedSpot).find((item) => item.id === id)
  const [lng, lat] = [mark?.lng, mark?.lat]

  useEffect(() => {
    if (lng === undefined || lat === undefined) return
    const calling = new AbortController()
    fetchExploreReply({ bounds: boundsAround({ lng, lat }), zoom: STREET_ZOOM, filter }, calling.signal)
      .then(({ view }) => setFound(view.spots.find((spot) => spot.id === id)))
      // The mark stays selected, with its name; only the card is missing.
      .catch(() => undefined)
    return () => calling.abort()
  }, [id, lng, lat, filter])

  return known
}
