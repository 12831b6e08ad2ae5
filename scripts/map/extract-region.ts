import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { EtagMismatch } from 'pmtiles'
import { type ArchiveSource, openArchiveSource } from '../../web/server/streets/archive-source.ts'
import { openStreetArchive } from '../../web/server/streets/street-archive.ts'
import { planRegion, type RegionPlan, type TileRequest } from './plan-region.ts'
import type { Bounds } from './tile-ranges.ts'

/** The maximum size of a request, so that each also succeeds on slow connections. */
const REQUEST_TIMEOUT_MS = 120_000
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 500

/** The region to copy, from the archive at a path or URL to a new file. */
export interface RegionOptions {
  location: string
  file: string
  bounds: Bounds
  /** Tiles of higher zooms are left out. */
  maxZoom: number
  onResume?: (bytes: number) => void
  /** Called with the bytes of tiles written so far and in total. */
  onProgress?: (done: number, total: number) => void
}

/** The new archive. */
export interface ExtractedRegion {
  tiles: number
  /** Size of the file in bytes. */
  bytes: number
}

/**
 * Copies a region into a new archive by range requests. Until all tiles have arrived and decompress, the file has the
 * suffix `.part`, from which a repeated call resumes. Throws an error with a sentence for the operator.
 */
export async function extractRegion(options: RegionOptions): Promise<ExtractedRegion> {
  const source = await openArchiveSource(options.location, { timeoutMs: REQUEST_TIMEOUT_MS })
  try {
    const plan = await retry(() => planRegion(source, options))
    await mkdir(dirname(options.file), { recursive: true })
    const part = `${options.file}.part`
    const file = await openPart(part)
    try {
      await download(file, source, plan, options)
      await verify(file, plan)
      await file.sync()
    } finally {
      await file.close()
    }
    await (await openStreetArchive(part)).close()
    await rename(part, options.file)
    return { tiles: plan.tiles, bytes: plan.head.length + plan.dataLength }
  } finally {
    await source.close()
  }
}

async function openPart(path: string): Promise<FileHandle> {
  return open(path, 'r+').catch(() => open(path, 'w+'))
}

async function download(
  file: FileHandle,
  source: ArchiveSource,
  plan: RegionPlan,
  { onResume, onProgress }: RegionOptions,
): Promise<void> {
  const { head, dataLength, requests, etag } = plan
  const kept = await countKeptBytes(file, head)
  if (kept > 0) onResume?.(kept)
  else await file.write(head, 0, head.length, 0)
  let done = 0
  for (const request of requests) {
    const length = request.tiles.reduce((sum, tile) => sum + tile.length, 0)
    if (done + length > kept) {
      const bytes = await retry(() => fetchTiles(source, request, etag))
      await file.write(bytes, 0, bytes.length, head.length + done)
    }
    done += length
    onProgress?.(done, dataLength)
  }
  await file.truncate(head.length + dataLength)
}

/** Returns the number of bytes of tiles that an interrupted copy of the same region has already written. */
async function countKeptBytes(file: FileHandle, head: Buffer): Promise<number> {
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(head.length), 0, head.length, 0)
  if (size > head.length && buffer.equals(head)) return size - head.length
  await file.truncate(0)
  return 0
}

async function fetchTiles(source: ArchiveSource, request: TileRequest, etag: string | undefined): Promise<Buffer> {
  const { data } = await source.getBytes(request.offset, request.length, undefined, etag)
  if (data.byteLength !== request.length) throw new Error('The archive ends too early.')
  const start = request.offset
  return Buffer.concat(request.tiles.map(({ offset, length }) => Buffer.from(data, offset - start, length)))
}

/** Decompresses each tile, which verifies its checksum. */
async function verify(file: FileHandle, { head, requests, isGzipped }: RegionPlan): Promise<void> {
  if (!isGzipped) return
  let position = head.length
  for (const { tiles } of requests) {
    for (const { length } of tiles) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      position += length
      if (bytesRead === length && decompresses(buffer)) continue
      await file.truncate(0)
      throw new Error('A tile arrived damaged. Run the command again to start from the beginning.')
    }
  }
}

function decompresses(bytes: Buffer): boolean {
  try {
    gunzipSync(bytes)
    return true
  } catch {
    return false
  }
}

/** Repeats requests that fail because of the network, with growing pauses. */
async function retry<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (error instanceof EtagMismatch) {
        throw new Error('The archive was replaced during the download. Run the command again.', { cause: error })
      }
      if (attempt === ATTEMPTS || !isOfNetwork(error)) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}

function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof TypeError ||
    error.name === 'TimeoutError' ||
    /code: (429|5\d\d)|ends too early/.test(error.message)
  )
}
