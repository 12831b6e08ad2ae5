import { createHash, type Hash } from 'node:crypto'
import { findHashThread, type ThreadHash } from './hash-thread.ts'

/** A content that is smaller is hashed where it is: handing it over would take longer. */
const INLINE_BYTES = 1024 * 1024

/** Computes an etag, the MD5 of a content in quotes, while the content goes by. */
export interface EtagDigest {
  /** Resolves when there is room for more. The chunk may not change before `finish`. */
  update(chunk: Uint8Array): Promise<void>
  finish(): Promise<string>
  /** For a content that comes to nothing. */
  drop(): void
}

/** Large contents are hashed by a thread of their own: an MD5 takes as long as the disk, and requests would wait for it. */
export function createEtagDigest(): EtagDigest {
  let inline: Hash | undefined = createHash('md5')
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
        inline = undefined
        threaded = findHashThread().begin()
        for (const earlier of first) await threaded.update(earlier)
        first = []
      }
      await threaded.update(chunk)
    },
    async finish() {
      for (const chunk of first) inline?.update(chunk)
      return `"${inline?.digest('hex') ?? (await threaded?.finish())}"`
    },
    drop: () => threaded?.drop(),
  }
}

/** The etag of a whole content. */
export function toEtag(content: Uint8Array): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}
