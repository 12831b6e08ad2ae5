import { useMemo, useState } from 'react'
import { href, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { ExploreReply } from '#app/features/explore/explore-reply.ts'
import { containsPosition } from '#app/features/explore/map-bounds.ts'
import { findMapPosition } from '#app/features/explore/map-position.ts'
import { parseSpotFilter } from '#app/features/explore/spot-filter.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import type { Route } from './+types/explore.ts'
import { EmptyResults } from './empty-results.tsx'
import { FilterBar } from './filter-bar.tsx'
import { MapPanel } from './map-panel.tsx'
import { ResultsList } from './results-list.tsx'
import { ResultsSheet } from './results-sheet.tsx'
import { getExploreStartPage } from './start-page.server.ts'
import { useExploreMap } from './use-explore-map.ts'
import { useExploreReply } from './use-explore-reply.ts'
import { useExploreUrl } from './use-explore-url.ts'
import { useNewSpots } from './use-new-spots.ts'
import { useSelectedSpot } from './use-selected-spot.ts'
import './explore.css'
import './new-spots.css'

const DESCRIPTION = 'Every spot on one map, with a list beside it: zoom anywhere, filter by category, rating and tags.'
const SKIP_LINKS = [
  { href: '#results', label: 'Skip to the list' },
  { href: '#map', label: 'Skip to the map' },
] as const

export const handle: ScreenHandle = { fillsWindow: true }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const filter = parseSpotFilter(url.searchParams)
  return await getExploreStartPage(supabase, { url, headers: request.headers, filter })
}

/** Once the map has a position, the browser fetches views itself. Only an address without one needs the server. */
export function shouldRevalidate({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && findMapPosition(nextUrl.searchParams) === null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Explore the map | Hereabouts' },
  { name: 'description', content: DESCRIPTION },
  { property: 'og:title', content: 'Explore the map' },
  { property: 'og:description', content: DESCRIPTION },
  { property: 'og:type', content: 'website' },
]

export default function Explore({ loaderData: start }: Route.ComponentProps) {
  const { siteUrl } = useAppSettings()
  const address = useExploreUrl()
  const { filter, selectedId, select } = address
  const map = useExploreMap(address, start.place)
  const answer = useExploreReply(start, map.request)
  const { reply, more } = answer
  const spots = useMemo(() => [...reply.view.spots, ...more], [reply, more])
  const selected = useSelectedSpot(selectedId, spots, reply, filter)
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = spots.find(({ id }) => id === activeId)
  const summary = summarize(reply)
  const origin = { ...reply.origin, name: nameOrigin(reply, map.isHere) }
  const newCount = useNewSpots(answer.shown, reply)
  const isEmpty = reply.view.total.n === 0
  return (
    <div className="explore">
      <link rel="canonical" href={`${siteUrl}${href('/explore')}`} />
      <SkipLinks links={SKIP_LINKS} />
      <FilterBar address={address} />
      <ResultsSheet
        label="Spots in view"
        head={
          !isEmpty && (
            <>
              <h1 className="title explore-count">{summary}</h1>
              <p className="explore-origin">from {origin.name}</p>
            </>
          )
        }
      >
        {isEmpty ? (
          <EmptyResults
            address={address}
            nearest={reply.nearest}
            origin={origin}
            place={address.place ?? start.place}
          />
        ) : (
          <ResultsList
            spots={spots}
            selected={selected}
            selectedId={selectedId}
            activeId={activeId}
            from={origin}
            state={answer.state}
            moreState={answer.moreState}
            hasMore={answer.hasMore}
            onRetry={answer.retry}
            onMore={() => void answer.loadMore()}
            onActive={setActiveId}
          />
        )}
      </ResultsSheet>
      <div className="explore-map on-map" id="map" tabIndex={-1}>
        <MapPanel
          start={{ center: start.place, zoom: start.place.zoom }}
          goTo={map.goTo}
          reply={reply}
          zoom={answer.shown.zoom}
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
          onNearMe={map.handleNearMe}
          onSelect={select}
          onHover={setActiveId}
          onLookCloser={map.lookCloser}
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

function summarize({ view: { total } }: ExploreReply): string {
  if (total.n === 0) return 'No spots here yet'
  return `${total.exact ? '' : 'about '}${formatCount(total.n, 'spot')} in view`
}

function nameOrigin({ origin }: ExploreReply, isHere: boolean): string {
  if (isHere) return 'where you are'
  return origin.name ?? 'the middle'
}
