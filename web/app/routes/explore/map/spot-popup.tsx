import X from 'lucide-react/icons/x'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { SpotMeasures } from '#app/features/spots/cards/spot-list-row.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'

/** The card beside a selected marker. */
export function SpotPopup({
  spot,
  from,
  onClose,
}: {
  spot: SpotSummary
  from: Point & { name: string }
  onClose: () => void
}) {
  return (
    <article className="explore-popup" aria-label={spot.title}>
      <div className="card-picture">
        <SpotPicture spot={spot} format="tall" sizes="136px" priority />
      </div>
      <div className="explore-popup-body">
        <div className="explore-popup-head">
          <CategoryIcon category={spot.category} size={22} />
          <ClosedMark spot={spot} />
          <IconButton label="Close" icon={<X />} onClick={onClose} />
        </div>
        <h2
          className={classNames('title explore-popup-title lines-3', isLandscape(spot.category) && 'nature')}
          dir="auto"
        >
          <SafeLink to={spotUrl(spot)}>{spot.title}</SafeLink>
        </h2>
        {spot.excerpt && (
          <p className="explore-popup-text lines-3" dir="auto">
            {spot.excerpt}
          </p>
        )}
        <SpotMeasures spot={spot} from={from} />
      </div>
    </article>
  )
}
