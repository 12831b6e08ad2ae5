import { createHash } from 'node:crypto'
import { Compression, type Header, PMTiles, type RangeResponse, SharedPromiseCache, TileType } from 'pmtiles'
import * as v from 'valibot'
import { decodeEntities } from '../../app/lib/format/html-entities.ts'
import type { StreetSettings } from '../../app/platform/config/street-settings.ts'
import { openArchiveSource } from './archive-source.ts'

/** Cached headers and directories of one archive. A directory has at most a few thousand entries. */
const CACHED_DIRECTORIES = 64

/** A PMTiles archive of street tiles. */
export interface StreetArchive {
  location: string
  schema: StreetSettings['schema']
  /** Identifies the content of the archive. It changes whenever a tile changes. */
  version: string
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
  minZoom: number
  maxZoom: number
  attribution: string
  isGzipped: boolean
  /** Returns a tile as stored, or undefined if the archive has none. Throws when the archive cannot be read. */
  findTile(z: number, x: number, y: number): Promise<ArrayBuffer | undefined>
  /** Returns true once the archive must be opened again. */
  isReplaced(): boolean
  close(): Promise<void>
}

const Metadata = v.object({
  attribution: v.optional(v.string(), ''),
  vector_layers: v.array(v.object({ id: v.string() })),
})

/** Opens an archive at a path or URL. Throws an error that says what is wrong with it. */
export async function openStreetArchive(location: string): Promise<StreetArchive> {
  const source = await openArchiveSource(location)
  try {
    const cache = new SharedPromiseCache(CACHED_DIRECTORIES)
    const archive = new PMTiles(source, cache)
    const header = await archive.getHeader()
    // For example a file that is still being copied.
    const size = header.tileDataOffset + (header.tileDataLength ?? 0)
    if (source.size !== undefined && source.size < size) throw new Error('it is shorter than its header says')
    if (header.tileType !== TileType.Mvt) throw new Error('it contains no vector tiles')
    const metadata = v.safeParse(Metadata, await archive.getMetadata())
    if (!metadata.success) throw new Error('its metadata names no layers')
    // Clients decompress the tiles themselves.
    const tiles = new PMTiles(source, cache, async (bytes) => bytes)
    return {
      location,
      schema: recogniseSchema(metadata.output.vector_layers.map(({ id }) => id)),
      version: toVersion(location, header, await source.getBytes(0, header.tileDataOffset)),
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      attribution: toPlainText(metadata.output.attribution),
      isGzipped: isGzipped(header),
      findTile: async (z, x, y) => (await tiles.getZxy(z, x, y))?.data,
      isReplaced: source.isReplaced,
      close: async () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

function recogniseSchema(layers: string[]): StreetSettings['schema'] {
  if (layers.includes('transportation')) return 'openmaptiles'
  if (layers.includes('roads')) return 'protomaps'
  throw new Error('its layers are neither those of Protomaps nor those of OpenMapTiles')
}

/**
 * Hashes the header and the directories. They contain the position and length of every tile, so they change with any
 * tile.
 */
function toVersion(location: string, { etag }: Header, { data }: RangeResponse): string {
  return createHash('sha256')
    .update(location)
    .update(etag ?? '')
    .update(new Uint8Array(data))
    .digest('hex')
}

/** Returns true for gzip and false for none. Throws for any other compression, which browsers cannot undo. */
export function isGzipped({ tileCompression }: Header): boolean {
  if (tileCompression === Compression.Gzip) return true
  if (tileCompression === Compression.None) return false
  throw new Error('its tiles are compressed with something other than gzip')
}

/** The attribution is HTML, possibly from a third-party server. */
function toPlainText(html: string): string {
  const text = decodeEntities(html.replace(/<[^>]*>/g, ''))
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}
