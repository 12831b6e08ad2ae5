import type { Feature, FeatureCollection } from 'geojson'
import GeoJSONVT, { type LegacyTile } from 'geojson-vt'
import { fromGeojsonVt } from 'vt-pbf'

/** The finest zoom with its own files; MapLibre overzooms them. One unit of a tile is about 150 m there. */
const MAX_ZOOM = 6
const EXTENT = 4096
/**
 * The buffer beyond the edge of a tile, in units. Water lines reach 17 px from the coast, so the coast must reach 32
 * px.
 */
const BUFFER = 64
const COAST_BUFFER = 256
/** The tolerance for simplifying lines, in units: half a pixel. */
const TOLERANCE = 4

/**
 * One layer of the base map. Features with a property `z` show from that zoom on and are omitted from coarser tiles.
 */
export interface BasemapLayer {
  name: string
  features: Feature[]
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
  const indexes = layers.map((layer) => ({
    name: layer.name,
    fromZoom: layer.fromZoom ?? 0,
    index: indexLayer(layer),
  }))
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const parts = indexes.flatMap(({ name, fromZoom, index }) => {
          const tile = z < fromZoom ? null : index.getTile(z, x, y)
          const features = tile?.features.filter(({ tags }) => isShown(tags, z)) ?? []
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

function indexLayer({ name, features, coarse }: BasemapLayer): GeoJSONVT {
  const collection: FeatureCollection = { type: 'FeatureCollection', features }
  return new GeoJSONVT(collection, {
    // The index does not simplify its finest zoom. One more zoom makes it simplify ours.
    maxZoom: coarse ? MAX_ZOOM + 1 : MAX_ZOOM,
    indexMaxZoom: MAX_ZOOM,
    indexMaxPoints: 0,
    tolerance: TOLERANCE,
    extent: EXTENT,
    buffer: name === 'coast' ? COAST_BUFFER : BUFFER,
  })
}

/**
 * Returns true if a feature shows in a tile of zoom z, which is displayed up to just below z + 1, and beyond at the
 * finest zoom.
 */
function isShown(tags: Record<string, unknown> | null, z: number): boolean {
  return z === MAX_ZOOM || typeof tags?.z !== 'number' || tags.z <= z + 1
}
