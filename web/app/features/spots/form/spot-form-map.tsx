import { useRef } from 'react'
import type { MarkedPlace } from '#app/features/map/isolines/isoline-features.ts'
import type { MapMarker, MapState } from '#app/features/map/live/engine/map-state.ts'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { measureMetersPerPixel, wrapLongitude } from '#app/features/map/map-view.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { formatPinFlag } from '../spot-position.ts'

const RINGS_METERS = [500, 1000]
/** When the map stops within this distance of the pin, the pin's own rounded position is kept. */
const SAME_PLACE_PX = 1.5

/**
 * The map of the form, which moves under a fixed cross in the middle. `onMove` gets the position after the user has
 * moved it; `goTo` moves it from outside.
 */
export function SpotFormMap({
  start,
  point,
  goTo,
  markers,
  places,
  styleUrl,
  onMove,
  onRest,
  onMarkerPress,
}: {
  start: { center: Point; zoom: number }
  /** The pin, if there is one. */
  point: Point | undefined
  goTo: { center: Point; zoom?: number } | undefined
  markers?: MapMarker[]
  places?: MarkedPlace[]
  styleUrl?: string | undefined
  onMove: (point: Point) => void
  onRest?: (state: MapState) => void
  onMarkerPress?: (id: string) => void
}) {
  const rested = useRef<Point>(undefined)
  const handleRest = (state: MapState) => {
    const center = { lng: wrapLongitude(state.center.lng), lat: state.center.lat }
    const tolerance = SAME_PLACE_PX * measureMetersPerPixel(state.zoom, center.lat)
    const hasMoved = rested.current !== undefined && distanceMeters(rested.current, center) > tolerance
    const isPin = point !== undefined && distanceMeters(point, center) <= tolerance
    rested.current = center
    onRest?.(state)
    if (hasMoved && !isPin) onMove(center)
  }
  return (
    <LazyMap
      {...start}
      label="Map to place the spot"
      summary={point ? `The cross is at ${formatPinFlag(point)}` : 'Move the map under the cross'}
      goTo={goTo}
      cross={point ? { text: formatPinFlag(point), radiiMeters: RINGS_METERS } : { radiiMeters: RINGS_METERS }}
      styleUrl={styleUrl}
      onRest={handleRest}
      {...(markers && { markers })}
      {...(places && { places })}
      {...(onMarkerPress && { onMarkerPress })}
    />
  )
}
