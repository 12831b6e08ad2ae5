import { useMemo } from 'react'
import { toContourPath } from '#app/lib/contours/contour-path.ts'
import { createProjection, type MapView } from '../map-view.ts'
import type { MarkedPlace } from './isoline-features.ts'
import { computeIsolines, type IsolineOptions } from './isolines.ts'
import './isoline-drawing.css'

/** The style of isolines on a static map. The live map has its own rules by zoom. */
export type IsolineLook = Partial<Pick<IsolineOptions, 'sigmaPx' | 'levels' | 'fromLevel' | 'linesOnly' | 'cellPx'>>

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
  /** Omits the tint whatever the look. */
  linesOnly?: boolean
}) {
  const isolines = useMemo(() => {
    const { project } = createProjection(view)
    const points = places.map(({ count, ...position }) => {
      const [x, y] = project(position)
      return { x, y, count }
    })
    const options = { width: view.width, height: view.height, sigmaPx: 24, levels: 10, ...look }
    return computeIsolines(points, linesOnly ? { ...options, linesOnly } : options)
  }, [view, places, look, linesOnly])
  return (
    <g className="isolines">
      {isolines.map(({ level, area }) => (
        <path key={level} className="isoline-area" d={toContourPath(area)} />
      ))}
      {isolines.map(({ level, strong, lines }) => (
        <path key={level} className={strong ? 'isoline-line is-strong' : 'isoline-line'} d={toContourPath(lines)} />
      ))}
    </g>
  )
}
