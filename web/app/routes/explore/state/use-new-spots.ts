import { useRef } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { findNewestPublication, listNewSpots } from '#app/features/explore/list-new-spots.ts'
import { containsPosition } from '#app/features/explore/position/map-bounds.ts'
import type { LiveRow, LiveTopic } from '#app/features/live-updates/live-topic.ts'
import { useLiveCount } from '#app/features/live-updates/use-live-count.ts'
import { useViewer } from '#app/platform/root-data.ts'

const PUBLISHED_SPOTS: LiveTopic = {
  table: 'spots',
  event: '*',
  filter: 'status=eq.published',
  columns: ['id', 'lng', 'lat', 'published_at'],
}

/** The times of publication that decide which spots are new. Undefined until they are loaded. */
interface Horizon {
  response: ExploreResponse
  /** The newest spot when the view was loaded. */
  since: string | undefined
  /** The newest spot that was announced, in view or not. */
  newest: string | undefined
}

/** Returns the number of spots that have appeared in the view, with its filters, since it was loaded. */
export function useNewSpots(request: ExploreRequest, response: ExploreResponse): number {
  const viewer = useViewer()
  const horizon = useRef<Horizon>({ response, since: undefined, newest: undefined })
  if (horizon.current.response !== response) {
    horizon.current = { response, since: horizon.current.newest, newest: horizon.current.newest }
  }
  return useLiveCount(
    viewer && request.filter.by === null ? PUBLISHED_SPOTS : null,
    response,
    async (supabase) => {
      const { since } = horizon.current
      if (since === undefined) {
        const newest = (await findNewestPublication(supabase)) ?? '1970-01-01'
        horizon.current = { response, since: newest, newest }
        return 0
      }
      const shown = new Set(response.view.spots.map(({ id }) => id))
      return (await listNewSpots(supabase, request, since)).filter((id) => !shown.has(id)).length
    },
    (row) => concernsView(row, request, horizon.current),
  )
}

/** Returns true for a spot that was published in the view. Remembers the time of every spot. */
function concernsView({ lng, lat, published_at }: LiveRow, { bounds }: ExploreRequest, horizon: Horizon): boolean {
  if (typeof published_at !== 'string' || typeof lng !== 'number' || typeof lat !== 'number') return false
  const isNew = horizon.since === undefined || published_at > horizon.since
  if (horizon.newest === undefined || published_at > horizon.newest) horizon.newest = published_at
  return isNew && containsPosition(bounds, lng, lat)
}
