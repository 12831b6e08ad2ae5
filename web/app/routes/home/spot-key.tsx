import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import type { HomePage } from './home-page.ts'

/** The featured spots with their numbers on the map. */
export function SpotKey({ spots }: { spots: HomePage['featured'] }) {
  return (
    <ol className="home-key">
      {spots.map((spot) => (
        <li key={spot.id} className="home-key-row">
          <NumberDisc number={spot.number} />
          <SafeLink
            to={spotUrl(spot)}
            className={classNames('card-link title lines-2', isLandscape(spot.category) && 'nature')}
            dir="auto"
            prefetch="intent"
          >
            {spot.title}
          </SafeLink>
          <span className="home-key-place" dir="auto">
            {placeOf(spot)}
          </span>
          <span className="flex items-center gap-2">
            <ClosedMark spot={spot} />
            <CategoryIcon category={spot.category} size={22} />
          </span>
        </li>
      ))}
    </ol>
  )
}
