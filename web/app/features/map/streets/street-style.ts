import type { MultiPolygon } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import { type MapTheme, mapPalettes } from '../base-map/map-theme.ts'
import { createBuildingLayers, createGroundLayers, createStreetWaterLayers } from './street-ground.ts'
import { createStreetLabelLayers } from './street-labels.ts'
import { createBorderLayers, createRoadLayers } from './street-roads.ts'
import { getStreetSelectors } from './street-selectors.ts'
import { STREET_SOURCE, STREETS_FROM } from './street-style-parts.ts'

const AREA_SOURCE = 'street-area'

/** The sources and layers that the street tiles add to the map style. */
export interface StreetStyle {
  sources: Record<string, SourceSpecification>
  /** Land and its use, below tints and graticule. */
  ground: LayerSpecification[]
  /** Water, buildings and roads, below the isolines. */
  built: LayerSpecification[]
  labels: LayerSpecification[]
  /** True for features of the offline base map that the street tiles replace. */
  isReplaced: ExpressionSpecification
}

interface StreetStyleOptions {
  theme: MapTheme
  /** The URL template of the tiles, absolute. */
  tilesUrl: string
  settings: StreetSettings
  /** The reader's language, such as `it`. */
  language: string
}

/** Returns the street map of one theme. It covers the offline base map only where the archives have streets. */
export function createStreetStyle({ theme, tilesUrl, settings, language }: StreetStyleOptions): StreetStyle {
  const select = getStreetSelectors(settings.schema)
  const area = toPolygons(settings.areas)
  return {
    sources: {
      [STREET_SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        minzoom: STREETS_FROM,
        maxzoom: settings.maxZoom,
        // An option of MapLibre, but not of the style specification: archives that end at lower zooms leave tiles out.
        ...{ sparse: true },
      },
      [AREA_SOURCE]: { type: 'geojson', data: area },
    },
    ground: [
      {
        id: 'street-land',
        type: 'fill',
        source: AREA_SOURCE,
        minzoom: STREETS_FROM,
        paint: { 'fill-color': mapPalettes[theme].land },
      },
      ...createGroundLayers(select, theme),
    ],
    built: [
      ...createStreetWaterLayers(select, theme),
      ...createBuildingLayers(select, theme),
      ...createRoadLayers(select, theme),
      ...createBorderLayers(select, theme),
    ],
    labels: createStreetLabelLayers(select, { theme, language }),
    isReplaced: ['all', ['>=', ['zoom'], STREETS_FROM], ['within', area]],
  }
}

function toPolygons(areas: StreetSettings['areas']): MultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: areas.map(([west, south, east, north]) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]),
  }
}
