import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { MapState } from './map-state.ts'

/** True once everything in view is loaded and drawn; tests and screenshots wait for it. */
export function useIsIdle(map: MapLibreMap | undefined): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!map) return
    const start = () => setIsIdle(false)
    const end = () => setIsIdle(true)
    map.on('movestart', start)
    map.on('idle', end)
    return () => {
      map.off('movestart', start)
      map.off('idle', end)
    }
  }, [map])
  return isIdle
}

/** Calls `onRest` with each state in which the map comes to rest. */
export function useRest(state: MapState | undefined, onRest: ((state: MapState) => void) | undefined): void {
  const latest = useRef(onRest)
  useEffect(() => {
    latest.current = onRest
  })
  useEffect(() => {
    if (state) latest.current?.(state)
  }, [state])
}
