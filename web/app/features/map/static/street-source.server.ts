import { readVectorTile, type TileLayers } from '#app/lib/basemap/vector-tile.ts'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import { type MapView, wrapLongitude } from '../map-view.ts'
import { STREETS_FROM } from '../streets/street-style-parts.ts'
import { readTiles, type StaticMapTile } from './static-map-tiles.server.ts'

/** The source of street tiles for static maps. */
export interface StreetSource {
  /** Undefined without archives. They may change while the site runs. */
  readonly settings: StreetSettings | undefined
  /** Returns the bytes of a tile, decompressed, or undefined where there is none. Throws if it cannot be read. */
  findTile(z: number, x: number, y: number): Promise<Uint8Array | undefined>
}

let source: StreetSource = { settings: undefined, findTile: async () => undefined }

/** Sets the source of street tiles. The HTTP process calls it once. */
export function setStreetSource(given: StreetSource): void {
  source = given
}

/** Returns the settings of the street tiles. Undefined without archives. */
export function findStreets(): StreetSettings | undefined {
  return source.settings
}

/** Static maps of zoom 13.6 and more show the streets of zoom 14. */
const LEAD = 0.4
/** Archives with fewer zooms have no streets. */
const LOWEST_ZOOM = 12

/**
 * Reads the street tiles of a view. Where there are none, it reads those of lower zooms, because archives may end at
 * different zooms. Empty if there are none at all.
 */
export async function readStreetTiles(view: MapView, { maxZoom }: StreetSettings): Promise<StaticMapTile[]> {
  const wanted = Math.min(maxZoom, Math.floor(view.zoom + LEAD))
  for (let z = wanted; z === wanted || z >= LOWEST_ZOOM; z -= 1) {
    const tiles = await readTiles(view, { maxZoom: z, lead: LEAD, read: readStreetTile })
    if (tiles.some(({ layers }) => Object.keys(layers).length > 0)) return tiles
  }
  return []
}

/** Reads a street tile. Where it is missing or its archive cannot be read, the offline base map shows. */
async function readStreetTile(z: number, x: number, y: number): Promise<TileLayers> {
  try {
    const bytes = await source.findTile(z, x, y)
    return bytes ? readVectorTile(bytes) : {}
  } catch {
    return {}
  }
}

/** Returns true if the archives have streets at a position, whose longitude may be outside of ±180°. */
export function hasStreetsAt({ lng, lat }: { lng: number; lat: number }): boolean {
  const areas = findStreets()?.areas ?? []
  const x = wrapLongitude(lng)
  return areas.some(([west, south, east, north]) => x >= west && x <= east && lat >= south && lat <= north)
}

/** Returns true if a view is close enough to show streets and the archives have those at its centre. */
export function hasStreetsIn({ zoom, center }: Pick<MapView, 'zoom' | 'center'>): boolean {
  return zoom >= STREETS_FROM && hasStreetsAt(center)
}
