import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { BlobContent } from './blob-store.ts'

/** A part of an open file, from `start` to `end` inclusive. */
export interface FilePart {
  file: FileHandle
  start: number
  end: number
}

const READ_BYTES = 1024 * 1024
const parts = new WeakMap<ReadableStream<Uint8Array>, FilePart>()

/**
 * Returns the part as a stream that reads nothing before it is pulled, so that {@link findFilePart} can take over the
 * file.
 */
export function streamFilePart(part: FilePart): ReadableStream<Uint8Array> {
  const { file, end } = part
  let position = part.start
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - position + 1))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position).catch(async (error: unknown) => {
          await file.close()
          throw error
        })
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && position <= end) return
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
  parts.set(stream, part)
  return stream
}

/** Returns the file behind an unread body. The caller sends it faster than the stream would, and closes it. */
export function findFilePart(stream: ReadableStream<Uint8Array>): FilePart | undefined {
  return stream.locked ? undefined : parts.get(stream)
}

/** Reads a whole blob into memory. A file is read with one call, without the copies of a stream. */
export async function readWhole(content: BlobContent): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content
  const part = findFilePart(content)
  if (!part) return buffer(content)
  const { file, start, end } = part
  const bytes = Buffer.allocUnsafeSlow(end - start + 1)
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
      if (bytesRead === 0) throw new Error('The blob is shorter than its row says.')
      done += bytesRead
    }
  } finally {
    await file.close()
  }
  return bytes
}
