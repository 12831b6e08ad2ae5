import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { findBounds } from '../../map-view.ts'
import type { MapState } from '../engine/map-state.ts'

/** Returns the view of the map after each move (`moveend`) or in every frame of it (`move`). */
export function useLiveView(map: MapLibreMap | undefined, event: 'move' | 'moveend'): MapState | undefined {
  const [state, setState] = useState<MapState>()
  useEffect(() => {
    if (!map) return
    let size = readSize(map)
    const update = () => setState(readMapState(map, size))
    const resize = () => {
      size = readSize(map)
      update()
    }
    update()
    map.on(event, update)
    map.on('resize', resize)
    return () => {
      map.off(event, update)
      map.off('resize', resize)
    }
  }, [map, event])
  return map ? state : undefined
}

interface Size {
  width: number
  height: number
}

/** Returns the size of a map in CSS pixels. The browser may have to lay out the page for it. */
function readSize(map: MapLibreMap): Size {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return { width, height }
}

/** Returns the current view of a map. */
export function readMapState(map: MapLibreMap, size: Size = readSize(map)): MapState {
  const { lng, lat } = map.getCenter()
  const view = { center: { lng, lat }, zoom: map.getZoom(), ...size }
  return { ...view, bounds: findBounds(view) }
}
