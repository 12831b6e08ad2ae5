import { useMemo, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { chooseOrigin, sortFromHere } from './distance-origin.ts'
import { describeEmptyView } from './filters/filter-words.ts'
import { useDismiss } from './stack/use-dismiss.ts'
import { useStack } from './stack/use-stack.ts'
import type { ExploreStartPage } from './start-page.server.ts'
import { useBackLayer } from './state/use-back-layer.ts'
import { useExploreMap } from './state/use-explore-map.ts'
import { useExploreResponse } from './state/use-explore-response.ts'
import { useExploreUrl } from './state/use-explore-url.ts'
import { useNewSpots } from './state/use-new-spots.ts'
import { useSelectedSpot } from './state/use-selected-spot.ts'

/** The state that the list and the map of the explore screen share. */
export type Explore = ReturnType<typeof useExplore>

/** Combines URL, map and response. With `hasFixedMarks` the map shows given places and requests none. */
export function useExplore(start: ExploreStartPage, hasFixedMarks: boolean) {
  const address = useExploreUrl()
  const { filter, selectedId } = address
  const map = useExploreMap(address, start)
  const loaded = useExploreResponse(start, hasFixedMarks ? null : map.request)
  const { response, more } = loaded
  const { here } = map
  const spots = useMemo(
    () => sortFromHere([...response.view.spots, ...more], here, filter.sort),
    [response, more, here, filter.sort],
  )
  const stacks = useStack(filter)
  useDismiss(stacks.stack !== null, stacks.close)
  useBackLayer('stack', stacks.stack?.shape === 'sheet', stacks.close)
  const known = useMemo(() => [...spots, ...stacks.known], [spots, stacks.known])
  const selected = useSelectedSpot(selectedId, known, response, filter)
  const [activeId, setActiveId] = useState<string | null>(null)
  return {
    address,
    map,
    loaded,
    spots,
    stacks,
    selected,
    /** The spot under the pointer or the keyboard focus, in the list or on the map. */
    activeId,
    setActiveId,
    summary: summarize(response, filter),
    /** The point that distances are measured from. */
    origin: chooseOrigin(here, response, { zoom: loaded.shown.zoom, sort: filter.sort }),
    newCount: useNewSpots(loaded.shown, response),
    isEmpty: response.view.total.n === 0,
  }
}

function summarize({ view: { total } }: ExploreResponse, filter: SpotFilter): string {
  if (total.n === 0) return describeEmptyView(filter)
  return `${total.exact ? '' : 'about '}${formatCount(total.n, 'spot')} in view`
}
