import { Map as MapLibreMap, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
// Vite does not emit the worker of MapLibre's module build by itself.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { basemapVersion } from '#app/lib/basemap/basemap-version.generated.ts'
import { ownAssetUrl, publicFileUrl, withBase } from '#app/platform/config/app-config.ts'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { getNamesLanguage } from '#app/platform/names-language.ts'
import { createOverlayLayers, createOverlaySources, createTopLayers } from '../../base-map/map-overlay-style.ts'
import { createMapStyle } from '../../base-map/map-style.ts'
import type { MapTheme } from '../../base-map/map-theme.ts'
import { MIN_ZOOM } from '../../map-view.ts'
import { provideStreetImages } from '../../streets/street-images.ts'
import { createStreetStyle, type StreetStyle } from '../../streets/street-style.ts'
import type { MapSettings } from './map-settings.ts'

const MAX_ZOOM = 19

/** Creates a map in an element, still without a style. */
export function createMap(container: HTMLElement, { center, zoom, label, embedded = false }: MapSettings): MapLibreMap {
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

/** Sets our style on a map, or the operator’s own style with our layers on top. */
export function applyStyle(
  map: MapLibreMap,
  { theme, styleUrl, labelsBelow = false, embedded = false }: StyleChoice,
): void {
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
    layers: [...style.layers, ...createOverlayLayers(theme), ...createTopLayers(theme)],
  })
  map.setStyle(styleUrl, { diff: false, transformStyle })
}

function findStreets(theme: MapTheme): StreetStyle | undefined {
  const settings = readPageSettings().streets
  if (!settings) return undefined
  const tilesUrl = `${window.location.origin}${withBase(`basemap/streets/${settings.version}/`)}{z}/{x}/{y}.mvt`
  return createStreetStyle({ theme, tilesUrl, settings, language: getNamesLanguage() })
}

function toTilesUrl(): string {
  // Joined as text: a URL would escape the braces.
  const folder = new URL(publicFileUrl(`basemap/${basemapVersion}/`), window.location.origin)
  return `${folder.href}{z}/{x}/{y}.pbf`
}
