import type { Feature, LineString, Polygon, Position } from 'geojson'

/** Returns lines as features that share their properties. */
export function toLines(lines: Position[][], properties: Record<string, number> = {}): Feature<LineString>[] {
  return lines.map((coordinates) => ({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }))
}

/** Returns a polygon as a feature. */
export function toFeature(geometry: Polygon, properties: Record<string, number> = {}): Feature<Polygon> {
  return { type: 'Feature', properties, geometry }
}
