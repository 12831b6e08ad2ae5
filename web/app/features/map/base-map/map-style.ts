import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { StreetStyle } from '../streets/street-style.ts'
import { MAP_SERIF, MAP_SERIF_ITALIC } from './font-names.ts'
import { COAST_WIDTHS, RIVER_WIDTHS } from './line-widths.ts'
import { createOverlayLayers, createOverlaySources, createTopLayers } from './map-overlay-style.ts'
import { type MapPalette, type MapTheme, mapPalettes } from './map-theme.ts'
import { TOWN_NAME_SIZES } from './town-sizes.ts'
import { RING_DISTANCES_PX, RING_FACTORS, RING_INK_PX } from './water-lines.ts'

/** Options that may differ between two maps of the same theme. */
export interface MapStyleOptions {
  theme: MapTheme
  /**
   * The URL template of the base map's tiles, with `{z}`, `{x}` and `{y}`. It must be absolute, since the worker that
   * loads them has no page.
   */
  tilesUrl: string
  /** Places town names below their dots, where clusters would cover a name beside them. */
  labelsBelow?: boolean
  /** Omits country names, as static maps do. */
  withoutCountries?: boolean
  /** Street tiles above the base map. */
  streets?: StreetStyle | undefined
}

const BASEMAP = 'basemap'
const MAX_TILE_ZOOM = 6
/** Outer water lines are too far from the coast to show its details. */
const FIRST_OFFSHORE_RING = 2
/** The dot radius of towns in pixels, by size class, largest first. */
const DOT_RADII = [3.4, 3, 2.6, 2.2, 1.9, 1.5]

/**
 * Returns the map style of the offline base map with our own layers and the street tiles, bottom to top. A pure
 * function, the same for both themes.
 */
export function createMapStyle(options: MapStyleOptions): StyleSpecification {
  const { streets } = options
  const labels = createLabels(mapPalettes[options.theme], options.labelsBelow ?? false).filter(
    ({ id }) => id !== 'country' || !options.withoutCountries,
  )
  return {
    version: 8,
    sources: { [BASEMAP]: createTileSource(options.tilesUrl), ...createOverlaySources(), ...streets?.sources },
    layers: [
      ...createGround(options),
      ...(streets ? labels.map((layer) => hideReplaced(layer, streets)) : labels),
      ...(streets?.labels ?? []),
      ...createTopLayers(options.theme),
    ],
  }
}

/**
 * Creates everything below the names. Street tiles lie over the base map, between the tints and the lines of the
 * isolines.
 */
function createGround({ theme, streets }: MapStyleOptions): LayerSpecification[] {
  const palette = mapPalettes[theme]
  const overlays = createOverlayLayers(theme)
  const pick = (isWanted: (id: string) => boolean) => overlays.filter(({ id }) => isWanted(id))
  const graticule = pick((id) => id.startsWith('graticule'))
  const land: LayerSpecification[] = [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    ...createWaterLines(palette),
    fill('land', 'land', { 'fill-color': palette.land }),
    { ...fill('urban', 'urban', { 'fill-color': palette.urban }), maxzoom: 9.5 },
  ]
  const inland = [
    ...createInlandWater(palette),
    line('coast', 'coast', { 'line-color': palette.coast, 'line-width': interpolateZoom(...COAST_WIDTHS) }),
    ...createBorders(palette),
  ]
  if (!streets) return [...land, ...graticule, ...inland, ...pick((id) => !id.startsWith('graticule'))]
  return [
    ...land,
    ...inland,
    ...streets.ground,
    ...pick((id) => id.endsWith('-tint')),
    ...graticule,
    ...streets.built,
    ...pick((id) => id.endsWith('-line') || id === 'route'),
  ]
}

/** The street tiles have their own names. */
function hideReplaced(layer: LayerSpecification, { isReplaced }: StreetStyle): LayerSpecification {
  const isTown = layer.id === 'town' || layer.id === 'town-dot'
  if (!isTown || !('filter' in layer) || !layer.filter) return layer
  return { ...layer, filter: ['all', layer.filter as ExpressionSpecification, ['!', isReplaced]] } as LayerSpecification
}

function createTileSource(tilesUrl: string): SourceSpecification {
  return { type: 'vector', tiles: [tilesUrl], maxzoom: MAX_TILE_ZOOM, attribution: 'Natural Earth · GeoNames' }
}

/**
 * Four casings, outermost first: an ink line with water on top, so that each inner pair covers the middle of the outer
 * one. Up to the finest tiles, the outer two follow the offshore coast, which has fewer points. Layers of no opacity
 * are not drawn, and share the geometry of the others.
 */
