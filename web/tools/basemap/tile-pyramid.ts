import type { Feature, FeatureCollection } from 'geojson'
import GeoJSONVT, { type LegacyTile } from 'geojson-vt'
import { fromGeojsonVt } from 'vt-pbf'

/** The finest zoom with its own files; MapLibre overzooms them. One unit of a tile is about 150 m there. */
export const MAX_ZOOM = 6
const EXTENT = 4096
/** The buffer beyond the edge of a tile, in units: 8 px. */
const BUFFER = 64
const UNITS_PER_PX = 8
/** The tolerance for simplifying lines, in units: half a pixel. */
const TOLERANCE = 4

/**
 * One layer of the base map. Features with a property `z` show from that zoom on and are omitted from coarser tiles.
 */
export interface BasemapLayer {
  name: string
  /** A function returns the features of each zoom, already simplified for it. */
  features: Feature[] | ((zoom: number) => Feature[])
  /** Returns the buffer beyond the edge of a tile at a zoom, in pixels, for features that show beyond their outline. */
  bufferPxAt?: (zoom: number) => number
  /** The coarsest tiles that contain the layer. */
  fromZoom?: number
  /** Simplifies the finest tiles like the others, for shapes that fade out before their corners would show. */
  coarse?: boolean
}

/** A tile as it is served. Empty bytes stand for open sea. */
export interface Tile {
  path: string
  bytes: Uint8Array
}

/**
 * Cuts layers into vector tiles for every zoom from 0 to {@link MAX_ZOOM}. Creates every tile, so that none returns
 * 404.
 */
export function* cutTiles(layers: BasemapLayer[]): Generator<Tile> {
  const indexers = layers.map(({ fromZoom = 0, ...layer }) => ({
    name: layer.name,
    fromZoom,
    indexAt: createIndexer(layer),
  }))
  for (let z = 0; z <= MAX_ZOOM; z++) {
    const indexes = indexers
      .filter(({ fromZoom }) => z >= fromZoom)
      .map(({ name, indexAt }) => ({ name, index: indexAt(z) }))
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const parts = indexes.flatMap(({ name, index }) => {
          const features = index.getTile(z, x, y)?.features.filter(({ tags }) => isShown(tags, z)) ?? []
          return features.length === 0 ? [] : [[name, { features }] as [string, LegacyTile]]
        })
        const bytes =
          parts.length === 0
            ? new Uint8Array()
            : fromGeojsonVt(Object.fromEntries(parts), { version: 2, extent: EXTENT })
        yield { path: `${z}/${x}/${y}.pbf`, bytes }
      }
    }
  }
}

/** Returns a function that returns the tiles of a layer at a zoom, and perhaps at others. */
function createIndexer({ features, bufferPxAt, coarse }: BasemapLayer): (zoom: number) => GeoJSONVT {
  if (typeof features === 'function') {
    return (zoom) => {
      const buffer = bufferPxAt ? bufferPxAt(zoom) * UNITS_PER_PX : BUFFER
      return indexFeatures(features(zoom), { maxZoom: zoom, indexMaxZoom: zoom, tolerance: 0, buffer })
    }
  }
  // The index does not simplify its finest zoom. One more zoom makes it simplify ours.
  const maxZoom = coarse ? MAX_ZOOM + 1 : MAX_ZOOM
  const index = indexFeatures(features, { maxZoom, indexMaxZoom: MAX_ZOOM, tolerance: TOLERANCE, buffer: BUFFER })
  return () => index
}

function indexFeatures(features: Feature[], options: ConstructorParameters<typeof GeoJSONVT>[1]): GeoJSONVT {
  const collection: FeatureCollection = { type: 'FeatureCollection', features }
  return new GeoJSONVT(collection, { indexMaxPoints: 0, extent: EXTENT, ...options })
}

/**
 * Returns true if a feature shows in a tile of zoom z, which is displayed up to just below z + 1, and beyond at the
 * finest zoom.
 */
function isShown(tags: Record<string, unknown> | null, z: number): boolean {
  return z === MAX_ZOOM || typeof tags?.z !== 'number' || tags.z <= z + 1
}
