import { useState } from 'react'
import { toContourPath } from '#app/lib/contours/contour-path.ts'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { createProjection, type MapView, unwrapLongitude } from '../map-view.ts'
import type { MarkedPlace } from './isoline-features.ts'
import { computeIsolines, type IsolineOptions } from './isolines.ts'
import './isoline-drawing.css'

/** The style of isolines on a static map. The live map has its own rules by zoom. */
export type IsolineLook = Partial<Pick<IsolineOptions, 'sigmaPx' | 'levels' | 'fromLevel' | 'linesOnly' | 'cellPx'>>

interface DrawnIsoline {
  strong: boolean
  area: string
  lines: string
}

/**
 * The last drawing of each view. On the server, recent static maps keep their view between requests, so the isolines of
 * a popular page are drawn once.
 */
const lastDrawings = new WeakMap<MapView, { key: string; isolines: DrawnIsoline[] }>()

/**
 * The isolines of a static map, the same on server and client. Meant for some dozens of places; use the worker for
 * more. In the browser, the server's drawing stays until a property changes: drawing it again to hydrate it takes 16 ms
 * of a fast processor.
 */
export function IsolineDrawing({
  view,
  places,
  look,
  linesOnly = false,
}: {
  view: MapView
  places: MarkedPlace[]
  look?: IsolineLook | undefined
  /** Omits the tint, regardless of the look. */
  linesOnly?: boolean
}) {
  const isHydrating = !useHasScript() && !import.meta.env.SSR
  const key = JSON.stringify([view, places, look, linesOnly])
  const [served, setServed] = useState(isHydrating ? key : undefined)
  if (served !== undefined && served !== key) setServed(undefined)
  const html = served === key ? '' : write(findDrawing(view, places, linesOnly ? { ...look, linesOnly } : look))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and letters only, see write()
  return <g className="isolines" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

/** Areas lie below all lines. Paths contain only numbers and letters. */
function write(isolines: DrawnIsoline[]): string {
  const areas = isolines.map(({ area }) => `<path class="isoline-area" d="${area}"/>`)
  const lines = isolines.map(
    ({ strong, lines }) => `<path class="isoline-line${strong ? ' is-strong' : ''}" d="${lines}"/>`,
  )
  return [...areas, ...lines].join('')
}

function findDrawing(view: MapView, places: MarkedPlace[], look: IsolineLook | undefined): DrawnIsoline[] {
  const key = JSON.stringify([places, look])
  const last = lastDrawings.get(view)
  if (last?.key === key) return last.isolines
  const isolines = draw(view, places, look)
  lastDrawings.set(view, { key, isolines })
  return isolines
}

function draw(view: MapView, places: MarkedPlace[], look: IsolineLook | undefined): DrawnIsoline[] {
  const { project } = createProjection(view)
  const points = places.map(({ lng, lat, count }) => {
    const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
    return { x, y, count }
  })
  const options = { width: view.width, height: view.height, sigmaPx: 24, levels: 10, ...look }
  return computeIsolines(points, options).map(({ strong, area, lines }) => ({
    strong,
    area: toContourPath(area),
    lines: toContourPath(lines),
  }))
}
