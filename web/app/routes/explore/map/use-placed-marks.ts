import { useMemo, useRef } from 'react'
import type { ExploreRequest, ExploreView } from '#app/features/explore/explore-view.ts'
import { isMarkedSpot } from '#app/features/explore/explore-view.ts'
import { type PlacedMark, placeItems } from '#app/features/explore/marks/place-items.ts'
import { reuseMarkIds } from '#app/features/explore/marks/reuse-mark-ids.ts'
import { viewOfBounds } from '#app/features/explore/position/map-bounds.ts'

/**
 * Places the markers of a response. The selected spot is left out, because it has its own marker. A marker keeps its id
 * from one response to the next as long as it stands for mostly the same spots.
 */
export function usePlacedMarks(
  clusters: ExploreView['clusters'],
  { bounds, zoom }: Pick<ExploreRequest, 'bounds' | 'zoom'>,
  selectedId: string | null,
): PlacedMark[] {
  const last = useRef<PlacedMark[]>([])
  return useMemo(() => {
    const others =
      selectedId === null ? clusters : clusters.filter((item) => !isMarkedSpot(item) || item.id !== selectedId)
    const placed = reuseMarkIds(placeItems(others, viewOfBounds(bounds, zoom)), last.current)
    last.current = placed
    return placed
  }, [clusters, bounds, zoom, selectedId])
}
