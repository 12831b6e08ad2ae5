import type { Feature, Point } from 'geojson'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'

/** A spot as a feature of GeoJSON (RFC 7946). `precision` "area" says that the point is rounded to about 1 km. */
function toFeature({ lng, lat, ...properties }: ExportedSpot, { siteUrl }: ExportHead): Feature<Point> {
  return {
    type: 'Feature',
    id: properties.id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { ...properties, url: `${siteUrl}/spot/${properties.id}` },
  }
}

/** Spots as a collection of features; `<` is written as an escape, so that no reader takes a title for HTML. */
export function formatGeoJson(spots: ExportedSpot[], head: ExportHead): string {
  const collection = { type: 'FeatureCollection', features: spots.map((spot) => toFeature(spot, head)) }
  return `${JSON.stringify(collection).replaceAll('<', '\\u003c')}\n`
}
