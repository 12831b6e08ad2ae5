import { geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import type { Geometry, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'

/** Degrees in, degrees out: only the cut at 180° of the projection is wanted, so no resampling either. */
const flat = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0)

/**
 * Splits shapes into plain polygons that stay between −180° and 180°. World-atlas is stitched across the antimeridian, which
 * a renderer of plane shapes draws as bands over the whole map. Only what crosses is sent through the slow projection.
 */
export function cutPolygons(shape: Polygon | MultiPolygon): Polygon[] {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return polygons.flatMap((coordinates) => {
    const polygon: Polygon = { type: 'Polygon', coordinates }
    if (!coordinates.some(crosses)) return [polygon]
    return toPolygons(geoProject(polygon, flat))
  })
}

/** Splits lines where they jump over the antimeridian. */
export function cutLines({ coordinates }: MultiLineString): Position[][] {
  return coordinates.flatMap((line) => {
    if (!crosses(line)) return [line]
    const cut = geoProject({ type: 'LineString', coordinates: line }, flat)
    if (cut?.type === 'LineString') return [cut.coordinates]
    return cut?.type === 'MultiLineString' ? cut.coordinates : []
  })
}

function crosses(line: Position[]): boolean {
  return line.some(([longitude = 0], index) => Math.abs(longitude - (line[index - 1]?.[0] ?? longitude)) > 180)
}

function toPolygons(geometry: Geometry | null): Polygon[] {
  if (geometry?.type === 'Polygon') return [geometry]
  if (geometry?.type !== 'MultiPolygon') return []
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
}
