import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { moveByKey } from '#app/lib/list-keys.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { OpenStack } from './use-stack.ts'
import './stack.css'

/** The spots of a point as a list: arrows move, Enter opens, Escape closes. */
export function StackList({
  stack: { mark, spots, state },
  onClose,
  onRetry,
  onHover,
}: {
  stack: OpenStack
  onClose: () => void
  onRetry: () => void
  onHover: (id: string | null) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Keyboards and screen readers continue in the list.
    const target = state === 'ready' ? list.current?.querySelector('a') : heading.current
    target?.focus({ preventScroll: true })
  }, [state])
  const handleKey = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const next = moveByKey(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length)
    if (next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  const count = state === 'ready' ? spots.length : mark.n
  return (
    <section className="stack-list" aria-labelledby="stack-title">
      <div className="stack-list-head">
        <h2 ref={heading} id="stack-title" className="title" tabIndex={-1}>
          {formatCount(count, 'spot')} at this point
        </h2>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </div>
      {state === 'failed' && (
        <div className="stack-list-failed" role="alert">
          <p>The spots could not be loaded.</p>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      <ol ref={list} className="stack-list-rows" aria-busy={state === 'loading' || undefined} onKeyDown={handleKey}>
        {spots.map((spot) => (
          <li key={spot.id} onPointerEnter={() => onHover(spot.id)} onPointerLeave={() => onHover(null)}>
            <SafeLink className="stack-list-row" to={spotUrl(spot)} onFocus={() => onHover(spot.id)}>
              <CategoryIcon category={spot.category} size={22} />
              <span className={classNames('title stack-list-title', isLandscape(spot.category) && 'nature')} dir="auto">
                {spot.title}
              </span>
              <span className="flex items-center gap-2">
                <ClosedMark spot={spot} />
                {spot.rating_average !== null && (
                  <span className="stack-list-rating">{spot.rating_average.toFixed(1)}</span>
                )}
              </span>
            </SafeLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
