import type { MapPosition } from '#app/features/explore/position/map-position.ts'
import { useMarksAround } from '#app/features/explore/use-marks-around.tsx'
import { SpotFormMap } from '#app/features/spots/form/spot-form-map.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { PIN_ZOOM, type Pin } from './use-pin.ts'

/** The map beside the form, with existing spots. It can be moved only in the step for the place. */
export function SubmitMap({
  start,
  isReady,
  isMovable,
  point,
  pin,
}: {
  start: MapPosition
  /** False until it is known whether a draft has its own position. */
  isReady: boolean
  isMovable: boolean
  point: Point | undefined
  pin: Pin
}) {
  const { mapStyleUrl } = useAppSettings()
  const { markers, places, lookAround } = useMarksAround()
  const navigateTo = useNavigateTo()
  return (
    <div className="submit-map on-map" inert={!isMovable}>
      {isReady ? (
        <SpotFormMap
          start={point ? { center: point, zoom: PIN_ZOOM } : { center: start, zoom: start.zoom }}
          point={point}
          goTo={pin.goTo}
          markers={markers}
          places={places}
          styleUrl={mapStyleUrl}
          onMove={pin.set}
          onRest={(state) => {
            pin.rest(state.zoom)
            lookAround(state)
          }}
          onMarkerPress={(id) => !id.includes(',') && void navigateTo(spotUrl({ id }))}
        />
      ) : (
        <div className="map-blank" />
      )}
    </div>
  )
}
