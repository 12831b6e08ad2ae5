import { useMemo } from 'react'
import { ResponsiveStaticMap } from '#app/features/map/embedded/responsive-static-map.tsx'
import { ScaleBar } from '#app/features/map/frame/scale-bar.tsx'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { HomeMaps } from './home-map.server.ts'
import type { HomePage } from './home-page.ts'

/** The static map with its margin. It becomes a live map on interaction. A click on a number opens the spot. */
export function HomeMap({ home: { featured, numbers }, staticMaps }: { home: HomePage; staticMaps: HomeMaps }) {
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
                , <Count value={numbers.members} one="member" many="members" />
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function Count({ value, one, many }: { value: number; one: string; many: string }) {
  return (
    <>
      <b>{formatNumber(value)}</b> {pickPlural(value, one, many)}
    </>
  )
}
