import type { Cache, Entry, Header } from 'pmtiles'
import type { ArchiveSource } from '../../web/server/streets/archive-source.ts'
import type { TileRange } from './tile-ranges.ts'

/**
 * Reads the directories that overlap the ranges and returns their entries, cut to the ranges, in the order of their
 * ids.
 */
export async function selectEntries(
  source: ArchiveSource,
  cache: Cache,
  header: Header,
  ranges: TileRange[],
): Promise<Entry[]> {
  const selected: Entry[] = []
  const read = async (offset: number, length: number): Promise<void> => {
    const entries = await cache.getDirectory(source, offset, length, header)
    for (const [index, entry] of entries.entries()) {
      const isDirectory = entry.runLength === 0
      const end = isDirectory
        ? (entries[index + 1]?.tileId ?? Number.POSITIVE_INFINITY)
        : entry.tileId + entry.runLength
      for (const [from, to] of listOverlaps(ranges, entry.tileId, end)) {
        if (isDirectory) {
          await read(header.leafDirectoryOffset + entry.offset, entry.length)
          break
        }
        selected.push({ ...entry, tileId: from, runLength: to - from })
      }
    }
  }
  await read(header.rootDirectoryOffset, header.rootDirectoryLength)
  return selected
}

/** Yields the parts of the ranges between two ids. */
function* listOverlaps(ranges: TileRange[], start: number, end: number): Generator<TileRange> {
  for (let index = findFirstEndingAfter(ranges, start); index < ranges.length; index += 1) {
    const [from, to] = ranges[index] ?? [end, end]
    if (from >= end) return
    yield [Math.max(from, start), Math.min(to, end)]
  }
}

function findFirstEndingAfter(ranges: TileRange[], id: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) > id) high = middle
    else low = middle + 1
  }
  return low
}
