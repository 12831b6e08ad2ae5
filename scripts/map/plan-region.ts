import { type Entry, type Header, PMTiles, SharedPromiseCache, TileType } from 'pmtiles'
import * as v from 'valibot'
import type { ArchiveSource } from '../../web/server/streets/archive-source.ts'
import { isGzipped } from '../../web/server/streets/street-archive.ts'
import { writeArchiveHead } from '../../web/server/streets/write-directories.ts'
import { selectEntries } from './select-entries.ts'
import { type Bounds, listTileRanges } from './tile-ranges.ts'

/** The number of cached directories, of about 400 kB each in memory. */
const CACHED_DIRECTORIES = 32
/** The maximum number of tiles: about 300 MB of directories in memory, the streets of a large country. */
const MAX_TILES = 8_000_000
/** Parts of the source that are further apart than this are fetched by separate requests. */
const MAX_GAP_BYTES = 64 * 1024
const MAX_REQUEST_BYTES = 4 * 1024 * 1024

/** The archive to write, and the requests that fetch its tiles. */
export interface RegionPlan {
  /** The first bytes of the new archive. Equal plans have equal heads. */
  head: Buffer
  dataLength: number
  tiles: number
  isGzipped: boolean
  /** In the order in which their tiles are stored. */
  requests: TileRequest[]
  /** The version of the source that each response must have. */
  etag: string | undefined
}

/** One range of the source, with the tiles in it, which follow each other in the new archive. */
export interface TileRequest {
  offset: number
  length: number
  tiles: { offset: number; length: number }[]
}

const Metadata = v.record(v.string(), v.unknown())

/** Plans a copy of a region. Throws an error that says what is wrong with the source or with the region. */
export async function planRegion(
  source: ArchiveSource,
  { bounds, maxZoom }: { bounds: Bounds; maxZoom: number },
): Promise<RegionPlan> {
  const cache = new SharedPromiseCache(CACHED_DIRECTORIES)
  const header = await cache.getHeader(source)
  if (header.tileType !== TileType.Mvt) throw new Error('This archive contains no vector tiles.')
  const gzipped = isGzipped(header)
  const zooms = [header.minZoom, Math.min(maxZoom, header.maxZoom)] as const
  const ranges = listTileRanges(bounds, zooms)
  const entries = await selectEntries(source, cache, header, ranges)
  const hasStreets = entries.length > 0 && touches(header, bounds)
  if (!hasStreets) throw new Error('This archive has no tiles in that region.')
  const tiles = entries.reduce((sum, { runLength }) => sum + runLength, 0)
  if (entries.length > MAX_TILES) {
    throw new Error(`That region has ${tiles} tiles. Choose a smaller one, or a lower --max-zoom.`)
  }
  const metadata = v.parse(Metadata, await new PMTiles(source, cache).getMetadata())
  const { placed, requests, dataLength } = placeTiles(entries, header.tileDataOffset)
  const head = writeArchiveHead({
    entries: placed,
    metadata: { ...metadata, 'hereabouts:source': { location: source.getKey(), etag: header.etag } },
    bounds: bounds[0] <= bounds[2] ? bounds : [-180, bounds[1], 180, bounds[3]],
    zooms,
    dataLength,
    isGzipped: gzipped,
  })
  return { head, dataLength, tiles, isGzipped: gzipped, requests, etag: header.etag }
}

function touches({ minLon, minLat, maxLon, maxLat }: Header, [west, south, east, north]: Bounds): boolean {
  const isApart = west <= east ? west >= maxLon || east <= minLon : west >= maxLon && east <= minLon
  return !isApart && south < maxLat && north > minLat
}

/** Stores each different tile once, in the order of the source. */
function placeTiles(entries: Entry[], dataOffset: number) {
  const lengths = new Map(entries.map(({ offset, length }) => [offset, length]))
  const newOffsets = new Map<number, number>()
  const requests: TileRequest[] = []
  let dataLength = 0
  for (const [offset, length] of [...lengths].toSorted((a, b) => a[0] - b[0])) {
    newOffsets.set(offset, dataLength)
    dataLength += length
    addToRequests(requests, { offset: dataOffset + offset, length })
  }
  const placed = entries.map((entry) => ({ ...entry, offset: newOffsets.get(entry.offset) ?? 0 }))
  return { placed, requests, dataLength }
}

function addToRequests(requests: TileRequest[], tile: { offset: number; length: number }): void {
  const last = requests.at(-1)
  const end = tile.offset + tile.length
  if (last && tile.offset - (last.offset + last.length) <= MAX_GAP_BYTES && end - last.offset <= MAX_REQUEST_BYTES) {
    last.length = end - last.offset
    last.tiles.push(tile)
  } else {
    requests.push({ ...tile, tiles: [tile] })
  }
}
