import Plus from 'lucide-react/icons/plus'
import Share2 from 'lucide-react/icons/share-2'
import { useMemo } from 'react'
import { href } from 'react-router'
import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ResponsiveStaticMap } from '#app/features/map/embedded/responsive-static-map.tsx'
import { ScaleBar } from '#app/features/map/frame/scale-bar.tsx'
import { toBundlePath } from '#app/features/share/bundle-link.tsx'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatCount, formatNumber } from '#app/lib/format/numbers.ts'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { IconLink } from '#app/ui/buttons/icon-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Facts } from '#app/ui/display/facts.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { CityMaps } from './city-map.server.ts'
import type { CityPage } from './city-page.ts'
import { LocalTime } from './local-time.tsx'

/** The maximum number of markers on a map with isolines. More would hide the isolines. */
const MAX_MARKS = 14

/** The name of the city in large type with its facts, beside its map. */
export function CityOpening({ page, staticMaps, now }: { page: CityPage; staticMaps: CityMaps; now: number }) {
  const { city, follow, spot_count, member_count } = page
  // Imported spots have no author.
  const keepers = member_count > 0 ? ` by ${formatCount(member_count, 'member')}` : ''
  const facts = [
    { name: 'Local time', value: city.time_zone && <LocalTime now={now} timeZone={city.time_zone} /> },
    { name: 'Population', value: city.population > 0 && formatNumber(city.population) },
    { name: 'Centre', value: <span className="measured">{formatDegrees(city)}</span> },
    { name: 'Marked', value: spot_count > 0 ? `${formatCount(spot_count, 'spot')}${keepers}` : 'Nothing yet' },
    { name: 'Followed', value: follow.follower_count > 0 && `by ${formatCount(follow.follower_count, 'member')}` },
  ]
  return (
    <div className="city-opening">
      <div className="min-w-0">
        <p className="city-region">
          <span>{city.country_name}</span>
          {city.admin1_name && city.admin1_name !== city.name && (
            <>
              <span aria-hidden="true">/</span>
              <span>{city.admin1_name}</span>
            </>
          )}
        </p>
        <h1 className="city-name" dir="auto">
          {city.name}
        </h1>
        {city.local_name && (
          <p className="city-local-name keeps-edge" lang={city.local_language ?? undefined} dir="auto">
            {city.local_name}
          </p>
        )}
        <Facts facts={facts} />
        <div className="city-actions">
          <LinkButton variant="primary" icon={<Plus />} to={{ pathname: href('/submit'), search: placeSearch(city) }}>
            Add one here
          </LinkButton>
          {spot_count > 0 && (
            <TakeAlong
              title={`${formatCount(spot_count, 'spot')} in ${city.name}`}
              pathname={href('/city/:name', { name: city.slug })}
              feed={{ path: `/feeds/city/${city.slug}` }}
              bundle={toBundlePath('city', city.slug)}
            />
          )}
          <IconLink
            label="Share"
            icon={<Share2 aria-hidden="true" />}
            to={{ search: '?do=share' }}
            preventScrollReset
            defaultShouldRevalidate={false}
          />
          <FollowButton target={{ city: city.id }} name={city.name} isFollowing={follow.is_following} />
        </div>
      </div>
      <CityMap page={page} staticMaps={staticMaps} />
    </div>
  )
}

function CityMap({ page: { city, best, around }, staticMaps }: { page: CityPage; staticMaps: CityMaps }) {
  const navigateTo = useNavigateTo()
  const { mapStyleUrl } = useAppSettings()
  const marks = useMemo(
    () =>
      best.slice(0, MAX_MARKS).map(({ id, lng, lat, title, category }) => ({
        id,
        lng,
        lat,
        label: title,
        content: <CategoryIcon category={category} size={28} halo />,
      })),
    [best],
  )
  const places = useMemo(() => around.map(([lng, lat]) => ({ lng, lat, count: 1 })), [around])
  return (
    <div className="city-map">
      <ResponsiveStaticMap
        {...staticMaps}
        label={`Map of spots in ${city.name}`}
        marks={marks}
        places={places}
        markDistancePx={28}
        styleUrl={mapStyleUrl}
        onMarkPress={(id) => void navigateTo(spotUrl({ id }))}
      />
      <div className="city-map-frame">
        <span>
          <span className="static-map-wide">
            <ScaleBar zoom={staticMaps.wide.view.zoom} lat={staticMaps.wide.view.center.lat} />
          </span>
          <span className="static-map-narrow">
            <ScaleBar zoom={staticMaps.narrow.view.zoom} lat={staticMaps.narrow.view.center.lat} />
          </span>
        </span>
        {places.length > 0 && <span className="city-map-note">Contour lines show the number of spots nearby</span>}
        <TextLink to={{ pathname: href('/explore'), search: `${placeSearch(city)}&z=12` }}>Open in Explore</TextLink>
      </div>
    </div>
  )
}

function placeSearch({ lat, lng }: CityPage['city']): string {
  return `?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}`
}
