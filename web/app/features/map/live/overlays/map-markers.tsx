import type { Map as MapLibreMap } from 'maplibre-gl'
import { memo, type RefObject, useEffect, useRef } from 'react'
import { clampLatitude, type MapView, projectFromMiddle, unwrapLongitude } from '../../map-view.ts'
import type { MapMarker } from '../engine/map-state.ts'
import { glideMarkers } from './glide-markers.ts'

type Handlers = Pick<MapMarkersProps, 'onPress' | 'onHover'>

interface MapMarkersProps {
  /** The live map, or the view of the picture that stands in for it. */
  on: MapLibreMap | MapView
  markers: MapMarker[]
  /** Called with the pressed marker. `isByKeyboard` is true for keyboards and screen readers. */
  onPress?: ((id: string, isByKeyboard: boolean) => void) | undefined
  onHover?: ((id: string | undefined) => void) | undefined
}

/**
 * Markers over a live map that move with it in every frame without rendering again. They are not in the tab order:
 * keyboard users have the list beside the map, and the map itself handles arrows, + and −.
 */
export function MapMarkers({ on, markers, onPress, onHover }: MapMarkersProps) {
  const layer = useRef<HTMLDivElement>(null)
  const before = useRef<MapMarker[]>([])
  const handlers = useRef<Handlers>({})
  handlers.current = { onPress, onHover }
  const map = 'project' in on ? on : undefined
  const view = 'project' in on ? undefined : on

  useEffect(() => {
    if (!map) return
    const place = () => placeMarkers(map, layer.current, markers)
    place()
    glideMarkers(map, layer.current, { before: before.current, markers })
    before.current = markers
    map.on('move', place)
    map.on('resize', place)
    return () => {
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, markers])

  return (
    <div className="map-markers" data-from-middle={view && true} ref={layer}>
      {markers.map((marker) => (
        <Marker key={marker.id} marker={marker} view={view} handlers={handlers} />
      ))}
    </div>
  )
}

/** One marker. Rendered again only when it changes: a list has up to hundreds. */
const Marker = memo(function Marker({
  marker,
  view,
  handlers,
}: {
  marker: MapMarker
  view: MapView | undefined
  handlers: RefObject<Handlers>
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="map-marker"
      aria-label={marker.label}
      aria-pressed={marker.selected ? true : undefined}
      data-active={marker.active || undefined}
      data-selected={marker.selected || undefined}
      style={view && { transform: toTransform(projectFromMiddle(view, marker), marker.offset) }}
      onClick={(event) => handlers.current.onPress?.(marker.id, event.detail === 0)}
      onPointerEnter={() => handlers.current.onHover?.(marker.id)}
      onPointerLeave={() => handlers.current.onHover?.(undefined)}
    >
      {marker.offset && <LeaderLine offset={marker.offset} />}
      {marker.content}
    </button>
  )
})

/** The line from a displaced marker to its position. */
function LeaderLine({ offset: [x, y] }: { offset: [number, number] }) {
  return (
    <svg className="map-leader" width={1} height={1} aria-hidden="true">
      <line x1={0} y1={0} x2={-x} y2={-y} />
      <circle cx={-x} cy={-y} r={2.5} />
    </svg>
  )
}

function placeMarkers(map: MapLibreMap, layer: HTMLDivElement | null, markers: MapMarker[]): void {
  const center = map.getCenter().lng
  markers.forEach(({ lng, lat, offset }, index) => {
    const element = layer?.children.item(index)
    if (!(element instanceof HTMLElement)) return
    const { x, y } = map.project([unwrapLongitude(lng, center), clampLatitude(lat)])
    element.style.transform = toTransform([x, y], offset)
  })
}

function toTransform([x, y]: [x: number, y: number], [dx, dy]: [x: number, y: number] = [0, 0]): string {
  const round = (value: number) => Math.round(value * 10) / 10
  return `translate(-50%, -50%) translate(${round(x + dx)}px, ${round(y + dy)}px)`
}
