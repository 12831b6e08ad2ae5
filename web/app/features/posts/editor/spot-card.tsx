import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { isLandscape } from '#app/features/categories/categories.ts'
import { SpotLine } from '#app/features/spots/cards/spot-line.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import type { CardView } from './card-views.ts'

/** A spot in the text that is being written. */
export function SpotCard({
  view,
  spot,
  isGone,
  number,
}: {
  view: CardView
  spot: SpotSummary | undefined
  /** True if the server does not show the spot to the writer. */
  isGone: boolean
  number: number
}) {
  return (
    <div className="compose-spot" data-selected={view.isSelected || undefined}>
      {spot ? (
        <>
          <div className="card-picture">
            <SpotPicture spot={spot} format="thumb" sizes="7.5rem" />
          </div>
          <div className="compose-spot-body">
            <p className={classNames('title compose-spot-title', isLandscape(spot.category) && 'nature')}>
              <NumberDisc number={number} />
              <span className="keeps-edge" dir="auto">
                {spot.title}
              </span>
            </p>
            <SpotLine spot={spot} />
          </div>
        </>
      ) : (
        <p className="compose-spot-body text-ink-2">
          {isGone ? 'This spot is no longer available.' : 'This spot has not loaded yet.'}
        </p>
      )}
      <CardActions view={view} name={spot?.title ?? 'the spot'} />
    </div>
  )
}

/** Up, Down and Remove of a spot or a photo. They appear on hover, focus and touch. */
export function CardActions({ view, name }: { view: CardView; name: string }) {
  return (
    <div className="compose-card-actions">
      <IconButton label={`Move ${name} up`} icon={<ArrowUp />} onClick={() => view.move(-1)} />
      <IconButton label={`Move ${name} down`} icon={<ArrowDown />} onClick={() => view.move(1)} />
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={view.remove} />
    </div>
  )
}
