import { type KeyboardEvent, useEffect, useRef } from 'react'
import { SpotListRow } from '#app/features/spots/cards/spot-list-row.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { moveByKey } from '#app/lib/list-keys.ts'
import type { SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Skeleton, SkeletonText } from '#app/ui/feedback/skeleton.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { ResponseState } from '../state/use-explore-response.ts'

/** The number of rows whose pictures are on the first screen. */
const FIRST_ROWS = 5

interface ResultsListProps {
  spots: SpotSummary[]
  /** Shown first if it is not in the list. */
  selected: SpotSummary | undefined
  selectedId: string | null
  /** The spot under the pointer or the keyboard focus, here or on the map. */
  activeId: string | null
  /** The point that distances are measured from. Null to show none. */
  from: (Point & { name: string }) | null
  state: ResponseState
  moreState: ResponseState
  hasMore: boolean
  /** The link to the next page without JavaScript, if there is one. */
  nextPage: SafeLinkProps['to'] | null
  onRetry: () => void
  onMore: () => void
  /** Called with the spot under the pointer or the keyboard focus. */
  onActive: (id: string | null) => void
}

/**
 * The spots in view as a list. Keyboard users browse the map with it: arrow keys move, Enter opens, and the marker of
 * the focused row is highlighted.
 */
export function ResultsList({ spots, selected, selectedId, from, ...props }: ResultsListProps) {
  const list = useRef<HTMLOListElement>(null)
  const hasScript = useHasScript()
  useEffect(() => {
    if (selectedId) list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  const rows = selected && !spots.some(({ id }) => id === selected.id) ? [selected, ...spots] : spots
  const handleKey = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.card-link') ?? [])]
    const current = links.findIndex((link) => link.matches(':focus'))
    const next = current < 0 ? null : moveByKey(event.key, current, links.length)
    if (next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <>
      {props.state === 'failed' && <FailedNotice onRetry={props.onRetry} />}
      <ol ref={list} className="explore-list" aria-busy={props.state === 'loading' || undefined} onKeyDown={handleKey}>
        {rows.map((spot, index) => (
          <SpotListRow
            key={spot.id}
            spot={spot}
            from={from}
            selected={spot.id === selectedId}
            className={spot.id === props.activeId ? 'is-highlighted' : ''}
            priority={index < FIRST_ROWS}
            onPointerEnter={() => props.onActive(spot.id)}
            onPointerLeave={() => props.onActive(null)}
            onFocus={() => props.onActive(spot.id)}
            onBlur={() => props.onActive(null)}
          />
        ))}
        {props.moreState === 'loading' && [0, 1, 2].map((row) => <WaitingRow key={row} />)}
      </ol>
      {props.hasMore && (
        <div className="explore-more">
          {props.moreState === 'failed' && <p role="alert">More spots could not be loaded.</p>}
          <Button
            className="needs-script"
            busy={props.moreState === 'loading'}
            busyLabel="Looking"
            onClick={props.onMore}
          >
            {props.moreState === 'failed' ? 'Try again' : 'Show more'}
          </Button>
          {!hasScript && props.nextPage && (
            <noscript>
              <LinkButton to={props.nextPage} rel="nofollow">
                Show more
              </LinkButton>
            </noscript>
          )}
        </div>
      )}
    </>
  )
}

function FailedNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="explore-failed">
      <Notice kind="bad" role="alert">
        <p>The list could not be updated. You see the previous results; your filters are kept.</p>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}

function WaitingRow() {
  return (
    <li className="list-row" aria-hidden="true">
      <Skeleton className="aspect-square w-full" />
      <div>
        <SkeletonText widths={[0.7, 0.5, 0.9]} />
      </div>
    </li>
  )
}
