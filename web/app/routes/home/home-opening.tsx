import { useMemo } from 'react'
import type { FirstStep } from '#app/features/account/first-steps/first-steps.ts'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { ResponsiveStaticMap } from '#app/features/map/embedded/responsive-static-map.tsx'
import { ScaleBar } from '#app/features/map/frame/scale-bar.tsx'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import { FirstRun } from './first-run.tsx'
import type { HomeMaps } from './home-map.server.ts'
import type { HomePage } from './home-page.ts'
import { HomeSearch } from './home-search.tsx'

/** An introduction, a search, and six spots with the same numbers in the list and on the static map. */
export function HomeOpening({
  home,
  staticMaps,
  firstSteps,
}: {
  home: HomePage
  staticMaps: HomeMaps
  firstSteps: FirstStep[] | null
}) {
  return (
    <div className="home-opening">
      <div className="home-words">{firstSteps ? <FirstRun steps={firstSteps} /> : <Introduction />}</div>
      <HomeMap home={home} staticMaps={staticMaps} />
      {home.featured.length > 0 && <SpotKey spots={home.featured} />}
    </div>
  )
}

/** The featured spots with their numbers on the map. */
function SpotKey({ spots }: { spots: HomePage['featured'] }) {
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
          <CategoryMark category={spot.category} size={22} />
        </li>
      ))}
    </ol>
  )
}

function Introduction() {
  return (
    <>
      <h1 className="title text-display">Worth knowing, hereabouts.</h1>
      <p className="home-lead">
        A shared map of the places you would send a friend to: the thin house, the warm spring, the bench with the view.
        Look around freely. Mark your own when you know one.
      </p>
      <HomeSearch />
    </>
  )
}

function Count({ value, one, many }: { value: number; one: string; many: string }) {
  return (
    <>
      <b>{formatNumber(value)}</b> {pickPlural(value, one, many)}
    </>
  )
}

/** The static map with its margin. It becomes a live map on interaction. A click on a number opens the spot. */
function HomeMap({ home: { featured, numbers }, staticMaps }: { home: HomePage; staticMaps: HomeMaps }) {
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
    <div className="home-map">
      <ResponsiveStaticMap
        {...staticMaps}
        label={featured.length > 0 ? 'Map of the spots listed here' : 'Map of the world'}
        marks={marks}
        markDistancePx={34}
        styleUrl={mapStyleUrl}
        onMarkPress={(id) => void navigateTo(spotUrl({ id }))}
      />
      <div className="home-map-margin">
        <ScaleBar zoom={staticMaps.wide.view.zoom} lat={staticMaps.wide.view.center.lat} />
        {numbers.spots > 0 && (
          <p>
            <Count value={numbers.spots} one="spot" many="spots" /> in{' '}
            <Count value={numbers.cities} one="city" many="cities" />
            {numbers.members > 0 && (
              <>
                , added by <Count value={numbers.members} one="member" many="members" />
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
