import { useMemo, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import { containsPosition } from '#app/features/explore/position/map-bounds.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import { chooseOrigin, sortFromHere } from './distance-origin.ts'
import { ExploreLinks } from './explore-links.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { MapPanel } from './map/map-panel.tsx'
import { SpotSheetCard } from './map/spot-sheet-card.tsx'
import { createProfileMarks } from './profile/profile-marks.tsx'
import { isOpenProfile } from './profile/profile-page.ts'
import { ProfilePanel } from './profile/profile-panel.tsx'
import type { ShownProfile } from './profile/profile-start.server.ts'
import { EmptyResults } from './results/empty-results.tsx'
import { ResultsHead } from './results/results-head.tsx'
import { ResultsList } from './results/results-list.tsx'
import { ResultsSheet } from './results/results-sheet.tsx'
import { StackList } from './stack/stack-list.tsx'
import { useDismiss } from './stack/use-dismiss.ts'
import { useStack } from './stack/use-stack.ts'
import type { ExploreStartPage } from './start-page.server.ts'
import { useBackLayer } from './state/use-back-layer.ts'
import { useExploreMap } from './state/use-explore-map.ts'
import { useExploreResponse } from './state/use-explore-response.ts'
import { useExploreUrl } from './state/use-explore-url.ts'
import { useNewSpots } from './state/use-new-spots.ts'
import { useSelectedSpot } from './state/use-selected-spot.ts'

const SKIP_LINKS = [
  { href: '#results', label: 'Skip to the list' },
  { href: '#map', label: 'Skip to the map' },
] as const

/** The map and the list of the spots in view, or of a member's spots below their profile. */
export function ExploreScreen({ start, shown }: { start: ExploreStartPage; shown: ShownProfile | null }) {
  const address = useExploreUrl()
  const { filter, selectedId, select } = address
  const map = useExploreMap(address, start)
  // The tabs with lists and stories show their own places, wherever the map is.
  const hasFixedMarks = shown !== null && (shown.tab !== 'spots' || !isOpenProfile(shown.profile))
  const answer = useExploreResponse(start, hasFixedMarks ? null : map.request)
  const { response, more } = answer
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
  const active = spots.find(({ id }) => id === activeId)
  const summary = summarize(response)
  const origin = chooseOrigin(here, response, { zoom: answer.shown.zoom, sort: filter.sort })
  const newCount = useNewSpots(answer.shown, response)
  const isEmpty = response.view.total.n === 0
  const profileMarks = useMemo(() => shown && hasFixedMarks && createProfileMarks(shown), [shown, hasFixedMarks])
  // An empty view shows the nearest spot, which is not in view.
  const listName = isEmpty ? 'No spots in view' : 'Spots in view'
  const list = isEmpty ? (
    <EmptyResults address={address} nearest={response.nearest} origin={origin} place={address.place ?? start.place} />
  ) : (
    <ResultsList
      spots={spots}
      selected={selected}
      selectedId={selectedId}
      activeId={activeId}
      from={origin.isFarOut ? null : origin}
      state={answer.state}
      moreState={answer.moreState}
      hasMore={answer.hasMore}
      onRetry={answer.retry}
      onMore={() => void answer.loadMore()}
      onActive={setActiveId}
    />
  )
  const profile = shown && (
    <ProfilePanel shown={shown} isEmpty={isEmpty} address={address}>
      {list}
    </ProfilePanel>
  )
  const sheetStack = stacks.stack?.shape === 'sheet' ? stacks.stack : null
  const content = sheetStack ? (
    <StackList stack={sheetStack} onClose={stacks.close} onRetry={stacks.retry} onHover={setActiveId} />
  ) : (
    (profile ?? list)
  )
  return (
    <div className="explore">
      {!shown && <ExploreLinks filter={filter} />}
      <SkipLinks links={SKIP_LINKS} />
      <FilterBar address={address} />
      <ResultsSheet
        key={filter.by}
        label={shown ? 'Profile' : listName}
        firstStop={shown ? 'half' : 'peek'}
        head={
          !isEmpty &&
          !shown &&
          !sheetStack && <ResultsHead summary={summary} origin={origin} request={answer.shown} filter={filter} />
        }
      >
        {selected && !sheetStack && <SpotSheetCard spot={selected} from={origin} onClose={() => select(null)} />}
        {content}
      </ResultsSheet>
      <div className="explore-map on-map" id="map" tabIndex={-1}>
        <MapPanel
          start={start.picture}
          goTo={map.goTo}
          response={response}
          fixedMarks={profileMarks || undefined}
          request={answer.shown}
          summary={summary}
          selectedId={selectedId}
          selected={selected}
          active={active}
          origin={origin}
          searchesOnMove={map.searchesOnMove}
          hasLeft={map.hasLeft}
          onRest={(state) => {
            if (selected && !containsPosition(state.bounds, selected.lng, selected.lat)) select(null)
            map.handleRest(state)
          }}
          here={here}
          onNearMe={map.handleNearMe}
          onSelect={select}
          onHover={setActiveId}
          onLookCloser={map.lookCloser}
          stacks={stacks}
          onSearchesOnMove={map.setSearchesOnMove}
          onSearchHere={map.searchHere}
        />
        <NewItems
          className="explore-new-spots"
          text={newCount > 0 ? `${formatCount(newCount, 'new spot')} here` : ''}
          onShow={answer.retry}
        />
      </div>
    </div>
  )
}

function summarize({ view: { total } }: ExploreResponse): string {
  if (total.n === 0) return 'No spots here yet'
  return `${total.exact ? '' : 'about '}${formatCount(total.n, 'spot')} in view`
}
