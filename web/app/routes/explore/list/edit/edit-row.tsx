import GripVertical from 'lucide-react/icons/grip-vertical'
import Pencil from 'lucide-react/icons/pencil'
import type { KeyboardEvent, PointerEvent } from 'react'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { isLandscape } from '#app/features/categories/categories.ts'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { formatMonth } from '#app/lib/format/dates.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import type { ListItem } from '../list-page.ts'
import { EditItem } from './edit-item.tsx'
import type { Removals } from './use-removals.ts'

/** A spot of a list in edit mode: grip, number, picture, title, who added it; note, order and removal when opened. */
export function EditRow({
  item,
  number,
  count,
  isFirst,
  before,
  next,
  isLifted,
  shiftPx,
  onKey,
  onPointer,
  onActive,
  removals,
}: {
  item: ListItem
  number: number
  count: number
  isFirst: boolean
  /** The spot that this one follows after it was moved up; null for the beginning. */
  before: string | null
  /** The next spot; null for the last row. */
  next: string | null
  isLifted: boolean
  shiftPx: number
  onKey: (event: KeyboardEvent) => void
  onPointer: (event: PointerEvent<HTMLElement>) => void
  onActive: (id: string | null) => void
  removals: Removals
}) {
  const { spot, added_by, added_at } = item
  return (
    <li
      className={classNames('edit-row', isLifted && 'is-lifted')}
      data-spot={spot.id}
      style={shiftPx ? { transform: `translateY(${shiftPx}px)` } : undefined}
      onFocus={() => onActive(spot.id)}
      onBlur={() => onActive(null)}
    >
      <button
        type="button"
        className="grip needs-script"
        aria-label={`Move ${spot.title}`}
        aria-describedby="reorder-help"
        aria-pressed={isLifted}
        onKeyDown={onKey}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerUp={onPointer}
        onPointerCancel={onPointer}
      >
        <GripVertical size={18} aria-hidden="true" />
      </button>
      <NumberDisc number={number} />
      <div className="card-picture">
        <SpotPicture spot={spot} format="thumb" sizes="44px" />
      </div>
      <details name="edit-row" className="edit-item">
        <summary>
          <span className="sr-only">Edit </span>
          <span className="edit-words">
            <span className={classNames('title edit-title lines-2', isLandscape(spot.category) && 'nature')} dir="auto">
              {spot.title}
            </span>
            <span className="edit-by">
              <ClosedMark spot={spot} />{' '}
              {isLifted
                ? `Moving to ${number} of ${count}`
                : `Added by ${getMemberName(added_by)}, ${formatMonth(added_at)}`}
            </span>
          </span>
          <Pencil size={18} aria-hidden="true" />
        </summary>
        <EditItem item={item} isFirst={isFirst} before={before} next={next} removals={removals} />
      </details>
    </li>
  )
}
