import type { Feature, Point } from 'geojson'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'

/** Returns a spot as a GeoJSON feature (RFC 7946). `precision` "area" means that the point is rounded to about 1 km. */
function toFeature({ lng, lat, ...properties }: ExportedSpot, { siteUrl }: ExportHead): Feature<Point> {
  return {
    type: 'Feature',
    id: properties.id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { ...properties, url: `${siteUrl}/spot/${properties.id}` },
  }
}

/** Returns spots as a feature collection. `<` is escaped, so that no reader takes a title for HTML. */
export function formatGeoJson(spots: ExportedSpot[], head: ExportHead): string {
  const collection = { type: 'FeatureCollection', features: spots.map((spot) => toFeature(spot, head)) }
  return `${JSON.stringify(collection).replaceAll('<', '\\u003c')}\n`
}
