import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useRef } from 'react'
import type { MapState } from './map-state.ts'

/**
 * Sets `data-idle` on the frame while everything in view is loaded and drawn, for styles, tests and screenshots. It is
 * not React state, so that the first frame of a move does not wait for all marks to render.
 */
export function useIdleMark(frame: RefObject<HTMLElement | null>, map: MapLibreMap | undefined): void {
  useEffect(() => {
    const element = frame.current
    if (!map || !element) return
    const start = () => element.removeAttribute('data-idle')
    const end = () => element.setAttribute('data-idle', '')
    map.on('movestart', start)
    map.on('idle', end)
    return () => {
      map.off('movestart', start)
      map.off('idle', end)
      start()
    }
  }, [frame, map])
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
