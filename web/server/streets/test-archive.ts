import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127
const NONE = 1
const GZIP = 2
const MVT = 1
const DEGREE = 10_000_000

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

/** Writes a small PMTiles archive (version 3) with one directory. */
export function buildTestArchive({
  layers = ['roads', 'earth'],
  attribution = '<a href="https://example.org">&copy; Mappers</a>',
  tiles,
  bounds = [-180, -85, 180, 85],
  zooms = [0, 14],
  tileType = MVT,
}: TestArchive): Buffer {
  const entries = Object.entries(tiles)
    .map(([name, text]) => {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
      return { id: zxyToTileId(z, x, y), data: gzipSync(text) }
    })
    .toSorted((a, b) => a.id - b.id)
  const directory = gzipSync(writeDirectory(entries))
  const metadata = gzipSync(JSON.stringify({ attribution, vector_layers: layers.map((id) => ({ id })) }))
  const metadataAt = HEADER_BYTES + directory.length
  const dataAt = metadataAt + metadata.length
  const data = Buffer.concat(entries.map((entry) => entry.data))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const sections = [HEADER_BYTES, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length]
  const counts = [entries.length, entries.length, entries.length]
  for (const [index, value] of [...sections, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  header.set([1, GZIP, entries.length > 0 ? GZIP : NONE, tileType, ...zooms], 96)
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * DEGREE), 102 + index * 4)
  return Buffer.concat([header, directory, metadata, data])
}

/** Columns of varints: differences of ids, run lengths, byte lengths, and offsets plus one. */
function writeDirectory(entries: { id: number; data: Buffer }[]): Buffer {
  let previous = 0
  let offset = 0
  const ids: number[] = []
  const offsets: number[] = []
  for (const { id, data } of entries) {
    ids.push(id - previous)
    offsets.push(offset + 1)
    previous = id
    offset += data.length
  }
  const lengths = entries.map(({ data }) => data.length)
  const runs = entries.map(() => 1)
  return Buffer.from([entries.length, ...ids, ...runs, ...lengths, ...offsets].flatMap(toVarint))
}

function toVarint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return [...bytes, rest]
}
