import { Map as MapLibreMap, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
// Vite does not emit the worker of MapLibre's module build by itself.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { basemapVersion } from '#app/lib/basemap/basemap-version.generated.ts'
import { ownAssetUrl, publicFileUrl, withBase } from '#app/platform/config/app-config.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { createOverlayLayers, createOverlaySources } from '../base-map/map-overlay-style.ts'
import { createMapStyle } from '../base-map/map-style.ts'
import type { MapTheme } from '../base-map/map-theme.ts'
import type { LngLat } from '../map-view.ts'
import { provideStreetImages } from '../streets/street-images.ts'
import { createStreetStyle, type StreetStyle } from '../streets/street-style.ts'
import { loadMapFonts } from './map-fonts.ts'

/** The options of a live map. */
export interface MapSettings {
  center: LngLat
  zoom: number
  theme: MapTheme
  /** The operator's own MapLibre style, with our layers on top. */
  styleUrl?: string | undefined
  labelsBelow?: boolean | undefined
  /** Leaves the wheel and single fingers to the page. */
  embedded?: boolean | undefined
  /** The name of the map for screen readers. */
  label: string
}

const MIN_ZOOM = 0.5
const MAX_ZOOM = 19

/** Creates a MapLibre map in an element and updates its style with the theme. Undefined until the map exists. */
export function useMapLibre(container: RefObject<HTMLElement | null>, settings: MapSettings): MapLibreMap | undefined {
  const [map, setMap] = useState<MapLibreMap>()
  const first = useRef(settings)
  const { theme, styleUrl, labelsBelow, embedded } = settings

  useEffect(() => {
    const element = container.current
    if (!element) return
    let created: MapLibreMap | undefined
    let isGone = false
    void loadMapFonts().then(() => {
      if (isGone) return
      created = createMap(element, first.current)
      setMap(created)
    })
    return () => {
      isGone = true
      created?.remove()
      setMap(undefined)
    }
  }, [container])

  useEffect(() => {
    if (!map) return
    applyStyle(map, { theme, styleUrl, labelsBelow, embedded })
  }, [map, theme, styleUrl, labelsBelow, embedded])

  return map
}

function createMap(container: HTMLElement, { center, zoom, label, embedded = false }: MapSettings): MapLibreMap {
  setWorkerUrl(ownAssetUrl(workerUrl))
  const map = new MapLibreMap({
    container,
    center: [center.lng, center.lat],
    zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    attributionControl: false,
    cooperativeGestures: embedded,
    // The frame's labels and the isolines need a map that looks straight down.
    dragRotate: false,
    pitchWithRotate: false,
    rollEnabled: false,
    maxPitch: 0,
    // The surrounding section has the label; two landmarks with the same name would be ambiguous.
    locale: { 'Map.Title': `${label}: arrows move it, plus and minus zoom` },
  })
  provideStreetImages(map)
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}

type StyleChoice = Pick<MapSettings, 'theme' | 'styleUrl' | 'labelsBelow' | 'embedded'>

function applyStyle(map: MapLibreMap, { theme, styleUrl, labelsBelow = false, embedded = false }: StyleChoice): void {
  if (!styleUrl) {
    const options = { theme, labelsBelow, withoutCountries: embedded, tilesUrl: toTilesUrl() }
    map.setStyle(createMapStyle({ ...options, streets: findStreets(theme) }), { diff: true })
    return
  }
  // Before the style is loaded, so that our sources exist from the first frame on.
  const transformStyle = (
    _previous: StyleSpecification | undefined,
    style: StyleSpecification,
  ): StyleSpecification => ({
    ...style,
    sources: { ...style.sources, ...createOverlaySources() },
    layers: [...style.layers, ...createOverlayLayers(theme)],
  })
  map.setStyle(styleUrl, { diff: false, transformStyle })
}

function findStreets(theme: MapTheme): StreetStyle | undefined {
  const settings = readPageSettings().streets
  if (!settings) return undefined
  const tilesUrl = `${window.location.origin}${withBase(`basemap/streets/${settings.version}/`)}{z}/{x}/{y}.mvt`
  const [language = 'en'] = (navigator.language || 'en').split('-')
  return createStreetStyle({ theme, tilesUrl, settings, language })
}

function toTilesUrl(): string {
  // Joined as text: a URL would escape the braces.
  const folder = new URL(publicFileUrl(`basemap/${basemapVersion}/`), window.location.origin)
  return `${folder.href}{z}/{x}/{y}.pbf`
}
