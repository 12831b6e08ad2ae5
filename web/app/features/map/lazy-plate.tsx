import { lazy, Suspense } from 'react'
import type { PlateProps } from './plate.tsx'
// All of the drawing: what is loaded later would bring its styles later than the server's page shows them.
import './distance-rings.css'
import './isoline-drawing.css'
import './neatline.css'
import './plate.css'
import './scale-bar.css'

/** On the server at once, so that the page is complete without script; in the browser after what a visitor can press. */
const served = import.meta.env.SSR ? (await import('./plate.tsx')).Plate : undefined
const Drawing = served ?? lazy(() => import('./plate.tsx').then((module) => ({ default: module.Plate })))

/** A static plate whose script comes behind that of the page: what the server drew stands until then. */
export function LazyPlate(props: PlateProps) {
  const { width, height } = props.plate.view
  const place = <figure className="plate" aria-label={props.label} style={{ aspectRatio: `${width} / ${height}` }} />
  return (
    <Suspense fallback={place}>
      <Drawing {...props} />
    </Suspense>
  )
}
