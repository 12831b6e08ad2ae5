import { lazy, Suspense, useEffect, useState } from 'react'
import type { MapCanvasProps } from './map-canvas.tsx'
import './lazy-map.css'

const MapCanvas = lazy(() => import('./map-canvas.tsx').then((module) => ({ default: module.MapCanvas })))

/** A live map that loads MapLibre only when it is shown, and only in the browser. Until then the ground is blank. */
export function LazyMap(props: MapCanvasProps) {
  const [isBrowser, setIsBrowser] = useState(false)
  useEffect(() => setIsBrowser(true), [])
  const blank = <div className="map-blank" role="img" aria-label={props.label} />
  if (!isBrowser) return blank
  return (
    <Suspense fallback={blank}>
      <MapCanvas {...props} />
    </Suspense>
  )
}
