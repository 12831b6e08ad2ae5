import { readVectorTile, type TileLayers } from '#app/lib/basemap/vector-tile.ts'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import type { MapView } from '../map-view.ts'
import { STREETS_FROM } from '../streets/street-style-parts.ts'

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

/** Reads a street tile. Where it is missing or its archive cannot be read, the offline base map shows. */
export async function readStreetTile(z: number, x: number, y: number): Promise<TileLayers> {
  const bytes = await source.findTile(z, x, y).catch(() => undefined)
  return bytes ? readVectorTile(bytes) : {}
}

/** Returns true if the archives have streets at a position. */
export function hasStreetsAt({ lng, lat }: { lng: number; lat: number }): boolean {
  const areas = findStreets()?.areas ?? []
  return areas.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north)
}

/** Returns true if a view is close enough to show streets and the archives have those at its centre. */
export function hasStreetsIn({ zoom, center }: Pick<MapView, 'zoom' | 'center'>): boolean {
  return zoom >= STREETS_FROM && hasStreetsAt(center)
}
