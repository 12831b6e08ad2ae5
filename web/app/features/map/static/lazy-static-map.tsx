import { Suspense } from 'react'
import { createLaterPart, Later } from '#app/platform/later-part.tsx'
import type { StaticMapProps } from './static-map.tsx'
// Includes all parts of the drawing: styles loaded later would arrive after the server's page is shown.
import '../frame/distance-rings.css'
import '../isolines/isoline-drawing.css'
import '../frame/neatline.css'
import './static-map.css'
import '../frame/scale-bar.css'

/** On the server part of the page, so that it is complete without JavaScript. */
const drawing = createLaterPart<StaticMapProps>(
  import.meta.env.SSR ? (await import('./static-map.tsx')).StaticMap : undefined,
  async () => (await import('./static-map.tsx')).StaticMap,
)

/** A static map whose script loads after everything interactive. Until then the server's drawing stays. */
export function LazyStaticMap(props: StaticMapProps) {
  const { width, height } = props.staticMap.view
  const place = (
    <figure className="static-map" aria-label={props.label} style={{ aspectRatio: `${width} / ${height}` }} />
  )
  return (
    <Suspense fallback={place}>
      <Later part={drawing} props={props} />
    </Suspense>
  )
}
