import type { Map as MapLibreMap } from 'maplibre-gl'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { DistanceRings } from '../frame/distance-rings.tsx'
import { Neatline } from '../frame/neatline.tsx'
import { ScaleBar } from '../frame/scale-bar.tsx'
import type { MarkedPlace } from '../isolines/isoline-features.ts'
import type { LngLat } from '../map-view.ts'
import { LocationMark } from '../marks/location-mark.tsx'
import { MapControls } from './map-controls.tsx'
import { MapCross } from './map-cross.tsx'
import { MapMarkers } from './map-markers.tsx'
import type { MapMarker, MapState } from './map-state.ts'
import { useGraticule } from './use-graticule.ts'
import { useIsolines } from './use-isolines.ts'
import { useLiveView } from './use-live-view.ts'
import { useMapLibre } from './use-map-libre.ts'
import { useMapTheme } from './use-map-theme.ts'
import { useNearMe } from './use-near-me.ts'
import { useRoute } from './use-route.ts'
import './map-canvas.css'

/** A live map. Positions are in degrees, distances in metres. */
export interface MapCanvasProps {
  /** Where the map starts. Later changes are ignored; see `goTo`. */
  center: LngLat
  zoom: number
  /** The name of the map for screen readers, such as "Map of spots". */
  label: string
  /** A summary that is announced when it changes, such as "2,166 spots in view". */
  summary?: string | undefined
  /** The operator's own MapLibre style instead of the offline base map. */
  styleUrl?: string | undefined
  markers?: MapMarker[]
  onMarkerPress?: (id: string) => void
  onMarkerHover?: (id: string | undefined) => void
  /** Public points for the isolines. Keep the array identical while it does not change. */
  places?: MarkedPlace[]
  /** A route through numbered marks. Keep the array identical while it does not change. */
  route?: LngLat[]
  rings?: { center: LngLat; radiiMeters: number[] } | undefined
  /** A cross fixed in the middle, with the radii of its rings and the text of its flag. */
  cross?: { text?: string; radiiMeters: number[] } | undefined
  /** Moves the map when the object changes. The map flies, or jumps if reduced motion is preferred. */
  goTo?: { center: LngLat; zoom?: number } | undefined
  /** Called when the map came to rest, also the first time. */
  onRest?: (state: MapState) => void
  onNearMe?: (position: LngLat) => void
  /**
   * For maps inside a scrolling page: the wheel zooms only with Ctrl, one finger scrolls the page and two move the map.
   */
  embedded?: boolean
  /** Places town names below their dots, where clusters would cover a name beside them. */
  labelsBelow?: boolean
  /** Hides controls and frame, for small maps. */
  bare?: boolean
  /** A card beside the selected marker; on phones along the lower edge. */
  popup?: { at: LngLat; content: ReactNode } | undefined
  /** Content that floats over the map. */
  children?: ReactNode
}

const NEAR_ME_ZOOM = 13
const NO_MARKERS: MapMarker[] = []
const NO_PLACES: MarkedPlace[] = []
const NO_ROUTE: LngLat[] = []

