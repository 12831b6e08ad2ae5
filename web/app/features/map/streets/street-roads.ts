import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { type MapTheme, mapPalettes } from '../base-map/map-theme.ts'
import { ARROW_IMAGE } from './street-images.ts'
import { ROAD_CLASSES, type RoadClass, type Selector, type StreetSelectors } from './street-selectors.ts'
import { byZoom, lineLayer, roadWidth, symbolLayer } from './street-style-parts.ts'
import { type StreetPalette, streetPalettes } from './street-theme.ts'

type Stops = [zoom: number, value: number][]

interface RoadStyle {
  from: number
  /** The full width in pixels, including both edges. */
  widths: Stops
  /** True for roads that are drawn in the colour of the paper, without edges, at middle zooms. */
  isBare?: boolean
}

const ROADS: Record<RoadClass, RoadStyle> = {
  motorway: {
    from: 9,
    widths: [
      [5, 0.7],
      [9, 1.4],
      [12, 3.4],
      [14, 6],
      [16, 13],
      [18, 30],
      [19, 48],
    ],
  },
  primary: {
    from: 9,
    widths: [
      [7, 0.5],
      [9, 0.9],
      [12, 2.4],
      [14, 5],
      [16, 11.5],
      [18, 26],
      [19, 42],
    ],
  },
  secondary: {
    from: 9,
    widths: [
      [9, 0.4],
      [11, 0.9],
      [12.5, 1.7],
      [14, 4.2],
      [16, 10],
      [18, 23],
      [19, 37],
    ],
  },
  tertiary: {
    from: 10.5,
    widths: [
      [10.5, 0.4],
      [12, 0.8],
      [13, 1.6],
      [14, 3.4],
      [16, 8.5],
      [18, 20],
      [19, 33],
    ],
  },
  minor: {
    from: 12,
    isBare: true,
    widths: [
      [12, 0.35],
      [13, 0.8],
      [14, 2.1],
      [15, 3.8],
      [16, 7],
      [18, 17],
      [19, 28],
    ],
  },
  pedestrian: {
    from: 13,
    isBare: true,
    widths: [
      [13, 0.6],
      [14, 1.8],
      [15, 3.4],
      [16, 6],
      [18, 15],
      [19, 25],
    ],
  },
  service: {
    from: 14,
    isBare: true,
    widths: [
      [14, 0.5],
      [15, 1.4],
      [16, 3],
      [18, 8.5],
      [19, 14],
    ],
  },
}

/** Both edges of a road together. */
const EDGE_PX = 1.3
const BRIDGE_EDGE_PX = 1.6
const not = (condition: ExpressionSpecification): ExpressionSpecification => ['!', condition]

/** Roads in tunnels, on the ground and on bridges, with paths and rails: each class has edges and a core. */
export function createRoadLayers(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const ground: ExpressionSpecification = ['all', not(select.isBridge), not(select.isTunnel)]
  return [
    ...createPaths(select, theme),
    ...createLevel(select, theme, { name: 'tunnel', when: select.isTunnel }),
    ...createLevel(select, theme, { name: 'road', when: ground }),
    ...createRails(select, theme),
    ...createLevel(select, theme, { name: 'bridge', when: select.isBridge }),
    lineLayer({ id: 'motorway-middle', from: 13 }, select.roads.motorway, {
      'line-color': streetPalettes[theme].roadInkMajor,
      'line-width': 0.6,
    }),
    symbolLayer({ id: 'one-way', from: 17, when: select.isOneWay }, selectStreets(select), {
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 150,
        'icon-image': `${ARROW_IMAGE}-${theme}`,
        // OpenMapTiles has -1 for traffic against the direction of the line.
        'icon-rotate': ['case', ['==', ['get', 'oneway'], -1], 180, 0],
        'icon-size': byZoom([17, 0.8], [19, 1.1]),
      },
      paint: {},
    }),
  ]
}

/** Selects motorways to minor streets, which all schemas have in one layer. */
function selectStreets({ roads: { motorway, primary, secondary, tertiary, minor } }: StreetSelectors): Selector {
  const streets = [motorway, primary, secondary, tertiary, minor]
  return { layer: minor.layer, filter: ['any', ...streets.map(({ filter }) => filter)] }
}

interface Level {
  name: 'tunnel' | 'road' | 'bridge'
  when: ExpressionSpecification
}

function createLevel(select: StreetSelectors, theme: MapTheme, level: Level): LayerSpecification[] {
  const edges = ROAD_CLASSES.map((road) => createEdge(select, theme, { ...level, road }))
  const cores = ROAD_CLASSES.map((road) => createCore(select, theme, { ...level, road }))
  return [...edges, ...cores]
}

function createEdge(
  select: StreetSelectors,
  theme: MapTheme,
  { name, when, road }: Level & { road: RoadClass },
): LayerSpecification {
  const { from, widths, isBare } = ROADS[road]
  const palette = streetPalettes[theme]
  const part = { id: `${name}-${road}-edge`, from: isBare ? Math.max(from, 14) : from, when }
  return lineLayer({ ...part, cap: name === 'road' ? 'round' : 'butt' }, select.roads[road], {
    'line-color': chooseEdgeInk(palette, name, road),
    'line-width': roadWidth(widths),
    ...(name === 'tunnel' && { 'line-dasharray': [1.2, 0.9] }),
    ...(isBare && { 'line-opacity': byZoom([14, 0], [15, 1]) }),
  })
}

