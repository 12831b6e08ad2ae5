import type { Feature, Point } from 'geojson'
import {
  describeOrigin,
  type ExportedSpot,
  type ExportHead,
  findProvenance,
  getAuthorName,
  getLicenseName,
  LICENSE,
  listPhotoAddresses,
  toSourceAddress,
  toSpotAddress,
} from './exported-spot.ts'
import type { SpotWriter } from './spot-writer.ts'

/** GeoJSON (RFC 7946): spots as a feature collection. `<` is escaped, so that no client interprets a title as HTML. */
export const geoJsonWriter = createGeoJsonWriter(() => ({}))

/** Creates a writer of features with further properties. */
export function createGeoJsonWriter(describe: (spot: ExportedSpot) => Record<string, unknown>): SpotWriter {
  return {
    begin: ({ title, siteName, siteUrl }) =>
      `{"type":"FeatureCollection","name":${toSafeJson(title)},"generator":${toSafeJson(`${siteName}, ${siteUrl}`)},` +
      `"license":${toSafeJson(LICENSE.url)},"features":[`,
    writeSpot: (spot, head) => {
      const feature = toFeature(spot, head)
      return toSafeJson({ ...feature, properties: { ...feature.properties, ...describe(spot) } })
    },
    between: ',\n',
    end: ']}\n',
  }
}

/** Returns a spot as a feature. `precision` "area" means that the point is rounded to about 1 km. */
function toFeature({ lng, lat, ...spot }: ExportedSpot, head: ExportHead): Feature<Point> {
  const { note, author: _, city, photos: _photos, origin: _origin, source: _source, file, ...properties } = spot
  const whole = { lng, lat, ...spot }
  const from = findProvenance(whole)
  return {
    type: 'Feature',
    id: spot.id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      ...properties,
      city: city?.name ?? null,
      ...(note && { note }),
      page: toSpotAddress(whole, head),
      author: getAuthorName(whole),
      license: getLicenseName(whole),
      source: toSourceAddress(whole, head),
      attribution: describeOrigin(whole, head),
      ...(from && { source_name: from.name }),
      ...(file && { file: file.name }),
      photos: listPhotoAddresses(whole, head),
    },
  }
}

function toSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
