import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import type { LngLat } from '../../map-view.ts'

/** The target of the camera. The zoom stays if it is left out. */
export interface MapTarget {
  center: LngLat
  zoom?: number
}

/** Moves the map when `goTo` becomes another object. */
export function useGoTo(map: MapLibreMap | undefined, goTo: MapTarget | undefined): void {
  useEffect(() => {
    if (map && goTo) flyOrJumpTo(map, goTo.center, goTo.zoom)
  }, [map, goTo])
}

/** Flies to a position, or jumps there if reduced motion is preferred. */
export function flyOrJumpTo(map: MapLibreMap, { lng, lat }: LngLat, zoom = map.getZoom()): void {
  const camera = { center: [lng, lat] as [number, number], zoom }
  if (isStill()) return void map.jumpTo(camera)
  map.flyTo(camera)
  // A flight aims at the middle of the map as it was at the start. After a resize it would miss the target.
  const land = () => map.jumpTo(camera)
  map.once('resize', land)
  map.once('moveend', () => map.off('resize', land))
}

/** Returns true if the map must not be animated. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
