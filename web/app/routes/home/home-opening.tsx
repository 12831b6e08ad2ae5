import { useMemo } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { NumberMark } from '#app/features/map/number-mark.tsx'
import { ResponsivePlate } from '#app/features/map/responsive-plate.tsx'
import { ScaleBar } from '#app/features/map/scale-bar.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/number-disc.tsx'
import type { HomePage } from './home-page.ts'
import type { HomePlates } from './home-plate.server.ts'
import { HomeSearch } from './home-search.tsx'

/** What this is in one sentence, a search, and six spots with the same numbers in the key and on the plate. */
export function HomeOpening({ home, plates }: { home: HomePage; plates: HomePlates }) {
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
      <HomePlate home={home} plates={plates} />
      <ol className="home-key">
        {home.featured.map((spot) => (
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
            <CategoryMark category={spot.category} size={22} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The plate and its margin. It becomes a live map when somebody touches it; a press on a number opens the spot. */
function HomePlate({ home: { featured, numbers }, plates }: { home: HomePage; plates: HomePlates }) {
  const navigateTo = useNavigateTo()
  const { mapStyleUrl } = useAppSettings()
  const marks = useMemo(
    () =>
      featured.map(({ id, lng, lat, number, title }) => ({
        id,
        lng,
        lat,
        label: title,
        content: <NumberMark number={number} />,
      })),
    [featured],
  )
  return (
    <div className="home-plate">
      <ResponsivePlate
        {...plates}
        label="Map of the six spots listed here"
        marks={marks}
        markDistancePx={34}
        styleUrl={mapStyleUrl}
        onMarkPress={(id) => void navigateTo(spotUrl({ id }))}
      />
      <div className="home-plate-margin">
        <ScaleBar zoom={plates.wide.view.zoom} lat={plates.wide.view.center.lat} />
        <p>
          <b>{formatNumber(numbers.spots)}</b> spots in <b>{formatNumber(numbers.cities)}</b> cities, kept by{' '}
          <b>{formatNumber(numbers.members)}</b> members
        </p>
      </div>
    </div>
  )
}
