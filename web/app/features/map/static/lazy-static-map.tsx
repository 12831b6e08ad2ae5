import { lazy, Suspense } from 'react'
import type { StaticMapProps } from './static-map.tsx'
// Includes all parts of the drawing: styles loaded later would arrive after the server's page is shown.
import '../frame/distance-rings.css'
import '../isolines/isoline-drawing.css'
import '../frame/neatline.css'
import './static-map.css'
import '../frame/scale-bar.css'

/**
 * Loaded at once on the server, so that the page is complete without JavaScript; in the browser after everything
 * interactive.
 */
const served = import.meta.env.SSR ? (await import('./static-map.tsx')).StaticMap : undefined
const Drawing = served ?? lazy(() => import('./static-map.tsx').then((module) => ({ default: module.StaticMap })))

/** A static map whose script loads after that of the page. Until then the server's drawing stays. */
export function LazyStaticMap(props: StaticMapProps) {
  const { width, height } = props.staticMap.view
  const place = (
    <figure className="static-map" aria-label={props.label} style={{ aspectRatio: `${width} / ${height}` }} />
  )
  return (
    <Suspense fallback={place}>
      <Drawing {...props} />
    </Suspense>
  )
}
