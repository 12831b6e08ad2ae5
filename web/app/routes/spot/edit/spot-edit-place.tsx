import { useState } from 'react'
import { useMarksAround } from '#app/features/explore/use-marks-around.tsx'
import { findPlaces } from '#app/features/search/find-places.ts'
import { SpotFormMap } from '#app/features/spots/form/spot-form-map.tsx'
import { SpotPlaceField } from '#app/features/spots/form/spot-form-place.tsx'
import type { SpotFormSectionProps } from '#app/features/spots/form/spot-form-section.ts'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { useAppSettings } from '#app/platform/root-data.ts'

const ZOOM = 15

/** The position: a map to move under the crosshair, or coordinates to type. */
export function SpotEditPlace({ part }: { part: SpotFormSectionProps }) {
  const { mapStyleUrl } = useAppSettings()
  const reading = parsePosition(part.fields.position)
  const point = reading.kind === 'point' ? reading.point : undefined
  const [start] = useState(point)
  const { markers, places, lookAround } = useMarksAround()
  const [goTo, setGoTo] = useState<{ center: Point; zoom: number }>()
  return (
    <section className="spot-edit-place" aria-label="Place">
      {start && (
        <div className="spot-edit-map on-map needs-script">
          <SpotFormMap
            start={{ center: start, zoom: ZOOM }}
            point={point}
            goTo={goTo}
            styleUrl={mapStyleUrl}
            markers={markers}
            places={places}
            onRest={lookAround}
            onMove={(found) => part.onChange({ position: formatPosition(found) })}
          />
        </div>
      )}
      <SpotPlaceField {...part} findPlaces={findPlaces} onPlace={(center) => setGoTo({ center, zoom: ZOOM })} />
    </section>
  )
}
