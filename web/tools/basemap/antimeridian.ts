import { geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import type { Geometry, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'

/** Half a step of the data's grid is 0.0018°, and some of its cuts lie beside the antimeridian. */
const EPSILON_DEGREES = 0.0018

/**
 * A projection from degrees to degrees, with the latitude flipped as on a screen, because geoProject tells outlines
 * from holes by their winding there. Only the cut at 180° is needed, so there is no resampling.
 */
const flat = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0)

/**
 * Splits shapes into polygons that stay between −180° and 180°. World-atlas is stitched across the antimeridian, which
 * a planar renderer draws as bands across the map. Only crossing shapes go through the slow projection.
 */
export function cutPolygons(shape: Polygon | MultiPolygon): Polygon[] {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return polygons.flatMap((coordinates) => {
    const polygon: Polygon = { type: 'Polygon', coordinates }
    if (!coordinates.some(crosses)) return [polygon]
    return toPolygons(geoProject(polygon, flat))
  })
}

/** Splits lines where they cross the antimeridian. */
export function cutLines({ coordinates }: MultiLineString): Position[][] {
  return coordinates.flatMap((line) => {
    if (!crosses(line)) return [line]
    const cut = geoProject({ type: 'LineString', coordinates: line }, flat)
    if (cut?.type === 'LineString') return [cut.coordinates.map(turnUp)]
    return cut?.type === 'MultiLineString' ? cut.coordinates.map((part) => part.map(turnUp)) : []
  })
}

/** Removes the parts of lines that run along the antimeridian: the data cuts land in two there, so they are not coast. */
export function dropCutEdges(lines: Position[][]): Position[][] {
  return lines.flatMap((line) => {
    const parts: Position[][] = [[]]
    for (const [index, position] of line.entries()) {
      const last = line[index - 1]
      if (last && isOnAntimeridian(last) && isOnAntimeridian(position)) parts.push([])
      parts.at(-1)?.push(position)
    }
    return parts.filter((part) => part.length > 1)
  })
}

/** Returns true for a position on the antimeridian, or as near to it as the cuts of the data are. */
export function isOnAntimeridian([longitude = 0]: Position): boolean {
  return Math.abs(longitude) > 180 - EPSILON_DEGREES
}

function crosses(line: Position[]): boolean {
  return line.some(([longitude = 0], index) => Math.abs(longitude - (line[index - 1]?.[0] ?? longitude)) > 180)
}

function toPolygons(geometry: Geometry | null): Polygon[] {
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return []
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map((rings) => ({ type: 'Polygon', coordinates: rings.map((ring) => ring.map(turnUp)) }))
}

function turnUp([longitude = 0, latitude = 0]: Position): Position {
  return [longitude, -latitude]
}
