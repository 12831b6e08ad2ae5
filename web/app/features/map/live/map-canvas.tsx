import type { Map as MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { toCoarsePosition } from '../coarse-position.ts'
import { Neatline } from '../frame/neatline.tsx'
import { ScaleBar } from '../frame/scale-bar.tsx'
import type { MarkedPlace } from '../isolines/isoline-features.ts'
import type { LngLat } from '../map-view.ts'
import { LocationMark } from '../marks/location-mark.tsx'
import { isStill, type MapTarget, travel, useGoTo } from './camera.ts'
import { LiveOverlays, type Overlays } from './live-overlays.tsx'
import { MapControls } from './map-controls.tsx'
import { MapMarkers } from './map-markers.tsx'
import { MapPopup } from './map-popup.tsx'
import type { MapMarker, MapState } from './map-state.ts'
import { useGraticule } from './use-graticule.ts'
import { useIsolines } from './use-isolines.ts'
import { useLiveView } from './use-live-view.ts'
import { useMapLibre } from './use-map-libre.ts'
import { useMapTheme } from './use-map-theme.ts'
import { useNearMe } from './use-near-me.ts'
import { useIsIdle, useRest } from './use-rest.ts'
import { useRoute } from './use-route.ts'
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
  onMarkerPress?: (id: string) => void
  onMarkerHover?: (id: string | undefined) => void
  /** Public points for the isolines. Keep the array identical while it does not change. */
  places?: MarkedPlace[]
  /** A route through numbered marks. Keep the array identical while it does not change. */
  route?: LngLat[]
  /** Moves the map when the object changes. The map flies, or jumps if reduced motion is preferred. */
  goTo?: MapTarget | undefined
  /** Called when the map came to rest, also the first time. */
  onRest?: (state: MapState) => void
  onNearMe?: (position: LngLat) => void
  /** The visitor's position, if it is known before they press “Near me” on this map. */
  here?: LngLat | undefined
  /** “Near me” moves to within 2 km of the visitor, so that the shown area does not tell the server where they are. */
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
    if (map) travel(map, props.isNearMeCoarse ? toCoarsePosition(position) : position, NEAR_ME_ZOOM)
    props.onNearMe?.(position)
  })
  const here = nearMe.position ?? props.here
  const all = useMemo(() => withHere(markers, here), [markers, here])

  return (
    <section className="map" aria-label={label} data-idle={isIdle || undefined}>
      <div className="map-base" ref={container} />
      {map && (
        <OnMap map={map}>
          <LiveOverlays map={map} {...props} />
          <MapMarkers map={map} markers={all} onPress={props.onMarkerPress} onHover={props.onMarkerHover} />
        </OnMap>
      )}
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
      <span className="map-attribution">{props.styleUrl ? 'Map data: see its provider' : listSources()}</span>
      <p className="map-summary" aria-live="polite">
        {props.summary}
      </p>
      {props.children}
    </section>
  )
}

/** Draws inside the element on which the map listens, so that drags, wheel and pinches that begin on a mark move the map. */
function OnMap({ map, children }: { map: MapLibreMap; children: ReactNode }) {
  return createPortal(children, map.getCanvasContainer())
}

function listSources(): string {
  return [readPageSettings().streets?.attribution, 'Natural Earth · GeoNames'].filter(Boolean).join(' · ')
}

function withHere(markers: MapMarker[], position: LngLat | undefined): MapMarker[] {
  if (!position) return markers
  return [...markers, { id: 'here', ...position, label: 'You are here', content: <LocationMark /> }]
}
