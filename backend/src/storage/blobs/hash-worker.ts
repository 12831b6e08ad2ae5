/** A thread that hashes: see hash-thread.ts. */
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** A piece of a content, or its end. */
export type HashOrder = { id: number; chunk: Uint8Array } | { id: number; isEnd: true }

/** How many bytes are done with, and at the end the digest. */
export interface HashReport {
  id: number
  bytes: number
  digest?: string
}

const hashes = new Map<number, Hash>()

parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(work(order)))

function work(order: HashOrder): HashReport {
  const hash = hashes.get(order.id) ?? createHash('md5')
  hashes.set(order.id, hash)
  if ('chunk' in order) {
    hash.update(order.chunk)
    return { id: order.id, bytes: order.chunk.byteLength }
  }
  hashes.delete(order.id)
  return { id: order.id, bytes: 0, digest: hash.digest('hex') }
}
