import { useMemo } from 'react'
import { toContourPath } from '#app/lib/contours/contour-path.ts'
import { createProjection, type MapView } from '../map-view.ts'
import type { MarkedPlace } from './isoline-features.ts'
import { computeIsolines, type IsolineOptions } from './isolines.ts'
import './isoline-drawing.css'

/** The style of isolines on a static map. The live map has its own rules by zoom. */
export type IsolineLook = Partial<Pick<IsolineOptions, 'sigmaPx' | 'levels' | 'fromLevel' | 'linesOnly' | 'cellPx'>>

interface DrawnIsoline {
  level: number
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
 * more.
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
  const isolines = useMemo(
    () => findDrawing(view, places, linesOnly ? { ...look, linesOnly } : look),
    [view, places, look, linesOnly],
  )
  return (
    <g className="isolines">
      {isolines.map(({ level, area }) => (
        <path key={level} className="isoline-area" d={area} />
      ))}
      {isolines.map(({ level, strong, lines }) => (
        <path key={level} className={strong ? 'isoline-line is-strong' : 'isoline-line'} d={lines} />
      ))}
    </g>
  )
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
  const points = places.map(({ count, ...position }) => {
    const [x, y] = project(position)
    return { x, y, count }
  })
  const options = { width: view.width, height: view.height, sigmaPx: 24, levels: 10, ...look }
  return computeIsolines(points, options).map(({ level, strong, area, lines }) => ({
    level,
    strong,
    area: toContourPath(area),
    lines: toContourPath(lines),
  }))
}
