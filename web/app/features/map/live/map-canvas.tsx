import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useAppSettings } from '#app/platform/root-data.ts'
import { toCoarsePosition } from '../coarse-position.ts'
import { Neatline } from '../frame/neatline.tsx'
import { ScaleBar } from '../frame/scale-bar.tsx'
import type { MarkedPlace } from '../isolines/isoline-features.ts'
import type { LngLat } from '../map-view.ts'
import { LocationMark } from '../marks/location-mark.tsx'
import { MapStart } from '../start/map-start.tsx'
import { useIsDrawn, useStartView } from '../start/use-start-view.ts'
import type { StaticMapData } from '../static/static-map.server.ts'
import { flyOrJumpTo, isStill, type MapTarget, useGoTo } from './camera/camera.ts'
import { type RevealedCircle, useReveal } from './camera/use-reveal.ts'
import { MapControls } from './controls/map-controls.tsx'
import { useNearMe } from './controls/use-near-me.ts'
import type { MapMarker, MapState } from './engine/map-state.ts'
import { useMapLibre } from './engine/use-map-libre.ts'
import { useMapTheme } from './engine/use-map-theme.ts'
import { usePrint } from './engine/use-print.ts'
import { useIdleMark, useRest } from './engine/use-rest.ts'
import { useWake } from './engine/use-wake.ts'
import { LiveOverlays, type Overlays } from './overlays/live-overlays.tsx'
import { MapMarkers } from './overlays/map-markers.tsx'
import { MapPopup, type Popup, StillMapPopup } from './overlays/map-popup.tsx'
import { useGraticule } from './overlays/use-graticule.ts'
import { useIsolines } from './overlays/use-isolines.ts'
import { useLiveView } from './overlays/use-live-view.ts'
import { useRoute } from './overlays/use-route.ts'
import { useReservedSpace } from './towns/use-reserved-space.ts'
import { useTownNames } from './towns/use-town-names.ts'
import './map-canvas.css'

/** A live map. Positions are in degrees, distances in metres. */
export interface MapCanvasProps extends Overlays {
  /** The initial position of the map. Later changes are ignored; see `goTo`. */
  center: LngLat
  zoom: number
  /** The name of the map for screen readers, such as "Map of spots". */
  label: string
  /** A summary that is announced when it changes, such as "2,166 spots in view". */
  summary?: string | undefined
  /** The operator's own MapLibre style instead of the offline base map. */
  styleUrl?: string | undefined
  markers?: MapMarker[]
  /** `isByKeyboard` is true for keyboards and screen readers. */
  onMarkerPress?: (id: string, isByKeyboard: boolean) => void
  onMarkerHover?: (id: string | undefined) => void
  /** Public points for the isolines. Keep the array identical while it does not change. */
  places?: MarkedPlace[]
  /** A route through numbered marks. Keep the array identical while it does not change. */
  route?: LngLat[]
  /** Moves the map when the object changes. The map flies, or jumps if reduced motion is preferred. */
  goTo?: MapTarget | undefined
  /** Called each time the map has come to rest, including the first time. */
  onRest?: (state: MapState) => void
  onNearMe?: (position: LngLat) => void
  /** The visitor's position, if it is known before they press “Near me” on this map. */
  here?: LngLat | undefined
  /**
   * “Near me” moves to within 2 km of the visitor, so that the shown area does not reveal their exact position to the
   * server.
   */
  isNearMeCoarse?: boolean
  /**
   * For maps inside a scrolling page: the wheel zooms only with Ctrl, one finger scrolls the page and two move the map.
   */
  embedded?: boolean
  /** Places town names below their dots, where clusters would cover a name beside them. */
  labelsBelow?: boolean
  /** Hides controls and frame, for small maps. */
  bare?: boolean
  /** A card beside the selected marker; on phones along the lower edge. */
  popup?: Popup | undefined
  /**
   * A picture of the initial position, which need not have the size of the map. The map starts with it and with its
   * marks, and MapLibre loads when the map is touched or the page is idle.
   */
  start?: StaticMapData | undefined
  /** Moves the map so that a circle around a position is in view and clear of the controls. */
  reveal?: RevealedCircle | undefined
  /** Content that floats over the map. */
  children?: ReactNode
}

const NEAR_ME_ZOOM = 13
const NO_MARKERS: MapMarker[] = []
const NO_PLACES: MarkedPlace[] = []
const NO_ROUTE: LngLat[] = []

