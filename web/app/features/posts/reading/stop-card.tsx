import type { ReactNode } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { SpotRating } from '#app/features/spots/cards/spot-rating.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { StoryStop } from './compose-story.ts'

/** Returns the element id of a numbered spot's card. */
export function stopElementId(number: number): string {
  return `stop-${number}`
}

/** The card of a spot in a story: its number on the map, its category and its actions. */
export function StopCard({
  stop: { number, spot },
  isCurrent,
  actions,
}: {
  stop: StoryStop
  isCurrent: boolean
  actions: ReactNode
}) {
  const place = placeOf(spot)
  return (
    <div className="stop-card" id={stopElementId(number)} data-stop={number} data-current={isCurrent || undefined}>
      <div className="card-picture">
        <SpotPicture spot={spot} format="thumb" sizes="7.5rem" />
      </div>
      <div className="stop-card-body">
        <p className={classNames('title stop-card-title', isLandscape(spot.category) && 'nature')}>
          <NumberDisc number={number} />
          <SafeLink className="card-link keeps-edge" to={spotUrl(spot)} dir="auto" prefetch="intent">
            {spot.title}
          </SafeLink>
        </p>
        <CardLine>
          <CategoryLabel category={spot.category} size={18} />
          {place && (
            <span className="dotted">
              <bdi>{place}</bdi>
            </span>
          )}
          <ClosedMark spot={spot} />
        </CardLine>
        <SpotRating spot={spot} />
      </div>
      {actions}
    </div>
  )
}
