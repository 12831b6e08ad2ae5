import { createHash } from 'node:crypto'
import { findHashThread, type ThreadHash } from './hash-thread.ts'

/** Smaller content is hashed in this thread, because passing it to the other one would take longer. */
const INLINE_BYTES = 1024 * 1024
/** The same limit for files. It is lower, because the thread gets only the position in the file and reads it itself. */
const INLINE_FILE_BYTES = 128 * 1024

/** Computes an etag, the MD5 of the content in quotes, while the content streams through. */
export interface EtagDigest {
  /** Resolves when there is room for more. The chunk must not change before `finish`. */
  update(chunk: Uint8Array): Promise<void>
  finish(): Promise<string>
  /** Discards the digest of a failed write. */
  drop(): Promise<void>
}

/**
 * Creates a digest that hashes large content in a thread, because MD5 is as slow as the disk and would block other
 * requests.
 */
export function createEtagDigest(): EtagDigest {
  let first: Uint8Array[] = []
  let size = 0
  let threaded: ThreadHash | undefined
  return {
    async update(chunk) {
      size += chunk.byteLength
      if (size <= INLINE_BYTES) {
        first.push(chunk)
        return
      }
      if (!threaded) {
        threaded = findHashThread().begin()
        for (const earlier of first) await threaded.update(earlier)
        first = []
      }
      await threaded.update(chunk)
    },
    finish: async () => (threaded ? quote(await threaded.finish()) : hashInline(first)),
    drop: async () => threaded?.drop(),
  }
}

/** Computes the etag of content that is being written to a file. */
export interface FileEtagDigest {
  /**
   * Must be called in order, right after the chunks were written, and releases them. Resolves when there is room for
   * more.
   */
  update(chunks: Uint8Array[], position: number, bytes: number): Promise<void>
  finish(): Promise<string>
  /** Discards the digest of a failed write. Resolves when the file may be closed. */
  drop(): Promise<void>
}

/** The thread reads the file, which is still in the page cache. That is cheaper than copying chunks between threads. */
export function createFileEtagDigest(file: number, release: (chunk: Uint8Array) => void = () => {}): FileEtagDigest {
  let small: Uint8Array[] = []
  let threaded: ThreadHash | undefined
  return {
    async update(chunks, position, bytes) {
      if (position === 0 && bytes <= INLINE_FILE_BYTES) {
        small = chunks
        return
      }
      if (!threaded) {
        threaded = findHashThread().begin()
        if (small.length > 0) await threaded.updateFromFile(file, 0, position)
        small = []
      }
      for (const chunk of chunks) release(chunk)
      await threaded.updateFromFile(file, position, bytes)
    },
    finish: async () => (threaded ? quote(await threaded.finish()) : hashInline(small)),
    drop: async () => threaded?.drop(),
  }
}

/** Returns the etag of complete content. */
export function toEtag(content: Uint8Array): string {
  return hashInline([content])
}

function hashInline(chunks: Uint8Array[]): string {
  const hash = createHash('md5')
  for (const chunk of chunks) hash.update(chunk)
  return quote(hash.digest('hex'))
}

function quote(digest: string): string {
  return `"${digest}"`
}
