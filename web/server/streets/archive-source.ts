import { type FileHandle, open } from 'node:fs/promises'
import { FetchSource, type RangeResponse, type Source } from 'pmtiles'

const FETCH_TIMEOUT_MS = 8_000

/** The bytes of a PMTiles archive, read by ranges. */
export interface ArchiveSource extends Source {
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
  return {
    getKey: () => url,
    getBytes: (offset, length, signal, etag) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      return source.getBytes(offset, length, signal ? AbortSignal.any([signal, timeout]) : timeout, etag)
    },
    close: async () => undefined,
  }
}

async function openFile(path: string): Promise<ArchiveSource> {
  const file = await open(path)
  return {
    getKey: () => path,
    getBytes: (offset, length) => readBytes(file, offset, length),
    close: () => file.close(),
  }
}

async function readBytes(file: FileHandle, offset: number, length: number): Promise<RangeResponse> {
  const bytes = new Uint8Array(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  return { data: bytes.buffer.slice(0, bytesRead) }
}
