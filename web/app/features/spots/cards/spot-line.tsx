import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { placeOf } from '../spot-url.ts'
import { ClosedMark } from './closed-mark.tsx'

type LineSpot = Pick<SpotSummary, 'category' | 'city' | 'country_code' | 'origin' | 'status'>

/** The category and place of a spot as one line of a row or card, the site it comes from, and whether it is closed. */
export function SpotLine({ spot }: { spot: LineSpot }) {
  const place = placeOf(spot)
  return (
    <CardLine>
      <CategoryLabel category={spot.category} size={18} />
      {place && (
        <span className="dotted">
          <bdi>{place}</bdi>
        </span>
      )}
      <SpotOriginName spot={spot} />
      <ClosedMark spot={spot} />
    </CardLine>
  )
}

/** The site that a spot comes from, if it is another one. */
function SpotOriginName({ spot: { origin } }: { spot: Pick<SpotSummary, 'origin'> }) {
  return (
    origin && (
      <span className="dotted">
        from <bdi>{origin}</bdi>
      </span>
    )
  )
}
