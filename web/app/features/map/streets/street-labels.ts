import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { MAP_SANS, MAP_SERIF, MAP_SERIF_ITALIC } from '../base-map/font-names.ts'
import { type MapTheme, mapPalettes } from '../base-map/map-theme.ts'
import { DOT_IMAGE, PEAK_IMAGE, STATION_IMAGE } from './street-images.ts'
import type { Selector, StreetSelectors } from './street-selectors.ts'
import { byZoom, symbolLayer } from './street-style-parts.ts'
import { streetPalettes } from './street-theme.ts'

type Stops = [zoom: number, value: number][]
type SymbolLayout = NonNullable<Extract<LayerSpecification, { type: 'symbol' }>['layout']>

interface Label {
  id: string
  selector: Selector
  from: number
  to?: number
  font: string
  sizes: Stops
  ink: string
  halo: string
  layout?: SymbolLayout
}

/** The name in the script of the place, as on its street signs. */
const LOCAL_NAME: ExpressionSpecification = ['coalesce', ['get', 'name'], '']

/** Returns the name in the reader's language, else the local one. Names of streets are always local. */
function inLanguage(language: string): ExpressionSpecification {
  return ['coalesce', ['get', `name:${language}`], ['get', 'name'], '']
}

/** Returns the local name with the height of a peak in a second line. */
function withHeight(elevation: ExpressionSpecification): ExpressionSpecification {
  const height: ExpressionSpecification = ['to-string', ['round', ['to-number', elevation]]]
  return ['case', ['==', elevation, null], LOCAL_NAME, ['concat', LOCAL_NAME, '\n', height]]
}

/** Puts a name on the first of its sides that is free, at a distance in em. */
const around = (distance: number, sides: SymbolLayout['text-variable-anchor']): SymbolLayout => ({
  'text-variable-anchor': sides,
  'text-radial-offset': distance,
  'text-justify': 'auto',
})
const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
/** Moves names of towns off marks: below, above, to the right or left, or to a corner. */
const ASIDE = around(1.5, ['center', 'top', 'bottom', 'left', 'right', ...CORNERS])
const along = (spacing: number, more: SymbolLayout = {}): SymbolLayout => ({
  'symbol-placement': 'line',
  'symbol-spacing': spacing,
  'text-max-angle': 28,
  ...more,
})
const capitals: SymbolLayout = { 'text-transform': 'uppercase', 'text-letter-spacing': 0.14, 'text-padding': 18 }

/** Returns the layers of the names, lowest priority first: MapLibre places the last layer first. */
export function createStreetLabelLayers(
  select: StreetSelectors,
  { theme, language }: { theme: MapTheme; language: string },
): LayerSpecification[] {
  const translated = { 'text-field': inLanguage(language) }
  return [
    ...listStreetLabels(select, theme),
    ...listLandmarkLabels(select, theme),
    ...listAreaLabels(select, theme),
    ...listWaterLabels(select, theme, translated),
    ...listPlaceLabels(select, theme, translated),
  ].map(toLayer)
}

function listStreetLabels(select: StreetSelectors, theme: MapTheme): Label[] {
  const { streetLabel, streetHalo, sightLabel } = streetPalettes[theme]
  const { land } = mapPalettes[theme]
  const street = { font: MAP_SANS, ink: streetLabel, halo: streetHalo }
  return [
    {
      id: 'sight',
      selector: select.sight,
      from: 16,
      font: MAP_SERIF,
      sizes: [
        [16, 12],
        [18, 13.5],
      ],
      ink: sightLabel,
      halo: land,
      layout: {
        'icon-image': `${DOT_IMAGE}-${theme}`,
        ...around(0.45, ['left', 'right', 'top', 'bottom']),
        'text-padding': 14,
      },
    },
    {
      id: 'foot',
      selector: select.footName,
      from: 17,
      sizes: [
        [17, 11],
        [19, 12.5],
      ],
      ...street,
      layout: along(420),
    },
    {
      id: 'minor',
      selector: select.minorName,
      from: 15,
      sizes: [
        [15, 11],
        [17, 12],
        [19, 14],
      ],
      ...street,
      layout: along(320, { 'text-letter-spacing': 0.02 }),
    },
    {
      id: 'major',
      selector: select.majorName,
      from: 13.5,
      sizes: [
        [13.5, 11],
        [15, 11.5],
        [17, 13],
        [19, 15],
      ],
      ...street,
      layout: along(380),
    },
  ]
}

