import { Rating } from '#app/ui/display/rating.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { SpotSummary } from '../spot-summary.ts'

/** The rating of a spot in a card or row; empty without reviews. */
export function SpotRating({ spot }: { spot: Pick<SpotSummary, 'rating_average' | 'review_count'> }) {
  if (spot.rating_average === null) return null
  return (
    <CardLine>
      <Rating value={spot.rating_average} count={spot.review_count} />
    </CardLine>
  )
}
