import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClickToLoadMap } from '#app/features/map/embedded/click-to-load-map.tsx'
import { ScaleBar } from '#app/features/map/frame/scale-bar.tsx'
import { LocationMark } from '#app/features/map/marks/location-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { DialogLink } from '../dialogs/dialog-link.tsx'
import { ExportLink } from '../dialogs/export-link.tsx'
import type { SpotPage } from '../spot-page.ts'
import type { SpotStaticMap } from './spot-map.server.ts'

/** The id of the marker of the spot itself. */
const HERE = 'here'
const MARK_SIZE_PX = 24
const MARK_DISTANCE_PX = 26

/** The map of the spot, with distance rings, its neighbours and the isolines. */
export function SpotMap({ page: { spot, nearby, around }, staticMap: { staticMap, ringsMeters } }: SpotMapProps) {
  const { mapStyleUrl } = useAppSettings()
  const navigateTo = useNavigateTo()
  const center = { lng: spot.lng, lat: spot.lat }
  const neighbours = nearby.map(({ id, title, category, lng, lat }) => ({
    id,
    lng,
    lat,
    label: title,
    content: <CategoryIcon category={category} size={MARK_SIZE_PX} halo />,
  }))
  const marks = [...neighbours.reverse(), { id: HERE, ...center, label: spot.title, content: <LocationMark /> }]
  // The isolines leave out unpublished spots. If no others are near, their author sees this one alone.
  const places = around.map(([lng, lat]) => ({ lng, lat, count: 1 }))
  return (
    <div className="spot-map">
      <ClickToLoadMap
        staticMap={staticMap}
        label={`Map of the spots around ${spot.title}`}
        marks={marks}
        markDistancePx={MARK_DISTANCE_PX}
        places={places.length > 0 ? places : [{ ...center, count: 1 }]}
        rings={{ center, radiiMeters: ringsMeters }}
        styleUrl={mapStyleUrl}
        onMarkPress={(id) => id !== HERE && navigateTo(spotUrl({ id }))}
      />
      <div className="spot-map-line">
        <ScaleBar zoom={staticMap.view.zoom} lat={staticMap.view.center.lat} />
        <span className="spot-map-links touch-areas">
          <DialogLink dialog="maps">Open in maps</DialogLink>
          <ExportLink id={spot.id} format="gpx">
            GPX
          </ExportLink>
        </span>
      </div>
      {spot.precision === 'area' && (
        <p className="spot-map-note">Somewhere within about 1 km. The author does not share the exact position.</p>
      )}
    </div>
  )
}

interface SpotMapProps {
  page: SpotPage
  staticMap: SpotStaticMap
}
