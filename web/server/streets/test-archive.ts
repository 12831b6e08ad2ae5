import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { writeArchiveHead } from './write-directories.ts'

export interface TestArchive {
  layers?: string[]
  attribution?: string
  /** Tiles by `z/x/y`. */
  tiles: Record<string, string>
  /** West, south, east, north in degrees. */
  bounds?: [number, number, number, number]
  zooms?: [number, number]
  tileType?: number
}

/** Writes a small PMTiles archive (version 3). */
export function buildTestArchive({
  layers = ['roads', 'earth'],
  attribution = '<a href="https://example.org">&#169; Mappers</a>',
  tiles,
  bounds = [-180, -85, 180, 85],
  zooms = [0, 14],
  tileType,
}: TestArchive): Buffer {
  const contents = Object.entries(tiles)
    .map(([name, text]) => {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
      return { tileId: zxyToTileId(z, x, y), bytes: gzipSync(text) }
    })
    .toSorted((a, b) => a.tileId - b.tileId)
  let offset = 0
  const entries = contents.map(({ tileId, bytes }) => {
    const entry = { tileId, offset, length: bytes.length, runLength: 1 }
    offset += bytes.length
    return entry
  })
  const metadata = { attribution, vector_layers: layers.map((id) => ({ id })) }
  const head = writeArchiveHead({ entries, metadata, bounds, zooms, dataLength: offset, isGzipped: true, tileType })
  return Buffer.concat([head, ...contents.map(({ bytes }) => bytes)])
}
