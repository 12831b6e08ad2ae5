import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { placeOf } from '../spot-url.ts'

/** The category and place of a spot as one line of a row or card, and the site that it comes from. */
export function SpotLine({ spot }: { spot: Pick<SpotSummary, 'category' | 'city' | 'country_code' | 'origin'> }) {
  const place = placeOf(spot)
  return (
    <CardLine>
      <CategoryLabel category={spot.category} size={18} />
      {place && (
        <span className="-ms-1">
          · <bdi>{place}</bdi>
        </span>
      )}
      <SpotOriginName spot={spot} />
    </CardLine>
  )
}

/** The site that a spot comes from, if it is another one. */
export function SpotOriginName({ spot: { origin } }: { spot: Pick<SpotSummary, 'origin'> }) {
  return (
    origin && (
      <span className="-ms-1">
        · from <bdi>{origin}</bdi>
      </span>
    )
  )
}
