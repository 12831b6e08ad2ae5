import { useRef } from 'react'
import { containsPosition } from '#app/features/explore/position/map-bounds.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import type { MapMarker } from '#app/features/map/live/engine/map-state.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { MapPanel } from './map/map-panel.tsx'
import type { ExploreStartPage } from './start-page.server.ts'
import type { Explore } from './use-explore.ts'

/** The map of the explore screen, and the button for new spots in view. */
export function ExploreMap({
  explore,
  start,
  fixedMarks,
}: {
  explore: Explore
  start: ExploreStartPage
  /** Shown instead of the spots in view, wherever the map is. */
  fixedMarks: MapMarker[] | undefined
}) {
  const { address, map, loaded, selected, activeId, newCount, setActiveId } = explore
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className="explore-map on-map" id="map" tabIndex={-1} ref={place}>
      <MapPanel
        start={start.picture}
        goTo={map.goTo}
        response={loaded.response}
        fixedMarks={fixedMarks}
        request={loaded.shown}
        summary={explore.summary}
        selectedId={address.selectedId}
        selected={selected}
        active={explore.spots.find(({ id }) => id === activeId)}
        origin={explore.origin}
        searchesOnMove={map.searchesOnMove}
        hasLeft={map.hasLeft}
        onRest={(state) => {
          if (selected && !containsPosition(state.bounds, selected.lng, selected.lat)) address.select(null)
          map.handleRest(state)
        }}
        here={map.here}
        onNearMe={map.handleNearMe}
        onSelect={address.select}
        onHover={setActiveId}
        onLookCloser={map.lookCloser}
        stacks={explore.stacks}
        onSearchesOnMove={map.setSearchesOnMove}
        onSearchHere={map.searchHere}
      />
      <NewItems
        className="explore-new-spots"
        text={newCount > 0 ? `${formatCount(newCount, 'new spot')} here` : ''}
        onShow={() => {
          // The button disappears with the response.
          place.current?.focus({ preventScroll: true })
          loaded.retry()
        }}
      />
    </div>
  )
}
