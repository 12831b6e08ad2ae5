import {
  Color,
  createExpression,
  featureFilter,
  latest,
  type StylePropertySpecification,
} from '@maplibre/maplibre-gl-style-spec'
import type { LayerSpecification } from 'maplibre-gl'
import { TILE_EXTENT } from '#app/lib/basemap/vector-tile.ts'
import type { MapTheme } from '../base-map/map-theme.ts'
import { createProjection, type MapView, unwrapLongitude } from '../map-view.ts'
import { createStreetStyle } from '../streets/street-style.ts'
import { STREETS_FROM } from '../streets/street-style-parts.ts'
import { type ClipBox, clipLine, clipRing } from './clip-shapes.ts'
import type { StaticMapTile } from './static-map-tiles.server.ts'
import { findStreets, readStreetTiles } from './street-source.server.ts'
import { writePath } from './write-path.ts'

/** The streets of a static map: parts of an SVG that lie below and above the graticule. */
export interface StaticStreets {
  ground: string
  built: string
}

interface Drawing {
  from: number
  svg: string
}

type Paint = Record<string, unknown>
type Point = [x: number, y: number]

const MARGIN_PX = 12
const TILE_BOX: ClipBox = { left: 0, top: 0, right: TILE_EXTENT, bottom: TILE_EXTENT }
/** The specification of the paint properties, by layer type. */
const specification = latest as unknown as Record<string, Record<string, StylePropertySpecification>>
/** The maximum length of a drawing in characters. The details of the highest zooms are left out first. */
const MAX_CHARACTERS = 440_000
/** Smaller areas are not visible. */
const MIN_SIDE_PX = 0.8

/**
 * Draws the streets of a view in the style of the live map, without patterns, labels and parallel lines. Undefined
 * where there are none.
 */
export async function renderStreets(view: MapView, theme: MapTheme): Promise<StaticStreets | undefined> {
  const settings = findStreets()
  if (!settings || view.zoom < STREETS_FROM) return undefined
  const area = drawAreas(view, settings.areas)
  if (!area) return undefined
  const tiles = await readStreetTiles(view, settings)
  // Their land would hide the offline base map.
  if (tiles.length === 0) return undefined
  const style = createStreetStyle({ theme, tilesUrl: '', settings, language: 'en' })
  const draw = (layer: LayerSpecification) => drawLayer(layer, view, tiles)
  const [land, ...uses] = style.ground
  const [ground, built] = [uses.flatMap(draw), style.built.flatMap(draw)]
  const last = findLatestZoom([...ground, ...built])
  const join = (drawings: Drawing[]) =>
    drawings
      .filter(({ from }) => from <= last)
      .map(({ svg }) => svg)
      .join('')
  return {
    ground: `<path fill="${readPaint(land, view.zoom)['fill-color']}" d="${area}"/>${join(ground)}`,
    built: join(built),
  }
}

/** Returns the zoom from which on layers are left out, so that the drawing is not too large. */
function findLatestZoom(drawings: Drawing[]): number {
  let total = 0
  for (const { from, svg } of drawings.toSorted((a, b) => a.from - b.from)) {
    total += svg.length
    if (total > MAX_CHARACTERS) return from - 0.01
  }
  return Number.POSITIVE_INFINITY
}

/** Draws the area that the archives cover, clipped to the view. Empty if they cover nothing of it. */
function drawAreas(view: MapView, areas: [west: number, south: number, east: number, north: number][]): string {
  const { project } = createProjection(view)
  const rings = areas.flatMap(([west, south, east, north]) => {
    // Both edges are shifted by the same amount. If each were shifted to its copy nearest to the view, nothing would be
    // left of an area wider than 180°.
    const middle = (west + east) / 2
    const shift = unwrapLongitude(middle, view.center.lng) - middle
    return [shift - 360, shift, shift + 360].map((offset) => {
      const [left, top] = project({ lng: west + offset, lat: north })
      const [right, bottom] = project({ lng: east + offset, lat: south })
      const ring: Point[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ]
      return clipRing(ring, toBox(view))
    })
  })
  return rings
    .filter((ring) => ring.length > 2)
    .map((ring) => `${writePath(ring)}z`)
    .join('')
}

