import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { DistanceRings } from './distance-rings.tsx'
import { IsolineDrawing, type IsolineLook } from './isoline-drawing.tsx'
import type { MarkedPlace } from './isoline-features.ts'
import { createProjection, type LngLat, unwrapLongitude } from './map-view.ts'
import { Neatline } from './neatline.tsx'
import type { PlateData } from './plate.server.ts'
import { PlateNames } from './plate-names.tsx'
import { spreadMarks } from './spread-marks.ts'
import './plate.css'

/** Something drawn at a position of a plate. */
export interface PlateMark extends LngLat {
  id: string
  content: ReactNode
}

export interface PlateProps {
  plate: PlateData
  /** What the plate shows, for screen readers; the marks themselves are decoration, their facts stand in the page. */
  label: string
  marks?: PlateMark[]
  /** Public points from which isolines are drawn. */
  places?: MarkedPlace[]
  isolineLook?: IsolineLook
  rings?: { center: LngLat; radiiMeters: number[] } | undefined
  route?: LngLat[]
  /** Readings on the frame; never on plates under 360 px. */
  readings?: boolean
  framed?: boolean
  /** Least distance between marks in pixels; nearer ones are pulled apart with a leader line. */
  markDistancePx?: number
  children?: ReactNode
}

/** Wider plates lose their names where a phone shrinks them. */
const SHRINKING_FROM_PX = 520
const NO_MARKS: PlateMark[] = []
const NO_PLACES: MarkedPlace[] = []

/** A static map without any script of a map library. It scales with its width and keeps its proportions. */
export function Plate({ plate, label, marks = NO_MARKS, places = NO_PLACES, framed = true, ...rest }: PlateProps) {
  const { view, urls, labels } = plate
  const grounds = { '--plate-day': `url("${urls.day}")`, '--plate-night': `url("${urls.night}")` }
  return (
    <figure className="plate" aria-label={label} style={{ aspectRatio: `${view.width} / ${view.height}` }}>
      <div className={view.width > SHRINKING_FROM_PX ? 'plate-sheet plate-shrinks' : 'plate-sheet'}>
        <div className="plate-ground" style={grounds as CSSProperties} />
        <svg className="plate-drawing" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true">
          {places.length > 0 && <IsolineDrawing view={view} places={places} look={rest.isolineLook} />}
          {rest.route && <PlateRoute plate={plate} route={rest.route} />}
          <PlateNames labels={labels} />
        </svg>
        {rest.rings && <DistanceRings view={view} {...rest.rings} />}
        <PlateMarks plate={plate} marks={marks} distancePx={rest.markDistancePx ?? 0} />
        {framed && <Neatline view={view} labels={rest.readings ?? true} />}
        {rest.children}
      </div>
    </figure>
  )
}

function PlateRoute({ plate: { view }, route }: { plate: PlateData; route: LngLat[] }) {
  const { project } = createProjection(view)
  const points = route.map((position) =>
    project(position)
      .map((value) => value.toFixed(1))
      .join(' '),
  )
  return <polyline className="plate-route" points={points.join(' ')} />
}

/** Marks keep their size when the plate shrinks: they are placed by shares of its width and height. */
function PlateMarks({
  plate: { view },
  marks,
  distancePx,
}: {
  plate: PlateData
  marks: PlateMark[]
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
    <div className="plate-marks" aria-hidden="true">
      <svg className="plate-leaders" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true">
        {placed.map(({ x, y, offset: [dx, dy] }) =>
          dx === 0 && dy === 0 ? null : <path key={`${x} ${y} ${dx}`} d={`M${x} ${y}l${dx} ${dy}`} />,
        )}
      </svg>
      {marks.map(({ id, content }, index) => {
        const { x, y, offset } = placed[index] ?? { x: 0, y: 0, offset: [0, 0] }
        const [left, top] = [share(x + (offset[0] ?? 0), view.width), share(y + (offset[1] ?? 0), view.height)]
        return (
          <span key={id} className="plate-mark" style={{ left, top }}>
            {content}
          </span>
        )
      })}
    </div>
  )
}