/** MapLibre with everything we draw on it. Import it lazily, see lazy-map.tsx. */
export function MapCanvas(props: MapCanvasProps) {
  const { markers = NO_MARKERS, places = NO_PLACES, route = NO_ROUTE, label } = props
  const container = useRef<HTMLDivElement>(null)
  const theme = useMapTheme()
  const [hasIsolines, setHasIsolines] = useState(true)
  const map = useMapLibre(container, {
    center: props.center,
    zoom: props.zoom,
    theme,
    label,
    styleUrl: props.styleUrl,
    embedded: props.embedded,
    labelsBelow: props.labelsBelow,
  })
  const resting = useLiveView(map, 'moveend')
  const isIdle = useIsIdle(map)
  useGraticule(map)
  useIsolines(map, places, resting, hasIsolines)
  useRoute(map, route)
  useGoTo(map, props.goTo)
  useRest(resting, props.onRest)
  const nearMe = useNearMe((position) => {
    if (map) travel(map, position, NEAR_ME_ZOOM)
    props.onNearMe?.(position)
  })
  const all = useMemo(() => withHere(markers, nearMe.position), [markers, nearMe.position])

  return (
    <section className="map" aria-label={label} data-idle={isIdle || undefined}>
      <div className="map-base" ref={container} />
      {map && <LiveOverlays map={map} {...props} />}
      {map && <MapMarkers map={map} markers={all} onPress={props.onMarkerPress} onHover={props.onMarkerHover} />}
      {map && props.popup && <MapPopup map={map} {...props.popup} />}
      {resting && !props.bare && <Neatline view={resting} />}
      {map && !props.bare && (
        <MapControls
          onZoomIn={() => map.zoomIn(isStill() ? { duration: 0 } : undefined)}
          onZoomOut={() => map.zoomOut(isStill() ? { duration: 0 } : undefined)}
          nearMe={nearMe}
          isolines={props.places && { shown: hasIsolines, onChange: setHasIsolines }}
        />
      )}
      {resting && !props.bare && (
        <span className="map-scale-panel">
          <ScaleBar zoom={resting.zoom} lat={resting.center.lat} />
        </span>
      )}
      <span className="map-attribution">
        {props.styleUrl ? 'Map data: see its provider' : 'Natural Earth · GeoNames'}
      </span>
      <p className="map-summary" aria-live="polite">
        {props.summary}
      </p>
      {props.children}
    </section>
  )
}

/** The parts that follow every frame of a move: rings that grow with the zoom, and the fixed cross. */
function LiveOverlays({ map, rings, cross }: { map: MapLibreMap } & Pick<MapCanvasProps, 'rings' | 'cross'>) {
  const view = useLiveView(map, 'move')
  if (!view) return null
  return (
    <>
      {rings && <DistanceRings view={view} {...rings} />}
      {cross && <DistanceRings view={view} center={view.center} radiiMeters={cross.radiiMeters} />}
      {cross && <MapCross text={cross.text} />}
    </>
  )
}

function MapPopup({ map, at, content }: { map: MapLibreMap; at: LngLat; content: ReactNode }) {
  const view = useLiveView(map, 'move')
  if (!view) return null
  const { x, y } = map.project([at.lng, at.lat])
  const position = { '--popup-x': `${Math.round(x)}px`, '--popup-y': `${Math.round(y)}px` }
  const side = x > view.width / 2 ? 'left' : 'right'
  return (
    <div
      className="map-popup"
      data-side={side}
      data-edge={y > view.height / 2 ? 'above' : 'below'}
      style={position as CSSProperties}
    >
      {content}
    </div>
  )
}

/** True once everything in view is loaded and drawn; tests and screenshots wait for it. */
function useIsIdle(map: MapLibreMap | undefined): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!map) return
    const start = () => setIsIdle(false)
    const end = () => setIsIdle(true)
    map.on('movestart', start)
    map.on('idle', end)
    return () => {
      map.off('movestart', start)
      map.off('idle', end)
    }
  }, [map])
  return isIdle
}

function useGoTo(map: MapLibreMap | undefined, goTo: MapCanvasProps['goTo']): void {
  useEffect(() => {
    if (map && goTo) travel(map, goTo.center, goTo.zoom)
  }, [map, goTo])
}

function useRest(state: MapState | undefined, onRest: MapCanvasProps['onRest']): void {
  const latest = useRef(onRest)
  useEffect(() => {
    latest.current = onRest
  })
  useEffect(() => {
    if (state) latest.current?.(state)
  }, [state])
}

function travel(map: MapLibreMap, { lng, lat }: LngLat, zoom = map.getZoom()): void {
  const camera = { center: [lng, lat] as [number, number], zoom }
  if (isStill()) map.jumpTo(camera)
  else map.flyTo(camera)
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function withHere(markers: MapMarker[], position: LngLat | undefined): MapMarker[] {
  if (!position) return markers
  return [...markers, { id: 'here', ...position, label: 'You are here', content: <LocationMark /> }]
}
