import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { findBounds } from '../../map-view.ts'
import type { MapState } from '../engine/map-state.ts'

/** Returns the view of the map after each move (`moveend`) or in every frame of it (`move`). */
export function useLiveView(map: MapLibreMap | undefined, event: 'move' | 'moveend'): MapState | undefined {
  const [state, setState] = useState<MapState>()
  useEffect(() => {
    if (!map) return
    const update = () => setState(readMapState(map))
    update()
    map.on(event, update)
    map.on('resize', update)
    return () => {
      map.off(event, update)
      map.off('resize', update)
    }
  }, [map, event])
  return map ? state : undefined
}

/** Returns the current view of a map, with its size in CSS pixels. */
export function readMapState(map: MapLibreMap): MapState {
  const { lng, lat } = map.getCenter()
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const view = { center: { lng, lat }, zoom: map.getZoom(), width, height }
  return { ...view, bounds: findBounds(view) }
}