function chooseEdgeInk(palette: StreetPalette, name: Level['name'], road: RoadClass): string | ExpressionSpecification {
  if (name === 'tunnel') return palette.tunnelEdge
  if (name === 'bridge' || road === 'motorway') return palette.roadInkMajor
  return ['interpolate', ['linear'], ['zoom'], 12.5, palette.roadInk, 15, palette.roadLine]
}

/** A road is a single line at zooms where its core has no width. */
function createCore(
  select: StreetSelectors,
  theme: MapTheme,
  { name, when, road }: Level & { road: RoadClass },
): LayerSpecification {
  const { from, widths, isBare } = ROADS[road]
  const palette = streetPalettes[theme]
  const edge = name === 'bridge' ? BRIDGE_EDGE_PX : EDGE_PX
  const bare = widths.map(([zoom, width]): [number, number] => [
    zoom,
    zoom <= 14 ? Math.max(0.5, width) : Math.max(0, width - edge),
  ])
  const onGround = road === 'pedestrian' ? palette.square : palette.road
  return lineLayer({ id: `${name}-${road}`, from, when }, select.roads[road], {
    'line-color': name === 'tunnel' ? palette.built : onGround,
    'line-width': isBare ? roadWidth(bare) : roadWidth(widths, -edge),
  })
}

function createPaths(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const { path } = streetPalettes[theme]
  const { coast } = mapPalettes[theme]
  return [
    lineLayer({ id: 'ferry', from: 9, cap: 'butt' }, select.ferry, {
      'line-color': coast,
      'line-width': 0.8,
      'line-dasharray': [4, 3],
    }),
    lineLayer({ id: 'track', from: 13, cap: 'butt' }, select.track, {
      'line-color': path,
      'line-width': byZoom([13, 0.5], [18, 1.4]),
      'line-dasharray': [5, 2],
    }),
    lineLayer({ id: 'foot', from: 14.5, cap: 'butt', when: not(select.isBridge) }, select.foot, {
      'line-color': path,
      'line-width': byZoom([14.5, 0.4], [18, 1.1]),
      'line-dasharray': [2.4, 2],
      'line-opacity': byZoom([14.5, 0], [15.5, 0.5], [17, 0.8]),
    }),
    lineLayer({ id: 'foot-bridge', from: 15, when: select.isBridge }, select.foot, {
      'line-color': path,
      'line-width': byZoom([15, 0.8], [18, 2]),
    }),
    lineLayer({ id: 'cycleway', from: 14.5, cap: 'butt' }, select.cycleway, {
      'line-color': path,
      'line-width': byZoom([14.5, 0.5], [18, 1.4]),
      'line-dasharray': [5, 1.6],
    }),
    lineLayer({ id: 'steps', from: 15, cap: 'butt' }, select.steps, {
      'line-color': path,
      'line-width': byZoom([15, 1.6], [16, 3], [18, 7]),
      'line-dasharray': [0.28, 0.42],
    }),
  ]
}

function createRails(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const { rail } = streetPalettes[theme]
  const above = not(select.isTunnel)
  return [
    lineLayer({ id: 'rail-tunnel', from: 12, cap: 'butt', when: select.isTunnel }, select.rail, {
      'line-color': rail,
      'line-width': byZoom([12, 0.5], [18, 1.3]),
      'line-dasharray': [3, 3],
      'line-opacity': 0.6,
    }),
    lineLayer({ id: 'yard', from: 15, when: above }, select.yard, {
      'line-color': rail,
      'line-width': byZoom([15, 0.35], [18, 0.8]),
    }),
    lineLayer({ id: 'rail', from: 9, when: above }, select.rail, {
      'line-color': rail,
      'line-width': byZoom([9, 0.4], [12, 0.55], [15, 0.6], [18, 1.3]),
    }),
    lineLayer({ id: 'rail-ticks', from: 12, cap: 'butt', when: above }, select.rail, {
      'line-color': rail,
      'line-width': byZoom([12, 2.4], [15, 4], [18, 8]),
      'line-dasharray': ['step', ['zoom'], ['literal', [0.3, 5]], 15, ['literal', [0.2, 4]]],
      'line-opacity': byZoom([12, 0.55], [15, 0.9]),
    }),
    lineLayer({ id: 'tram', from: 13, when: above }, select.tram, {
      'line-color': rail,
      'line-width': byZoom([13, 0.4], [16, 0.7], [18, 1.1]),
    }),
  ]
}

/** Borders of countries and regions. */
export function createBorderLayers(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const { border } = mapPalettes[theme]
  return [
    lineLayer({ id: 'region', from: 9, cap: 'butt' }, select.region, {
      'line-color': border,
      'line-width': 0.7,
      'line-dasharray': [4, 3],
      'line-opacity': 0.5,
    }),
    lineLayer({ id: 'country', from: 9, cap: 'butt' }, select.country, {
      'line-color': border,
      'line-width': 1,
      'line-dasharray': [5, 2.5, 0.8, 2.5],
      'line-opacity': 0.75,
    }),
  ]
}
