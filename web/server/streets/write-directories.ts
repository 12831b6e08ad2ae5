import { gzipSync } from 'node:zlib'
import type { Entry } from 'pmtiles'

const HEADER_BYTES = 127
/** Readers get the header and the root directory with their first request of this size. */
const FIRST_REQUEST_BYTES = 16_384
const LEAF_ENTRIES = 4096
const GZIP = 2
const MVT = 1
const DEGREE = 10_000_000

/** The contents of an archive except its tiles. */
export interface ArchivePlan {
  /** In the order of their ids. Offsets count from the start of the tiles. */
  entries: Entry[]
  metadata: Record<string, unknown>
  /** West, south, east, north in degrees. */
  bounds: readonly [number, number, number, number]
  zooms: readonly [number, number]
  /** Bytes of all tiles. */
  dataLength: number
  isGzipped: boolean
  tileType?: number
}

/**
 * Returns what precedes the tiles in an archive: the header, the directories and the metadata. The format is PMTiles 3:
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function writeArchiveHead(plan: ArchivePlan): Buffer {
  const { entries, bounds, zooms, dataLength, isGzipped, tileType = MVT } = plan
  const { root, leaves } = writeDirectories(entries)
  const metadata = gzipSync(JSON.stringify(plan.metadata))
  const metadataAt = HEADER_BYTES + root.length
  const leavesAt = metadataAt + metadata.length
  const dataAt = leavesAt + leaves.length
  const sections = [HEADER_BYTES, root.length, metadataAt, metadata.length, leavesAt, leaves.length, dataAt, dataLength]
  const addressed = entries.reduce((sum, { runLength }) => sum + runLength, 0)
  const counts = [addressed, entries.length, new Set(entries.map(({ offset }) => offset)).size]
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  for (const [index, value] of [...sections, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  header.set([isClustered(entries) ? 1 : 0, GZIP, isGzipped ? GZIP : 1, tileType, ...zooms], 96)
  const [west, south, east, north] = bounds
  const center = [(west + east) / 2, (south + north) / 2]
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * DEGREE), 102 + index * 4)
  header[118] = zooms[0]
  for (const [index, degrees] of center.entries()) header.writeInt32LE(Math.round(degrees * DEGREE), 119 + index * 4)
  return Buffer.concat([header, root, metadata, leaves])
}

/** Returns true if the tiles are stored in the order of their ids, apart from repeated ones. */
function isClustered(entries: Entry[]): boolean {
  let end = 0
  return entries.every(({ offset, length }) => {
    if (offset > end) return false
    end = Math.max(end, offset + length)
    return true
  })
}

/** Writes one directory if it fits into the first request, otherwise a root with leaves. */
function writeDirectories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const chunks = toChunks(entries, size)
    const parts = chunks.map(writeDirectory)
    const [only] = parts
    if (parts.length <= 1 && (!only || fits(only))) return { root: only ?? writeDirectory([]), leaves: Buffer.alloc(0) }
    let offset = 0
    const pointers = chunks.map((chunk, index) => {
      const length = parts[index]?.length ?? 0
      const pointer = { tileId: chunk[0]?.tileId ?? 0, offset, length, runLength: 0 }
      offset += length
      return pointer
    })
    const root = writeDirectory(pointers)
    if (fits(root)) return { root, leaves: Buffer.concat(parts) }
  }
}

function fits(root: Buffer): boolean {
  return HEADER_BYTES + root.length <= FIRST_REQUEST_BYTES
}

function toChunks(entries: Entry[], size: number): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  )
}

/**
 * Writes columns of varints: differences of ids, run lengths, byte lengths, and offsets (0 for an entry right after the
 * previous one, otherwise the offset plus one).
 */
function writeDirectory(entries: Entry[]): Buffer {
  const ids = entries.map(({ tileId }, index) => tileId - (entries[index - 1]?.tileId ?? 0))
  const offsets = entries.map(({ offset }, index) => {
    const previous = entries[index - 1]
    return previous && offset === previous.offset + previous.length ? 0 : offset + 1
  })
  const runs = entries.map(({ runLength }) => runLength)
  const lengths = entries.map(({ length }) => length)
  return gzipSync(Buffer.from([[entries.length], ids, runs, lengths, offsets].flat().flatMap(toVarint)))
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