function drawLayer(layer: LayerSpecification, view: MapView, tiles: StaticMapTile[]): Drawing[] {
  if ((layer.type !== 'fill' && layer.type !== 'line') || !('source-layer' in layer)) return []
  const { minzoom: from = 0, maxzoom: to = 24, filter } = layer
  if (view.zoom < from || view.zoom >= to) return []
  const paint = readPaint(layer, view.zoom)
  if (paint['fill-pattern'] || paint['line-offset']) return []
  const isWanted = featureFilter(filter, layer.id).filter
  const name = layer['source-layer'] ?? ''
  const shapes = tiles.flatMap(({ layers, toPixels }) =>
    (layers[name] ?? [])
      .filter(({ type, properties }) => isWanted({ zoom: view.zoom }, { type: toType(type), properties }))
      .map(({ type, parts }) => ({ type, parts, toPixels })),
  )
  const lines = () =>
    shapes.flatMap(({ type, parts, toPixels }) => drawLines(type === 3 ? parts.map(close) : parts, view, toPixels))
  const draw = (attributes: string, paths: string[]): Drawing[] =>
    paths.length > 0 ? [{ from, svg: `<path ${attributes} d="${paths.join('')}"/>` }] : []
  if (layer.type === 'line') return draw(toStroke(paint, layer.layout as Paint), lines())
  const outline = paint['fill-outline-color']
  return [
    ...draw(
      toFill(paint),
      shapes.flatMap(({ parts, toPixels }) => drawRings(parts, view, toPixels)),
    ),
    ...(outline ? draw(toStroke({ 'line-color': outline }, {}), lines()) : []),
  ]
}

function drawRings(rings: Point[][], view: MapView, toPixels: StaticMapTile['toPixels']): string[] {
  return rings
    .map((ring) => clipRing(clipRing(ring, TILE_BOX).map(toPixels), toBox(view)))
    .filter((ring) => ring.length > 2 && isLarge(ring))
    .map((ring) => `${writePath(ring)}z`)
}

/** Lines end at the edge of their tile, where the next tile continues. */
function drawLines(lines: Point[][], view: MapView, toPixels: StaticMapTile['toPixels']): string[] {
  return lines
    .flatMap((line) => clipLine(line, TILE_BOX))
    .flatMap((line) => clipLine(line.map(toPixels), toBox(view)))
    .map(writePath)
}

function close(ring: Point[]): Point[] {
  const [first] = ring
  return first ? [...ring, first] : ring
}

function isLarge(ring: Point[]): boolean {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  return Math.max(...xs) - Math.min(...xs) > MIN_SIDE_PX || Math.max(...ys) - Math.min(...ys) > MIN_SIDE_PX
}

function toFill(paint: Paint): string {
  return `fill="${paint['fill-color']}"${toOpacity('fill-opacity', paint['fill-opacity'])}`
}

function toStroke(paint: Paint, layout: Paint): string {
  const width = Number(paint['line-width'] ?? 1)
  const dashes = paint['line-dasharray']
  const dash = Array.isArray(dashes) ? ` stroke-dasharray="${dashes.map((part) => round(part * width)).join(' ')}"` : ''
  const cap = layout['line-cap'] === 'butt' ? ' stroke-linecap="butt"' : ''
  return `fill="none" stroke="${paint['line-color']}" stroke-width="${round(width)}"${dash}${cap}${toOpacity('stroke-opacity', paint['line-opacity'])}`
}

function toOpacity(name: string, value: unknown): string {
  return typeof value === 'number' && value < 1 ? ` ${name}="${round(value)}"` : ''
}

/** Evaluates the paint of a layer at a zoom. No paint of our style depends on the feature. */
function readPaint(layer: LayerSpecification | undefined, zoom: number): Paint {
  return Object.fromEntries(
    Object.entries(layer?.paint ?? {}).map(([name, value]) => [
      name,
      evaluate(`paint_${layer?.type}`, name, value, zoom),
    ]),
  )
}

function evaluate(group: string, name: string, value: unknown, zoom: number): unknown {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return value
  const parsed = createExpression(value, name, specification[group]?.[name])
  if (parsed.result === 'error') throw new Error(`${name}: ${parsed.value.map(({ message }) => message).join(', ')}`)
  const evaluated: unknown = parsed.value.evaluate({ zoom })
  return evaluated instanceof Color ? evaluated.toString() : evaluated
}

function toType(type: number): 'Point' | 'LineString' | 'Polygon' {
  return (['Point', 'LineString', 'Polygon'] as const)[type - 1] ?? 'Point'
}

function toBox({ width, height }: MapView): ClipBox {
  return { left: -MARGIN_PX, top: -MARGIN_PX, right: width + MARGIN_PX, bottom: height + MARGIN_PX }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
