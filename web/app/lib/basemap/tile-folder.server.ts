import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { basemapVersion } from './basemap-version.generated.ts'
import { readVectorTile, type TileLayers } from './vector-tile.ts'

/**
 * Possible tile folders relative to the folders above this module: beside the sources in development, in the build in
 * production.
 */
const PLACES = ['client/basemap', 'public/basemap']
const MAX_CACHED_TILES = 64

const cache = new Map<string, Promise<TileLayers>>()
let folder: string | undefined

/** Reads a tile of the base map from disk and caches the last few. Throws if the base map has not been built. */
export function readTile(z: number, x: number, y: number): Promise<TileLayers> {
  const name = `${z}/${x}/${y}.pbf`
  const found = cache.get(name) ?? readFile(join(findFolder(), name)).then((bytes) => readVectorTile(bytes))
  cache.delete(name)
  cache.set(name, found)
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_TILES) break
    cache.delete(oldest)
  }
  return found
}

function findFolder(): string {
  for (let above = import.meta.dirname; !folder && dirname(above) !== above; above = dirname(above)) {
    folder = PLACES.map((place) => join(above, place, basemapVersion)).find((path) => existsSync(path))
  }
  if (!folder)
    throw new Error('The base map is not built: run "npm run build" or "node tools/build-basemap.ts" in web/.')
  return folder
}
