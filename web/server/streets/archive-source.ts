import { type FileHandle, open } from 'node:fs/promises'
import { EtagMismatch, FetchSource, type RangeResponse, type Source } from 'pmtiles'

const FETCH_TIMEOUT_MS = 8_000

/** The bytes of a PMTiles archive, read by ranges. */
export interface ArchiveSource extends Source {
  /** The size of a file in bytes when it was opened. */
  size?: number
  /** Returns true once another server has replaced the archive. It must be opened again then, and reads fail. */
  isReplaced(): boolean
  close(): Promise<void>
}

/** Opens the archive at a path or URL. A request to another server may take `timeoutMs`. */
export async function openArchiveSource(
  location: string,
  { timeoutMs = FETCH_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<ArchiveSource> {
  return isUrl(location) ? openUrl(location, timeoutMs) : openFile(location)
}

function isUrl(location: string): boolean {
  return /^https?:/i.test(location)
}

function openUrl(url: string, timeoutMs: number): ArchiveSource {
  const source = new FetchSource(url)
  let isReplaced = false
  return {
    getKey: () => url,
    getBytes: (offset, length, signal, etag) => {
      // Without this error, the package would read the new archive, and its tiles would be cached as those of the old one.
      if (isReplaced && offset > 0) throw new Error('it was replaced')
      const timeout = AbortSignal.timeout(timeoutMs)
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout
      return source.getBytes(offset, length, either, etag).catch((error: unknown) => {
        isReplaced ||= error instanceof EtagMismatch
        throw error
      })
    },
    isReplaced: () => isReplaced,
    close: async () => undefined,
  }
}

async function openFile(path: string): Promise<ArchiveSource> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    size,
    getKey: () => path,
    getBytes: (offset, length) => readBytes(file, offset, length, size),
    // A replaced file has another time or size.
    isReplaced: () => false,
    close: () => file.close(),
  }
}

/**
 * Reads a part of a file. Throws when the file ends too early: truncated tiles would be sent, and cached forever. Only
 * the first read, of an unknown header, may be longer than the file.
 */
async function readBytes(file: FileHandle, offset: number, length: number, size: number): Promise<RangeResponse> {
  const wanted = offset === 0 ? Math.min(length, size) : length
  if (offset + wanted > size) throw new Error('it is shorter than its directories say')
  const bytes = new Uint8Array(wanted)
  const { bytesRead } = await file.read(bytes, 0, wanted, offset)
  if (bytesRead < wanted) throw new Error('it has become shorter')
  return { data: bytes.buffer }
}
