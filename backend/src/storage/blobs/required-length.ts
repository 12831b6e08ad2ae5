import type { BlobContent } from './blob-store.ts'
import { findFilePart } from './file-part.ts'

/** Returns content that has exactly this length, or fails. A store may have lost a part of a blob, or ignore a range. */
export function requireLength(content: BlobContent, length: number): BlobContent {
  if (content instanceof Uint8Array) {
    if (content.byteLength !== length) throw wrongLength(length)
    return content
  }
  const part = findFilePart(content)
  if (!part) return content.pipeThrough(countBytes(length))
  if (part.end - part.start + 1 === length) return content
  void content.cancel()
  throw wrongLength(length)
}

function countBytes(length: number): TransformStream<Uint8Array, Uint8Array> {
  let rest = length
  return new TransformStream({
    transform(chunk, controller) {
      rest -= chunk.byteLength
      if (rest < 0) throw wrongLength(length)
      controller.enqueue(chunk)
    },
    flush() {
      if (rest > 0) throw wrongLength(length)
    },
  })
}

const wrongLength = (length: number) => new Error(`The blob does not have the ${length} bytes that its row says.`)
