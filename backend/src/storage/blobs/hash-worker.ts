/** The code of the hash thread (hash-thread.ts). */
import { createHash, type Hash } from 'node:crypto'
import { readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** A chunk, a range of an open file, or the end of a content. */
export type HashOrder =
  | { id: number; chunk: Uint8Array }
  | { id: number; file: number; position: number; bytes: number }
  | { id: number; isEnd: true }

/** The number of bytes done and, at the end, the digest. */
export interface HashReport {
  id: number
  bytes: number
  digest?: string
  /** The reason why a file could not be read. */
  failure?: Error
}

/** Small enough to stay in the processor's cache until it is hashed. */
const READ_BYTES = 256 * 1024

const hashes = new Map<number, Hash>()
const buffer = Buffer.allocUnsafeSlow(READ_BYTES)

parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(work(order)))

function work(order: HashOrder): HashReport {
  const { id } = order
  const hash = hashes.get(id) ?? createHash('md5')
  hashes.set(id, hash)
  if ('chunk' in order) {
    hash.update(order.chunk)
    return { id, bytes: order.chunk.byteLength }
  }
  if ('file' in order) {
    const failure = hashFile(hash, order)
    return { id, bytes: order.bytes, ...(failure ? { failure } : {}) }
  }
  hashes.delete(id)
  return { id, bytes: 0, digest: hash.digest('hex') }
}

function hashFile(hash: Hash, { file, position, bytes }: Extract<HashOrder, { file: number }>): Error | undefined {
  try {
    for (let done = 0; done < bytes; ) {
      const count = readSync(file, buffer, 0, Math.min(READ_BYTES, bytes - done), position + done)
      if (count === 0) return new Error('The file is shorter than what was written to it.')
      hash.update(buffer.subarray(0, count))
      done += count
    }
    return undefined
  } catch (cause) {
    return new Error('The written file cannot be read back.', { cause })
  }
}
