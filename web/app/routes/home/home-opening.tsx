import { Link } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { NumberMark } from '#app/features/map/number-mark.tsx'
import type { PlateData } from '#app/features/map/plate.server.ts'
import { Plate } from '#app/features/map/plate.tsx'
import { ScaleBar } from '#app/features/map/scale-bar.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/number-disc.tsx'
import type { HomePage } from './home-page.ts'
import { HomeSearch } from './home-search.tsx'

/** What this is in one sentence, a search, and six spots with the same numbers in the key and on the plate. */
export function HomeOpening({ home: { featured, numbers }, plate }: { home: HomePage; plate: PlateData }) {
  const marks = featured.map(({ id, lng, lat, number }) => ({ id, lng, lat, content: <NumberMark number={number} /> }))
  return (
    <div className="home-opening">
      <div className="home-words">
        <h1 className="title text-display">Worth knowing, hereabouts.</h1>
        <p className="home-lead">
          A shared map of the places you would send a friend to: the thin house, the warm spring, the bench with the
          view. Look around freely. Mark your own when you know one.
        </p>
        <HomeSearch />
      </div>
      <div className="home-plate">
        <Plate plate={plate} label="Map of the six spots listed here" marks={marks} markDistancePx={34} />
        <div className="home-plate-margin">
          <ScaleBar zoom={plate.view.zoom} lat={plate.view.center.lat} />
          <p>
            <b>{formatNumber(numbers.spots)}</b> spots in <b>{formatNumber(numbers.cities)}</b> cities, kept by{' '}
            <b>{formatNumber(numbers.members)}</b> members
          </p>
        </div>
      </div>
      <ol className="home-key">
        {featured.map((spot) => (
          <li key={spot.id} className="home-key-row">
            <NumberDisc number={spot.number} />
            <Link
              to={spotUrl(spot)}
              className={classNames('card-link title', isLandscape(spot.category) && 'nature')}
              dir="auto"
              prefetch="intent"
            >
              {spot.title}
            </Link>
            <span className="home-key-place" dir="auto">
              {placeOf(spot)}
            </span>
            <CategoryMark category={spot.category} size={22} />
          </li>
        ))}
      </ol>
    </div>
  )
}
