import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import { MAP_SERIF } from './font-names.ts'
import { type MapTheme, mapPalettes } from './map-theme.ts'

/** The names of the sources for our own layers, which are the same for every base map. */
export const GRATICULE_SOURCE = 'graticule'
/** Two isoline sources take turns, so that new lines fade in over the old ones. */
export const ISOLINE_SOURCES = ['isolines-a', 'isolines-b'] as const
export const ROUTE_SOURCE = 'route'
/** The names of the largest towns, with `name`, `size` and `offset`. */
export const TOWN_NAME_SOURCE = 'town-names'
/** The positions of the marks, each with its `radius`. */
export const KEEP_SOURCE = 'keep'

/** A transparent image, followed by `-day` or `-night`, that reserves the space of a mark. */
export const KEEP_IMAGE = 'map-keep'
export const KEEP_IMAGE_PX = 20
/** The margin around a mark that stays free of labels. */
const KEEP_HALO_PX = 4

const FADE = { duration: 220, delay: 0 }

/** Returns empty sources for the graticule, the isolines and a route. */
export function createOverlaySources(): Record<string, SourceSpecification> {
  const empty = (): SourceSpecification => ({
    type: 'geojson',
    data: { type: 'FeatureCollection', features: [] },
    // The features are computed for the current view, and further simplification would be visible.
    tolerance: 0.2,
  })
  return Object.fromEntries(
    [GRATICULE_SOURCE, ...ISOLINE_SOURCES, ROUTE_SOURCE, TOWN_NAME_SOURCE, KEEP_SOURCE].map((name) => [name, empty()]),
  )
}

/** Returns the layers of those sources, bottom to top. Isoline features carry `strong`: 1 for every fourth line. */
export function createOverlayLayers(theme: MapTheme): LayerSpecification[] {
  const palette = mapPalettes[theme]
  return [
    {
      id: 'graticule',
      type: 'line',
      source: GRATICULE_SOURCE,
      paint: { 'line-color': palette.graticule, 'line-width': 0.8 },
    },
    ...ISOLINE_SOURCES.flatMap((source): LayerSpecification[] => [
      {
        id: `${source}-tint`,
        type: 'fill',
        source,
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: {
          'fill-color': palette.contourTint,
          'fill-opacity': 1,
          'fill-opacity-transition': FADE,
          'fill-antialias': false,
        },
      },
      {
        id: `${source}-line`,
        type: 'line',
        source,
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': palette.contour,
          'line-width': ['case', ['==', ['get', 'strong'], 1], 1.3, 0.7],
          'line-opacity': 0.8,
          'line-opacity-transition': FADE,
        },
      },
    ]),
    {
      id: 'route',
      type: 'line',
      source: ROUTE_SOURCE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': palette.over, 'line-width': 2 },
    },
  ]
}

/**
 * Returns the layers above all other labels. The map places them first: marks keep their space, and all labels but
 * those of the largest towns yield.
 */
export function createTopLayers(theme: MapTheme): LayerSpecification[] {
  const palette = mapPalettes[theme]
  return [
    {
      id: 'keep',
      type: 'symbol',
      source: KEEP_SOURCE,
      layout: {
        'icon-image': `${KEEP_IMAGE}-${theme}`,
        'icon-size': ['/', ['+', ['*', 2, ['get', 'radius']], KEEP_HALO_PX], KEEP_IMAGE_PX],
        'icon-allow-overlap': true,
        'icon-padding': 1,
      },
    },
    {
      id: 'named-town',
      type: 'symbol',
      source: TOWN_NAME_SOURCE,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [MAP_SERIF],
        'text-size': ['get', 'size'],
        'text-max-width': 30,
        'text-offset': ['array', 'number', 2, ['get', 'offset']],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette.town, 'text-halo-color': palette.land, 'text-halo-width': 1.7 },
    },
  ]
}