function listLandmarkLabels(select: StreetSelectors, theme: MapTheme): Label[] {
  const { streetLabel, parkLabel, park, waterLabel, areaLabel } = streetPalettes[theme]
  const { land } = mapPalettes[theme]
  return [
    {
      id: 'stream',
      selector: select.streamName,
      from: 14.5,
      font: MAP_SERIF_ITALIC,
      sizes: [[14.5, 12]],
      ink: waterLabel,
      halo: land,
      layout: along(420, { 'text-letter-spacing': 0.1 }),
    },
    {
      id: 'peak',
      selector: select.peak,
      from: 11,
      font: MAP_SERIF_ITALIC,
      sizes: [
        [11, 12],
        [16, 14],
      ],
      ink: areaLabel,
      halo: land,
      layout: {
        'text-field': withHeight(select.elevation),
        'icon-image': `${PEAK_IMAGE}-${theme}`,
        'text-anchor': 'top',
        'text-offset': [0, 0.5],
      },
    },
    {
      id: 'station',
      selector: select.station,
      from: 13,
      font: MAP_SERIF,
      sizes: [
        [13, 12],
        [17, 14],
      ],
      ink: streetLabel,
      halo: land,
      layout: {
        'icon-image': `${STATION_IMAGE}-${theme}`,
        ...around(0.75, ['top', 'bottom', 'left', 'right']),
        'text-padding': 10,
      },
    },
    {
      id: 'park',
      selector: select.parkName,
      from: 14,
      font: MAP_SERIF_ITALIC,
      sizes: [
        [14, 12],
        [17, 14.5],
      ],
      ink: parkLabel,
      halo: park,
      layout: { 'text-padding': 24, 'text-max-width': 7 },
    },
  ]
}

function listAreaLabels(select: StreetSelectors, theme: MapTheme): Label[] {
  const { areaLabel: ink } = streetPalettes[theme]
  const { land: halo } = mapPalettes[theme]
  return [
    {
      id: 'neighbourhood',
      selector: select.neighbourhood,
      from: 13,
      to: 16.5,
      font: MAP_SERIF,
      sizes: [
        [13, 11],
        [16, 13.5],
      ],
      ink,
      halo,
      layout: capitals,
    },
    {
      id: 'suburb',
      selector: select.suburb,
      from: 12,
      to: 16,
      font: MAP_SERIF,
      sizes: [
        [12, 11.5],
        [16, 14],
      ],
      ink,
      halo,
      layout: capitals,
    },
    {
      id: 'hamlet',
      selector: select.hamlet,
      from: 12.5,
      to: 17,
      font: MAP_SERIF,
      sizes: [
        [12.5, 11.5],
        [16, 14],
      ],
      ink,
      halo,
    },
  ]
}

function listWaterLabels(select: StreetSelectors, theme: MapTheme, translated: SymbolLayout): Label[] {
  const { waterLabel } = streetPalettes[theme]
  const { water } = mapPalettes[theme]
  return [
    {
      id: 'lake',
      selector: select.lakeName,
      from: 11,
      font: MAP_SERIF_ITALIC,
      sizes: [
        [11, 12],
        [16, 15],
      ],
      ink: waterLabel,
      halo: water,
      layout: { ...translated, 'text-letter-spacing': 0.12 },
    },
    {
      id: 'river',
      selector: select.riverName,
      from: 11,
      font: MAP_SERIF_ITALIC,
      sizes: [
        [11, 12],
        [14, 14.5],
        [17, 18],
      ],
      ink: waterLabel,
      halo: water,
      layout: along(520, { 'text-letter-spacing': 0.18 }),
    },
  ]
}

function listPlaceLabels(select: StreetSelectors, theme: MapTheme, translated: SymbolLayout): Label[] {
  const { town: ink, land: halo } = mapPalettes[theme]
  const common = { font: MAP_SERIF, ink, halo }
  return [
    {
      id: 'village',
      selector: select.village,
      from: 10,
      to: 17,
      sizes: [
        [10, 12],
        [16, 16],
      ],
      ...common,
      layout: ASIDE,
    },
    {
      id: 'town',
      selector: select.town,
      from: 9,
      to: 16,
      sizes: [
        [9, 13],
        [15, 18],
      ],
      ...common,
      layout: { ...translated, ...ASIDE },
    },
    {
      id: 'city',
      selector: select.city,
      from: 9,
      to: 15,
      sizes: [
        [9, 15.5],
        [14, 24],
      ],
      ...common,
      layout: { ...translated, ...ASIDE },
    },
  ]
}

function toLayer({ id, selector, from, to, font, sizes, ink, halo, layout }: Label): LayerSpecification {
  return symbolLayer({ id: `${id}-name`, from, ...(to !== undefined && { to }) }, selector, {
    layout: {
      'text-field': LOCAL_NAME,
      'text-font': [font],
      'text-size': byZoom(...sizes),
      'text-max-width': 8,
      ...layout,
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.3 },
  })
}
