import type { Feature, LineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryObject } from 'topojson-specification'
import { cutLines, cutPolygons, dropCutEdges } from './antimeridian.ts'
import { isDisputed } from './disputed-borders.ts'
import { measureSide, shrinkIslets } from './islets.ts'
import { readTopology, type WorldAtlas } from './read-topology.ts'
import { createSimplifier } from './simplify-topology.ts'
import { toFeature, toLines } from './to-features.ts'

const WORLD_PX_AT_ZOOM_0 = 512
/** The tolerances for simplifying, in pixels at the integer zoom of a tile, which is drawn up to twice as large. */
const TOLERANCE_PX = 1
/** For water lines that are at least 2.75 px from the coast at zoom 0, and 10 px at zoom 5. */
const OFFSHORE_TOLERANCE_PX = 2.5
/** The tolerance for an island is at most a share of its size. */
const SHARE_OF_ISLANDS = 0.3
const OFFSHORE_SHARE_OF_ISLANDS = 0.5
/** Smaller islands become dots. */
const ISLET_PX = 1.5
const OFFSHORE_ISLET_PX = 3
/** Smaller islands are left out. */
const MIN_ISLET_PX = 0.25
/** Land whose area is that of a smaller square is not drawn. */
const MIN_SIDE_PX = 0.5

/** Land, coast and borders at 1:10 million, simplified for a zoom and cut at the antimeridian. */
export interface WorldOutlines {
  land: Feature<Polygon>[]
  /** Lines, so that tile edges are not drawn. */
  coast: Feature<LineString>[]
  /** The coast for water lines far from it. Empty at the finest zoom, where few lines are in view. */
  offshore: Feature<LineString>[]
  /** `disputed` is 1 if one side does not accept the border. */
  borders: Feature<LineString>[]
}

/** Returns a function that outlines the world for the tiles of a zoom. The finest zoom keeps every point. */
export function createOutliner(finestZoom: number): (zoom: number) => WorldOutlines {
  const world = readTopology<WorldAtlas>('world-atlas/countries-10m.json')
  const simplify = createSimplifier(world)
  const outline = (zoom: number): WorldOutlines => {
    if (zoom === finestZoom) {
      return {
        land: outlineLand(world),
        coast: toLines(dropCutEdges(outlineCoast(world))),
        offshore: [],
        borders: outlineBorders(world),
      }
    }
    const px = 1 / (WORLD_PX_AT_ZOOM_0 * 2 ** zoom)
    const simplified = simplify(TOLERANCE_PX * px, SHARE_OF_ISLANDS)
    const distant = simplify(OFFSHORE_TOLERANCE_PX * px, OFFSHORE_SHARE_OF_ISLANDS)
    return {
      land: outlineLand(simplified).filter(
        ({ geometry }) => measureSide(geometry.coordinates[0] ?? []) > MIN_SIDE_PX * px,
      ),
      coast: outlineWithDots(simplified, ISLET_PX * px, px),
      offshore: outlineWithDots(distant, OFFSHORE_ISLET_PX * px, px),
      borders: outlineBorders(simplified),
    }
  }
  const outlines = new Map<number, WorldOutlines>()
  return (zoom) => {
    const found = outlines.get(zoom) ?? outline(zoom)
    outlines.set(zoom, found)
    return found
  }
}

function outlineLand(world: WorldAtlas): Feature<Polygon>[] {
  return feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    cutPolygons(geometry as Polygon | MultiPolygon).map((polygon) => toFeature(polygon)),
  )
}

/** Outlines the coast with dots for islets below a size, for tiles where a pixel is `px` of the world's width. */
function outlineWithDots(world: WorldAtlas, size: number, px: number): Feature<LineString>[] {
  return toLines(dropCutEdges(shrinkIslets(outlineCoast(world), size, MIN_ISLET_PX * px)))
}

function outlineCoast(world: WorldAtlas): Position[][] {
  return cutLines(mesh(world, world.objects.countries, (a, b) => a === b))
}

function outlineBorders(world: WorldAtlas): Feature<LineString>[] {
  const nameOf = (object: GeometryObject) =>
    (object as GeometryObject<{ name: string }> & { properties: { name: string } }).properties.name
  const between = (disputed: boolean) =>
    mesh(world, world.objects.countries, (a, b) => a !== b && isDisputed(nameOf(a), nameOf(b)) === disputed)
  return [...toLines(cutLines(between(false)), { disputed: 0 }), ...toLines(cutLines(between(true)), { disputed: 1 })]
}
