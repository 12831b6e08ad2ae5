import { useEffect, useMemo, useRef, useState } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { parseSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import { PlainFilters } from '../filters/plain-filters.tsx'
import { ResultsSheet } from '../results/results-sheet.tsx'
import { ListEdit } from './edit/list-edit.tsx'
import { ListHeader } from './header/list-header.tsx'
import { ListLinks } from './header/list-links.tsx'
import type { ListResponse } from './list-action.server.ts'
import { ListDialogs } from './list-dialogs.tsx'
import { filterItems, NOT_BEEN } from './list-filter.ts'
import { ListFilterBar } from './list-filter-bar.tsx'
import { ListMap } from './list-map.tsx'
import { orderItems, parseListOrder } from './list-order.ts'
import { mayEdit } from './list-page.ts'
import type { ListStart } from './list-start.server.ts'
import { ListStops } from './list-stops.tsx'
import { fitItems, measureFrame } from './list-view.ts'
import { MoreItems } from './more-items.tsx'
import { InvitationPage } from './people/invitation-page.tsx'
import { useLiveList } from './use-live-list.ts'

const SKIP_LINKS = [
  { href: '#results', label: 'Skip to the list' },
  { href: '#map', label: 'Skip to the map' },
] as const

/** A list as a filter of Explore: its page beside the map, to read or to edit. */
export function ListScreen({ start }: { start: ListStart }) {
  if (start.kind === 'invitation') return <InvitationPage invitation={start.invitation} />
  return <OpenList key={start.page.list.id} start={start} />
}

function OpenList({ start }: { start: Extract<ListStart, { kind: 'list' }> }) {
  const { page, now } = start
  const [parameters] = useSearchParams()
  const [place, setPlace] = useState(start.place)
  const [first, setFirst] = useState(start.place)
  const map = useRef<HTMLDivElement>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  useLiveList(page)
  // The map starts after this effect, where the window shows all spots.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    if (map.current) setFirst(fitItems(page.items, measureFrame(map.current)))
  }, [])
  const isEditing = parameters.get('edit') === '1' && mayEdit(page)
  const shown = useMemo(() => {
    const filter = isEditing ? parseSpotFilter(new URLSearchParams()) : parseSpotFilter(parameters)
    return filterItems(page.items, filter, !isEditing && parameters.get(NOT_BEEN.name) === NOT_BEEN.value)
  }, [page.items, parameters, isEditing])
  const order = parseListOrder(parameters)
  const ordered = useMemo(() => orderItems(shown, order, place), [shown, order, place])
  return (
    <div className="explore is-list">
      <ListLinks page={page} />
      <SkipLinks links={SKIP_LINKS} />
      <ListFilterBar page={page} place={place} isEditing={isEditing} />
      <ResultsSheet label={`List ${page.list.title}`} head={false} firstStop={isEditing ? 'full' : 'half'}>
        {isEditing ? (
          <>
            <PlainRejection />
            <ListEdit page={page} now={now} onActive={setActiveId} />
          </>
        ) : (
          <>
            <PlainFilters filter={parseSpotFilter(parameters)} />
            <PlainRejection />
            <ListHeader page={page} now={now} />
            {page.items.length === 0 && (
              <p className="list-empty">
                {mayEdit(page)
                  ? 'Nothing on this list yet. Save a spot to it, or add one here.'
                  : 'Nothing on this list yet.'}
              </p>
            )}
            {page.items.length > 0 && shown.length === 0 && (
              <p className="list-empty">No spot on this list matches the filters.</p>
            )}
            <ListStops
              items={ordered}
              role={page.role}
              selectedId={selectedId}
              activeId={activeId}
              now={now}
              onActive={setActiveId}
            />
          </>
        )}
        <MoreItems page={page} />
      </ResultsSheet>
      <div className="explore-map on-map" id="map" tabIndex={-1} ref={map}>
        <ListMap
          items={shown}
          place={first}
          selectedId={selectedId}
          activeId={activeId}
          onSelect={setSelectedId}
          onActive={setActiveId}
          onRest={setPlace}
        />
      </div>
      <ListDialogs page={page} />
    </div>
  )
}

/** The intents of buttons. Other forms show their own errors. */
const BUTTONS = ['been', 'copy', 'move', 'remove', 'cover']

/** Shows why a button was rejected without JavaScript. With it, a toast does. */
function PlainRejection() {
  const posted = useActionData<ListResponse | undefined>()
  const message = posted && BUTTONS.includes(posted.intent) && posted.rejection?.message
  return message && <Notice kind="bad">{message}</Notice>
}
