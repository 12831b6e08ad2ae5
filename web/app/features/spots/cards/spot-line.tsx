import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { placeOf } from '../spot-url.ts'

/** The category and place of a spot as one line of a row or card. */
export function SpotLine({ spot }: { spot: Pick<SpotSummary, 'category' | 'city' | 'country_code'> }) {
  const place = placeOf(spot)
  return (
    <CardLine>
      <CategoryLabel category={spot.category} size={18} />
      {place && (
        <span className="-ms-1">
          · <bdi>{place}</bdi>
        </span>
      )}
    </CardLine>
  )
}
