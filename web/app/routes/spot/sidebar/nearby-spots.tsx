import { href } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotPage } from '../spot-page.ts'

const SHOWN = 4

/** The nearest spots, with distance and direction from this one. */
export function NearbySpots({ page: { spot, nearby } }: { page: SpotPage }) {
  return (
    <section aria-labelledby="nearby-title">
      <h2 className="title spot-sidebar-title" id="nearby-title">
        Nearby
      </h2>
      {nearby.length === 0 ? (
        <p className="spot-sidebar-note">
          Nothing marked within 50 km. <TextLink to={href('/submit')}>Add a spot</TextLink>
        </p>
      ) : (
        <ul>
          {nearby.slice(0, SHOWN).map((other) => {
            const way = describeWay(spot, other, spot.title)
            return (
              <li key={other.id} className="nearby-row">
                <CategoryIcon category={other.category} size={24} />
                <SafeLink
                  className={classNames(
                    'card-link title nearby-title lines-2',
                    isLandscape(other.category) && 'nature',
                  )}
                  to={spotUrl(other)}
                  dir="auto"
                  prefetch="intent"
                >
                  {other.title}
                </SafeLink>
                <span className="flex items-center gap-2">
                  <ClosedMark spot={other} />
                  <Bearing degrees={way.degrees} text={way.short} words={way.words} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
