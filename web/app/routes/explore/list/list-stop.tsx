import Check from 'lucide-react/icons/check'
import { memo } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { SaveIcon } from '#app/features/lists/save-icon.tsx'
import { SpotLine } from '#app/features/spots/cards/spot-line.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import type { NumberedItem } from './list-filter.ts'

/**
 * One spot of a list: number, picture, title, category, place, the viewer's visit, and the note. Rendered again only
 * when it changes, because hovering one of 500 rows would take half a second.
 */
export const ListStop = memo(function ListStop({
  item,
  isSelected,
  isActive,
  news,
  priority,
  onActive,
}: {
  item: NumberedItem
  isSelected: boolean
  /** Highlighted, because the pointer is over its mark. */
  isActive: boolean
  /** A text such as “Added by jonas, just now”, for the members who make the list together. */
  news: string | null
  priority: boolean
  /** Called with the id of the spot while it has the pointer or the focus, then with null. */
  onActive: (id: string | null) => void
}) {
  const { spot, note, number, has_been } = item
  const [start, end] = [() => onActive(spot.id), () => onActive(null)]
  return (
    <li
      className={classNames('list-stop', isActive && 'is-highlighted')}
      onPointerEnter={start}
      onPointerLeave={end}
      onFocus={start}
      onBlur={end}
      data-selected={isSelected || undefined}
      data-spot={spot.id}
    >
      <span className={classNames('list-mark', has_been && 'is-been')}>
        <NumberDisc number={number} />
      </span>
      <div className="card-picture">
        <SpotPicture spot={spot} format="thumb" sizes="64px" priority={priority} />
      </div>
      <h2 className={classNames('title card-title lines-2', isLandscape(spot.category) && 'nature')} dir="auto">
        <SafeLink
          className="card-link"
          to={spotUrl(spot)}
          prefetch="intent"
          aria-current={isSelected ? 'true' : undefined}
        >
          {spot.title}
        </SafeLink>
      </h2>
      <SaveIcon spot={spot} />
      <div className="list-stop-words">
        <div className="list-stop-line">
          <SpotLine spot={spot} />
          <BeenMark spotId={spot.id} title={spot.title} hasBeen={has_been} />
        </div>
        {note && (
          <p className="list-note" dir="auto">
            {note}
          </p>
        )}
        {news && <p className="list-news">{news}</p>}
      </div>
    </li>
  )
})

/** A toggle that shows and changes the viewer's visit of a spot. */
function BeenMark({ spotId, title, hasBeen }: { spotId: string; title: string; hasBeen: boolean }) {
  const { Form, sent, response } = useIntentForm('been')
  useEarlyToast(response)
  const shown = sent ? sent.get('on') === 'true' : hasBeen
  return (
    <Form method="post" className="been-form above-link">
      <input type="hidden" name="spot" value={spotId} />
      <input type="hidden" name="on" value={String(!shown)} />
      <button
        type="submit"
        name="intent"
        value="been"
        className="been-mark"
        aria-pressed={shown}
        aria-label={`Been to ${title}`}
      >
        {shown && <Check size={16} aria-hidden="true" />}
        Been{shown ? '' : '?'}
      </button>
    </Form>
  )
}
