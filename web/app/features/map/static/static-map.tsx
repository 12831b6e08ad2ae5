import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { DistanceRings } from '../frame/distance-rings.tsx'
import { Neatline } from '../frame/neatline.tsx'
import { IsolineDrawing, type IsolineLook } from '../isolines/isoline-drawing.tsx'
import type { MarkedPlace } from '../isolines/isoline-features.ts'
import { createProjection, type LngLat, unwrapLongitude, unwrapRoute } from '../map-view.ts'
import { spreadMarks } from '../marks/spread-marks.ts'
import type { StaticMapData } from './static-map.server.ts'
import { StaticMapNames } from './static-map-names.tsx'
import './static-map.css'

/** Something drawn at a position of a static map. */
export interface StaticMapMark extends LngLat {
  id: string
  content: ReactNode
}

export interface StaticMapProps {
  staticMap: StaticMapData
  /**
   * Describes the static map to screen readers. The marks themselves are decorative, because the page contains their
   * facts.
   */
  label: string
  marks?: StaticMapMark[]
  /** Public points from which isolines are drawn. */
  places?: MarkedPlace[]
  isolineLook?: IsolineLook
  rings?: { center: LngLat; radiiMeters: number[] } | undefined
  route?: LngLat[]
  /** Coordinates on the frame; never on static maps under 360 px. */
  readings?: boolean
  framed?: boolean
  /** Minimum distance between marks in pixels; closer ones are moved apart and get a leader line. */
  markDistancePx?: number
  children?: ReactNode
}

/** Wider static maps hide their labels when a phone shrinks them. */
const SHRINKING_FROM_PX = 520
const NO_MARKS: StaticMapMark[] = []
const NO_PLACES: MarkedPlace[] = []

/** A static map without a map library. It scales with its width and keeps its proportions. */
export function StaticMap({
  staticMap,
  label,
  marks = NO_MARKS,
  places = NO_PLACES,
  framed = true,
  ...rest
}: StaticMapProps) {
  const { view, urls, labels, hasStreets } = staticMap
  const pictures = { '--static-map-day': `url("${urls.day}")`, '--static-map-night': `url("${urls.night}")` }
  return (
    <figure className="static-map" aria-label={label} style={{ aspectRatio: `${view.width} / ${view.height}` }}>
      <div className={view.width > SHRINKING_FROM_PX ? 'static-map-sheet static-map-shrinks' : 'static-map-sheet'}>
        <div className="static-map-base" style={pictures as CSSProperties} />
        <svg className="static-map-drawing" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true">
          {places.length > 0 && (
            <IsolineDrawing view={view} places={places} look={rest.isolineLook} linesOnly={hasStreets} />
          )}
          {rest.route && <StaticMapRoute staticMap={staticMap} route={rest.route} />}
          <StaticMapNames labels={labels} />
        </svg>
        {rest.rings && <DistanceRings view={view} {...rest.rings} />}
        <StaticMapMarks staticMap={staticMap} marks={marks} distancePx={rest.markDistancePx ?? 0} />
        {framed && <Neatline view={view} labels={rest.readings ?? true} />}
        {rest.children}
      </div>
    </figure>
  )
}

function StaticMapRoute({ staticMap: { view }, route }: { staticMap: StaticMapData; route: LngLat[] }) {
  const { project } = createProjection(view)
  const points = unwrapRoute(route, view.center.lng).map((position) =>
    project(position)
      .map((value) => value.toFixed(1))
      .join(' '),
  )
  return <polyline className="static-map-route" points={points.join(' ')} />
}

/** Marks keep their size when the static map shrinks, because their position is a percentage. */
function StaticMapMarks({
  staticMap: { view },
  marks,
  distancePx,
}: {
  staticMap: StaticMapData
  marks: StaticMapMark[]
  distancePx: number
}) {
  const placed = useMemo(() => {
    const { project } = createProjection(view)
    const points = marks.map(({ lng, lat }) => {
      const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
      return { x, y }
    })
    const offsets = spreadMarks(points, distancePx)
    return points.map(({ x, y }, index) => ({ x, y, offset: offsets[index] ?? [0, 0] }))
  }, [view, marks, distancePx])
  const share = (value: number, size: number) => `${Math.round((value / size) * 10_000) / 100}%`
  return (
    <div className="static-map-marks" aria-hidden="true">
      <svg className="static-map-leaders" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true">
        {placed.map(({ x, y, offset: [dx, dy] }) =>
          dx === 0 && dy === 0 ? null : <path key={`${x} ${y} ${dx}`} d={`M${x} ${y}l${dx} ${dy}`} />,
        )}
      </svg>
      {marks.map(({ id, content }, index) => {
        const { x, y, offset } = placed[index] ?? { x: 0, y: 0, offset: [0, 0] }
        const [left, top] = [share(x + (offset[0] ?? 0), view.width), share(y + (offset[1] ?? 0), view.height)]
        return (
          <span key={id} className="static-map-mark" style={{ left, top }}>
            {content}
          </span>
        )
      })}
    </div>
  )
}
