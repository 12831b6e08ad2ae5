import { useSearchParams } from 'react-router'
import { PlainFilters } from './filters/plain-filters.tsx'
import { SpotSheetCard } from './map/spot-sheet-card.tsx'
import { ProfilePanel } from './profile/profile-panel.tsx'
import type { ShownProfile } from './profile/profile-start.server.ts'
import { EmptyResults } from './results/empty-results.tsx'
import { ResultsHead } from './results/results-head.tsx'
import { ResultsList } from './results/results-list.tsx'
import { ResultsSheet } from './results/results-sheet.tsx'
import type { SheetStop } from './results/sheet-stops.ts'
import { StackList } from './stack/stack-list.tsx'
import type { ExploreStartPage } from './start-page.server.ts'
import { hasFilterForm, linkToNextPage } from './state/plain-pages.ts'
import type { Explore } from './use-explore.ts'

/** The list beside the map: the spots in view, those of an open stack, or a member's profile with their spots. */
export function ExploreResults({
  explore,
  start,
  shown,
}: {
  explore: Explore
  start: ExploreStartPage
  shown: ShownProfile | null
}) {
  const { address, loaded, stacks, selected, summary, origin, isEmpty, setActiveId } = explore
  const [parameters] = useSearchParams()
  const { cursor } = loaded.response.view
  const stack = stacks.stack?.shape === 'sheet' ? stacks.stack : null
  // An empty view shows the nearest spot, which is not in view.
  const listName = isEmpty ? 'No spots in view' : 'Spots in view'
  const list = isEmpty ? (
    <EmptyResults
      address={address}
      nearest={loaded.response.nearest}
      origin={origin}
      place={address.place ?? start.place}
    />
  ) : (
    <ResultsList
      spots={explore.spots}
      selected={selected}
      selectedId={address.selectedId}
      activeId={explore.activeId}
      from={origin.isFarOut ? null : origin}
      state={loaded.state}
      moreState={loaded.moreState}
      hasMore={loaded.hasMore}
      nextPage={cursor && linkToNextPage(parameters, address.place ?? start.place, cursor)}
      onRetry={loaded.retry}
      onMore={() => void loaded.loadMore()}
      onActive={setActiveId}
    />
  )
  const card = selected && !stack && (
    <SpotSheetCard spot={selected} from={origin} onClose={() => address.select(null)} />
  )
  const content = shown ? (
    <ProfilePanel shown={shown} isEmpty={isEmpty} address={address}>
      {list}
    </ProfilePanel>
  ) : (
    list
  )
  return (
    <ResultsSheet
      key={address.filter.by}
      label={shown ? 'Profile' : listName}
      firstStop={chooseFirstStop(parameters, shown !== null)}
      showsCard={Boolean(card)}
      head={
        !isEmpty &&
        !shown &&
        !stack && <ResultsHead summary={summary} origin={origin} request={loaded.shown} filter={address.filter} />
      }
    >
      <PlainFilters filter={address.filter} />
      {card}
      {stack ? (
        <StackList stack={stack} onClose={stacks.close} onRetry={stacks.retry} onHover={setActiveId} />
      ) : (
        content
      )}
    </ResultsSheet>
  )
}

function chooseFirstStop(parameters: URLSearchParams, isProfile: boolean): SheetStop {
  if (hasFilterForm(parameters)) return 'full'
  return isProfile ? 'half' : 'peek'
}
