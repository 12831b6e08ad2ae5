import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MarkedPlace } from '#app/features/map/isolines/isoline-features.ts'
import { LazyMap } from '#app/features/map/live/lazy-map.tsx'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '#app/features/map/map-view.ts'
import { spreadMarks } from '#app/features/map/marks/spread-marks.ts'
import type { StaticMapMark } from '#app/features/map/static/static-map.tsx'
import { chooseNameSides, type NameSide, PANEL_PX } from './name-sides.ts'

/** The markers that the static map and the live map of a story share. */
export interface StoryDrawing {
  label: string
  marks: (StaticMapMark & { label: string; title: string })[]
  route: LngLat[]
  places: MarkedPlace[]
  markDistancePx: number
}

/** The interactive map over the static one, as large as the window. It highlights the spot that is being read. */
export function StoryMapLive({
  view,
  drawing: { label, marks, route, places, markDistancePx },
  current,
  styleUrl,
  onSelect,
}: {
  view: MapView
  drawing: StoryDrawing
  current: number
  styleUrl: string | undefined
  onSelect: (number: number) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<MapView>()
  useLayoutEffect(() => {
    const { clientWidth: width = view.width, clientHeight: height = view.height } = frame.current ?? {}
    const zoom = view.zoom + Math.log2(Math.min(width / view.width, height / view.height))
    setStart({ center: view.center, zoom: Math.max(0, zoom), width, height })
  }, [view])
  const offsets = useMemo(
    () => (start ? findOffsets(marks, start, markDistancePx) : []),
    [marks, start, markDistancePx],
  )
  const sides = useMemo(
    () => (start ? chooseNameSides(marks, start, { markDistancePx, panelPx: PANEL_PX }) : []),
    [marks, start, markDistancePx],
  )
  const markers = marks.map((mark, index) => ({
    ...mark,
    selected: Number(mark.id) === current,
    content: (
      <span className={Number(mark.id) === current ? 'stop-mark is-current' : 'stop-mark'}>
        {mark.content}
        <StopName title={mark.title} side={sides[index] ?? null} />
      </span>
    ),
    ...(offsets[index] && { offset: offsets[index] }),
  }))
  return (
    <div className="story-map-live" ref={frame}>
      {start && (
        <LazyMap
          center={start.center}
          zoom={start.zoom}
          label={label}
          embedded
          styleUrl={styleUrl}
          markers={markers}
          places={places}
          route={route}
          fallback={null}
          onMarkerPress={(id) => onSelect(Number(id))}
        />
      )}
    </div>
  )
}

/** The name of a spot beside its number. Screen readers read it from the label of the marker. */
export function StopName({ title, side }: { title: string; side: NameSide }) {
  if (side === null) return null
  return (
    <span className={`stop-name is-${side}`} dir="auto" aria-hidden="true" data-map-name>
      {title}
    </span>
  )
}

/**
 * Returns how far to move each number so that none covers another in the initial view; undefined for those that stay.
 */
function findOffsets(marks: LngLat[], start: MapView, distancePx: number): ([number, number] | undefined)[] {
  const { project } = createProjection(start)
  const points = marks.map(({ lng, lat }) => {
    const [x, y] = project({ lng: unwrapLongitude(lng, start.center.lng), lat })
    return { x, y }
  })
  return spreadMarks(points, distancePx).map((offset) => (offset[0] === 0 && offset[1] === 0 ? undefined : offset))
}
