import type { Map as MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useState } from 'react'
import { constrainView, type MapView } from '../map-view.ts'

/** Returns the view that a live map in an element will start with, once the size of the element is known. */
export function useStartView(frame: RefObject<HTMLElement | null>, start: MapView | undefined): MapView | undefined {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const isShown = start !== undefined
  useEffect(() => {
    const element = frame.current
    if (!element || !isShown) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, isShown])
  return start && size && constrainView({ ...start, ...size })
}

/** Returns true once the map has drawn everything for the first time. */
export function useIsDrawn(map: MapLibreMap | undefined): boolean {
  const [drawn, setDrawn] = useState<MapLibreMap>()
  useEffect(() => {
    if (!map) return
    const finish = () => setDrawn(map)
    map.once('load', finish)
    return () => {
      map.off('load', finish)
    }
  }, [map])
  return map !== undefined && drawn === map
}