function createWaterLines(palette: MapPalette): LayerSpecification[] {
  return RING_DISTANCES_PX.flatMap((distance, index) => {
    const casing = (id: string, color: string, extra: number): LayerSpecification[] => {
      const width = RING_FACTORS.map(([zoom, factor]): [number, number] => [zoom, 2 * distance * factor + extra])
      const paint = { 'line-color': color, 'line-width': interpolateZoom(...width) }
      if (index < FIRST_OFFSHORE_RING) return [line(id, 'coast', paint)]
      const opacity: ExpressionSpecification = ['step', ['zoom'], 0, MAX_TILE_ZOOM, 1]
      return [
        { ...line(`${id}-offshore`, 'offshore', paint), layout: ROUND, maxzoom: MAX_TILE_ZOOM },
        line(id, 'coast', { ...paint, 'line-opacity': opacity }),
      ]
    }
    return [
      ...casing(`ring-${index}-water`, palette.water, -RING_INK_PX),
      ...casing(`ring-${index}`, palette.rings[index] ?? palette.water, RING_INK_PX),
    ]
  }).reverse()
}

/** Rivers and lakes fade out where their data gets coarser than the map. */
function createInlandWater(palette: MapPalette): LayerSpecification[] {
  const fade = interpolateZoom([9.5, 1], [10.5, 0])
  return [
    line('river', 'river', {
      'line-color': palette.river,
      'line-width': interpolateZoom(...RIVER_WIDTHS),
      'line-opacity': fade,
    }),
    fill('lake', 'lake', { 'fill-color': palette.water, 'fill-opacity': fade }),
    line('lake-shore', 'lake', { 'line-color': palette.coast, 'line-width': 0.7, 'line-opacity': fade }),
  ]
}

function createBorders(palette: MapPalette): LayerSpecification[] {
  const paint = { 'line-color': palette.border, 'line-width': 1, 'line-opacity': 0.75 }
  return [
    {
      ...line('border', 'border', { ...paint, 'line-dasharray': [5, 2.5, 0.8, 2.5] }),
      filter: ['==', ['get', 'disputed'], 0],
    },
    {
      ...line('border-disputed', 'border', { ...paint, 'line-dasharray': [1, 3] }),
      filter: ['==', ['get', 'disputed'], 1],
    },
  ]
}

function createLabels(palette: MapPalette, below: boolean): LayerSpecification[] {
  const due: ExpressionSpecification = ['<=', ['get', 'z'], ['zoom']]
  const bySize = (values: number[]): ExpressionSpecification => ['at', ['get', 'size'], ['literal', values]]
  return [
    {
      id: 'town-dot',
      type: 'circle',
      source: BASEMAP,
      'source-layer': 'town',
      filter: due,
      paint: {
        'circle-radius': bySize(DOT_RADII),
        'circle-color': ['case', ['==', ['get', 'capital'], 1], palette.town, palette.land],
        'circle-stroke-color': palette.town,
        'circle-stroke-width': 1.1,
      },
    },
    {
      id: 'sea',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'sea',
      filter: due,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [MAP_SERIF_ITALIC],
        'text-size': 15,
        'text-letter-spacing': 0.18,
        'text-max-width': 7,
        'text-padding': 20,
      },
      paint: { 'text-color': palette.seaLabel, 'text-halo-color': palette.water, 'text-halo-width': 1 },
    },
    {
      id: 'country',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'country',
      maxzoom: 6.5,
      filter: ['all', due, ['>', ['+', ['get', 'z'], 3.5], ['zoom']]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [MAP_SERIF],
        'text-transform': 'uppercase',
        'text-size': interpolateZoom([1, 9.5], [4, 11.5]),
        'text-letter-spacing': 0.16,
        'text-max-width': 8,
        'symbol-sort-key': ['get', 'z'],
      },
      paint: { 'text-color': palette.border, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
    },
    {
      id: 'town',
      type: 'symbol',
      source: BASEMAP,
      'source-layer': 'town',
      filter: due,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [MAP_SERIF],
        'text-size': bySize(TOWN_NAME_SIZES),
        'text-variable-anchor': below ? ['top', 'bottom'] : ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': below ? 1.9 : 0.55,
        'text-padding': 4,
        'symbol-sort-key': ['+', ['get', 'z'], ['/', ['get', 'size'], 10]],
      },
      paint: { 'text-color': palette.town, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
    },
  ]
}

const ROUND = { 'line-join': 'round', 'line-cap': 'round' } as const
/** Lines near the coasts of small zooms are so thin that round joins would not show, but they double the geometry. */
const LINE_JOIN: ExpressionSpecification = ['step', ['zoom'], 'bevel', MAX_TILE_ZOOM, 'round']

type LinePaint = Extract<LayerSpecification, { type: 'line' }>['paint']
type FillPaint = Extract<LayerSpecification, { type: 'fill' }>['paint']

function line(id: string, layer: string, paint: LinePaint): Extract<LayerSpecification, { type: 'line' }> {
  const layout = { ...ROUND, 'line-join': LINE_JOIN }
  return { id, type: 'line', source: BASEMAP, 'source-layer': layer, layout, paint }
}

function fill(id: string, layer: string, paint: FillPaint): Extract<LayerSpecification, { type: 'fill' }> {
  return { id, type: 'fill', source: BASEMAP, 'source-layer': layer, paint }
}

function interpolateZoom(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()]
}