/** A map with everything we draw on it. Without a start picture, import it lazily: see lazy-map.tsx. */
export function MapCanvas(props: MapCanvasProps) {
  const { markers = NO_MARKERS, places = NO_PLACES, route = NO_ROUTE, label } = props
  const frame = useRef<HTMLElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const pending = useRef<(map: MapLibreMap) => void>(undefined)
  const theme = useMapTheme()
  const [hasIsolines, setHasIsolines] = useState(true)
  const { streets } = useAppSettings()
  const start = props.start?.view
  const [isAwake, wake] = useWake(frame, start !== undefined && !props.goTo)
  const { map, hasFailed } = useMapLibre(container, isAwake, {
    center: props.center,
    zoom: props.zoom,
    theme,
    label,
    styleUrl: props.styleUrl,
    embedded: props.embedded,
    labelsBelow: props.labelsBelow,
  })
  const resting = useLiveView(map, 'moveend')
  const measured = useStartView(frame, map ? undefined : start)
  const still = map ? undefined : (measured ?? start)
  const isDrawn = useIsDrawn(map)
  useIdleMark(frame, map)
  usePrint(frame, map, { isDark: theme === 'night' && !props.styleUrl })
  useGraticule(map)
  useIsolines(map, places, resting, hasIsolines)
  useRoute(map, route)
  useGoTo(map, props.goTo)
  useEffect(() => {
    if (props.goTo) wake()
  }, [props.goTo, wake])
  useReveal(map, props.reveal)
  useRest(resting, props.onRest)
  /** Runs a function with the map, now or once the map exists. */
  const withMap = (act: (map: MapLibreMap) => void) => {
    if (map) return act(map)
    pending.current = act
    wake()
  }
  useEffect(() => {
    if (map) pending.current?.(map)
    pending.current = undefined
  }, [map])
  const nearMe = useNearMe((position) => {
    withMap((found) => flyOrJumpTo(found, props.isNearMeCoarse ? toCoarsePosition(position) : position, NEAR_ME_ZOOM))
    props.onNearMe?.(position)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each other place
  useEffect(() => nearMe.cancel(), [props.goTo])
  const here = nearMe.position ?? props.here
  const framed = measured ?? resting
  const scale = still ?? resting
  const named = useTownNames(map, markers, { isOn: props.labelsBelow ?? false, theme })
  useReservedSpace(map, markers, { isOn: !props.labelsBelow, bare: props.bare })
  const all = useMemo(() => withHere(named, here), [named, here])

  return (
    <section className="map" ref={frame} aria-label={label} data-drawn={isDrawn || undefined}>
      {props.start && <MapStart staticMap={props.start} on={measured ?? props.start.view} map={map} />}
      <div className="map-base" ref={container} />
      {still && <MapMarkers on={still} markers={all} onPress={props.onMarkerPress} onHover={props.onMarkerHover} />}
      {still && props.popup && <StillMapPopup view={still} {...props.popup} />}
      {map && (
        <OnMap map={map}>
          {(props.rings || props.cross) && <LiveOverlays map={map} {...props} />}
          <MapMarkers on={map} markers={all} onPress={props.onMarkerPress} onHover={props.onMarkerHover} />
        </OnMap>
      )}
      {map && props.popup && <MapPopup map={map} {...props.popup} />}
      {framed && !props.bare && <Neatline view={framed} />}
      {hasFailed && <MapProblem />}
      {(map || still) && !props.bare && !hasFailed && (
        <MapControls
          onZoomIn={() => withMap((found) => found.zoomIn(isStill() ? { duration: 0 } : undefined))}
          onZoomOut={() => withMap((found) => found.zoomOut(isStill() ? { duration: 0 } : undefined))}
          nearMe={nearMe}
          isolines={props.places && { shown: hasIsolines, onChange: setHasIsolines }}
        />
      )}
      {scale && !props.bare && (
        <span className="map-scale-panel">
          <ScaleBar zoom={scale.zoom} lat={scale.center.lat} />
        </span>
      )}
      <span className="map-attribution">
        {props.styleUrl ? 'Map data: see the map provider' : <Sources streets={streets?.attribution} />}
      </span>
      <p className="map-summary" aria-live="polite">
        {props.summary}
      </p>
      {props.children}
    </section>
  )
}

/**
 * Draws inside the element on which the map listens, so that drags, wheel and pinches that begin on a mark move the
 * map.
 */
function OnMap({ map, children }: { map: MapLibreMap; children: ReactNode }) {
  return createPortal(children, map.getCanvasContainer())
}

/** Says why the map does not move. Its start picture and its marks stay. */
function MapProblem() {
  return (
    <div className="map-controls map-problem">
      <p className="map-control-help" role="status">
        This browser cannot draw the map. Turn on hardware acceleration (WebGL) in its settings, then reload the page.
      </p>
    </div>
  )
}

function Sources({ streets }: { streets: string | undefined }) {
  return (
    <>
      {streets && (
        <>
          <span>{streets}</span> <span className="map-attribution-dot">·</span>{' '}
        </>
      )}
      <span>Natural Earth · GeoNames</span>
    </>
  )
}

function withHere(markers: MapMarker[], position: LngLat | undefined): MapMarker[] {
  if (!position) return markers
  return [...markers, { id: 'here', ...position, label: 'You are here', content: <LocationMark /> }]
}
