import { featureFilter } from '@maplibre/maplibre-gl-style-spec'
import type { LayerSpecification } from 'maplibre-gl'
import { TILE_EXTENT } from '#app/lib/basemap/vector-tile.ts'
import type { MapView } from '../map-view.ts'
import { createStreetStyle } from '../streets/street-style.ts'
import { STREETS_FROM } from '../streets/street-style-parts.ts'
import { clipLine } from './clip-shapes.ts'
import type { StaticMapLabel } from './static-map-labels.server.ts'
import type { StaticMapTile } from './static-map-tiles.server.ts'
import { findStreets, readStreetTiles } from './street-source.server.ts'

type Point = [x: number, y: number]

/** A straight part of a street, long enough for its name. */
interface Stretch {
  name: string
  from: Point
  to: Point
  lengthPx: number
}

/** The layers of the live map whose labels static maps show, most important first. */
const LAYER_IDS = ['street-major-name', 'street-minor-name'] as const
const SIZE_PX = 11
const LETTER = 0.55
const PADDING_PX = 14
const MAX_BEND_RADIANS = 0.2
/** Pieces are only joined within this distance of the line of the first. */
const MAX_ASIDE_PX = 4
const MAX_GAP_PX = 6
/** The number of pieces of a street that are tried, longest first. It bounds the duration. */
const MAX_SEEDS = 6
const TILE_BOX = { left: 0, top: 0, right: TILE_EXTENT, bottom: TILE_EXTENT }

/**
 * Lists names for the straight parts of the main streets, each name once, the most important and longest first. They do
 * not bend, unlike those of the live map. Empty where there are no streets.
 */
export async function listStreetNames(view: MapView): Promise<StaticMapLabel[]> {
  const settings = findStreets()
  if (!settings || view.zoom < STREETS_FROM) return []
  const { labels } = createStreetStyle({ theme: 'day', tilesUrl: '', settings, language: 'en' })
  const layers = LAYER_IDS.flatMap((id) =>
    labels.filter((layer) => layer.id === id && view.zoom >= (layer.minzoom ?? 0)),
  )
  if (layers.length === 0) return []
  const tiles = await readStreetTiles(view, settings)
  const stretches = layers.flatMap((layer) =>
    listStretches(layer, view, tiles).toSorted((a, b) => b.lengthPx - a.lengthPx),
  )
  const seen = new Set<string>()
  return stretches.filter(({ name }) => !seen.has(name) && seen.add(name)).map(toLabel)
}

function listStretches(layer: LayerSpecification, view: MapView, tiles: StaticMapTile[]): Stretch[] {
  if (layer.type !== 'symbol') return []
  const isWanted = featureFilter(layer.filter, layer.id).filter
  const box = { left: 0, top: 0, right: view.width, bottom: view.height }
  const pieces = tiles.flatMap(({ layers, toPixels }) =>
    (layers[layer['source-layer'] ?? ''] ?? [])
      .filter(({ properties }) => isWanted({ zoom: view.zoom }, { type: 'LineString', properties }))
      .flatMap(({ parts, properties: { name } }) =>
        // OpenMapTiles also has roads with only a number.
        (typeof name === 'string' && name !== '' ? parts : [])
          .flatMap((line) => clipLine(line, TILE_BOX))
          .flatMap((line) => clipLine(line.map(toPixels), box))
          .flatMap(listStraightParts)
          .map(([from, to]) => toStretch(String(name), from, to)),
      ),
  )
  return [...Map.groupBy(pieces, ({ name }) => name).values()]
    .map(joinLongest)
    .filter(({ name, lengthPx }) => lengthPx >= name.length * SIZE_PX * LETTER + PADDING_PX)
}

function toStretch(name: string, from: Point, to: Point): Stretch {
  return { name, from, to, lengthPx: Math.hypot(to[0] - from[0], to[1] - from[1]) }
}

/** Streets come in many pieces. Returns the longest piece with those that continue it in a straight line. */
function joinLongest(pieces: Stretch[]): Stretch {
  const seeds = pieces.toSorted((a, b) => b.lengthPx - a.lengthPx).slice(0, MAX_SEEDS)
  const joined = seeds.map((seed) => extend(seed, pieces))
  return joined.reduce((best, one) => (one.lengthPx > best.lengthPx ? one : best))
}

function extend({ name, from, to, lengthPx }: Stretch, pieces: Stretch[]): Stretch {
  const [dx, dy] = [(to[0] - from[0]) / (lengthPx || 1), (to[1] - from[1]) / (lengthPx || 1)]
  const along = ([x, y]: Point) => (x - from[0]) * dx + (y - from[1]) * dy
  const aside = ([x, y]: Point) => Math.abs((y - from[1]) * dx - (x - from[0]) * dy)
  const spans = pieces
    .filter((piece) => aside(piece.from) <= MAX_ASIDE_PX && aside(piece.to) <= MAX_ASIDE_PX)
    .map((piece) => [along(piece.from), along(piece.to)].toSorted((a, b) => a - b) as Point)
    .toSorted((a, b) => a[0] - b[0])
  let [start, end] = [0, lengthPx]
  for (const [low, high] of spans) if (low <= end + MAX_GAP_PX && high > end) end = high
  for (const [low, high] of spans.toReversed()) if (high >= start - MAX_GAP_PX && low < start) start = low
  const at = (distance: number): Point => [from[0] + dx * distance, from[1] + dy * distance]
  return toStretch(name, at(start), at(end))
}

/** Splits a line where it bends away from the direction in which the part began. */
function listStraightParts(line: Point[]): [Point, Point][] {
  const parts: [Point, Point][] = []
  let start = 0
  for (let end = 1; end < line.length; end += 1) {
    const [from, second, last, next] = [line[start], line[start + 1], line[end], line[end + 1]]
    if (!from || !second || !last) break
    if (next && Math.abs(turn(heading(from, second), heading(last, next))) <= MAX_BEND_RADIANS) continue
    parts.push([from, last])
    start = end
  }
  return parts
}

function heading([x, y]: Point, [toX, toY]: Point): number {
  return Math.atan2(toY - y, toX - x)
}

/** Returns the angle between two headings, from -π to π. */
function turn(from: number, to: number): number {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from))
}

/** Puts a name on the middle of its street, readable from the left to the right. */
function toLabel({ name, from, to }: Stretch): StaticMapLabel {
  const [left, right] = from[0] <= to[0] ? [from, to] : [to, from]
  const x = round((left[0] + right[0]) / 2)
  const middle = round((left[1] + right[1]) / 2)
  return {
    kind: 'street',
    x,
    y: round(middle + SIZE_PX * 0.34),
    lines: [name],
    anchor: 'middle',
    sizePx: SIZE_PX,
    turn: { x, y: middle, degrees: round((heading(left, right) * 180) / Math.PI) },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
