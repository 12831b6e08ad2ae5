import { createHash } from 'node:crypto'
import { findHashThread, type ThreadHash } from './hash-thread.ts'

/** A content that is smaller is hashed where it is: handing it over would take longer. */
const INLINE_BYTES = 1024 * 1024
/** The same where only its place in a file is handed over. */
const INLINE_FILE_BYTES = 128 * 1024

/** Computes an etag, the MD5 of a content in quotes, while the content goes by. */
export interface EtagDigest {
  /** Resolves when there is room for more. The chunk may not change before `finish`. */
  update(chunk: Uint8Array): Promise<void>
  finish(): Promise<string>
  /** For a content that comes to nothing. */
  drop(): Promise<void>
}

/** Large contents are hashed by a thread of their own: an MD5 takes as long as the disk, and requests would wait for it. */
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

/** Computes the etag of a content that is being written to a file. */
export interface FileEtagDigest {
  /** To be called as soon as they are written, in order; they are released. Resolves when there may be more. */
  update(chunks: Uint8Array[], position: number, bytes: number): Promise<void>
  finish(): Promise<string>
  /** For a content that comes to nothing. Resolves when the file may be closed. */
  drop(): Promise<void>
}

/** The thread reads what it hashes from the file, which the system has in memory still: that costs less than to hand it over. */
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

/** The etag of a whole content. */
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
