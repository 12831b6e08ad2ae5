import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { Rating } from '#app/ui/display/rating.tsx'
import { LedgerRow } from '#app/ui/layout/ledger-row.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { placeOf, spotUrl } from '../spot-url.ts'
import { ClosedMark } from './closed-mark.tsx'

/** A spot in a ranked list. */
export function SpotLedgerRow({ spot, rank }: { spot: SpotSummary; rank: number }) {
  return (
    <LedgerRow
      to={spotUrl(spot)}
      rank={rank}
      icon={<CategoryIcon category={spot.category} size={24} />}
      title={spot.title}
      italic={isLandscape(spot.category)}
      place={
        spot.status === 'closed' ? (
          <>
            {placeOf(spot)} <ClosedMark spot={spot} />
          </>
        ) : (
          placeOf(spot)
        )
      }
      end={spot.rating_average === null ? null : <Rating value={spot.rating_average} count={spot.review_count} />}
    />
  )
}
