import { lazy, Suspense } from 'react'
import type { StaticMapProps } from './static-map.tsx'
// All of the drawing: what is loaded later would bring its styles later than the server's page shows them.
import '../frame/distance-rings.css'
import '../isolines/isoline-drawing.css'
import '../frame/neatline.css'
import './static-map.css'
import '../frame/scale-bar.css'

/** On the server at once, so that the page is complete without script; in the browser after what a visitor can press. */
const served = import.meta.env.SSR ? (await import('./static-map.tsx')).StaticMap : undefined
const Drawing = served ?? lazy(() => import('./static-map.tsx').then((module) => ({ default: module.StaticMap })))

/** A static map whose script comes behind that of the page: what the server drew stands until then. */
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
