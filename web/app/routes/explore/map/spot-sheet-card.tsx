import X from 'lucide-react/icons/x'
import { isLandscape } from '#app/features/categories/categories.ts'
import { SaveButton } from '#app/features/lists/save-button.tsx'
import { SpotLine } from '#app/features/spots/cards/spot-line.tsx'
import { SpotMeasures } from '#app/features/spots/cards/spot-list-row.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import './spot-sheet-card.css'

/** The selected spot at the bottom of a phone, in place of the list. On wider screens the card is beside its marker. */
export function SpotSheetCard({
  spot,
  from,
  onClose,
}: {
  spot: SpotSummary
  from: Point & { name: string }
  onClose: () => void
}) {
  return (
    <article className="spot-sheet-card" aria-label={spot.title}>
      <div className="card-picture">
        <SpotPicture spot={spot} format="thumb" sizes="112px" priority />
      </div>
      <div className="spot-sheet-card-body">
        <SpotLine spot={spot} />
        <h2 className={classNames('title card-title lines-3', isLandscape(spot.category) && 'nature')} dir="auto">
          {spot.title}
        </h2>
        <SpotMeasures spot={spot} from={from} />
      </div>
      <IconButton className="spot-sheet-card-close" label="Close" icon={<X />} onClick={onClose} />
      <div className="spot-sheet-card-actions">
        <SafeLink className={buttonClass('secondary')} to={spotUrl(spot)} prefetch="intent">
          Open
        </SafeLink>
        <SaveButton key={spot.id} spot={spot} isSaved={false} />
      </div>
    </article>
  )
}
