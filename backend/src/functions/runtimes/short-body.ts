import type { Body } from './function-call.ts'

/** A body up to this size is copied instead of streamed. */
const SHORT_BYTES = 64 * 1024

/**
 * Returns the joined chunks of a body that ends in this turn of the event loop, otherwise a stream of the whole body.
 * Does not wait for further chunks.
 */
export async function shortenBody(body: Body): Promise<Body> {
  if (!(body instanceof ReadableStream)) return body
  const reader = readBytes(body)
  const chunks: Uint8Array[] = []
  let bytes = 0
  const turn = Promise.withResolvers<undefined>()
  const timer = setImmediate(turn.resolve, undefined)
  for (;;) {
    const next = reader.read()
    // The stream reports its errors to its next reader.
    next.catch(() => {})
    const result = await Promise.race([next, turn.promise])
    if (result === undefined || bytes > SHORT_BYTES) return resume(chunks, next, reader)
    if (result.done) {
      clearImmediate(timer)
      return joinChunks(chunks)
    }
    chunks.push(result.value)
    bytes += result.value.byteLength
  }
}

function joinChunks(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only] = chunks
  if (only && chunks.length === 1) return new Uint8Array(only)
  const joined = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.byteLength
  }
  return joined
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** Rejects chunks that are not bytes. A text would have no length here, and the response would arrive empty. */
function readBytes(body: ReadableStream<Uint8Array>): Reader {
  const reader = body.getReader()
  return {
    async read() {
      const result = await reader.read()
      if (result.done || result.value instanceof Uint8Array) return result
      const error = new TypeError(
        'A stream of a body has chunks that are not Uint8Array. Encode text by TextEncoderStream.',
      )
      reader.cancel(error).catch(() => {})
      throw error
    },
    cancel: (reason) => reader.cancel(reason),
  }
}

/** Returns a stream of the chunks that were read, the one that is being read, and the rest. */
function resume(chunks: Uint8Array[], reading: ReturnType<Reader['read']>, reader: Reader): ReadableStream<Uint8Array> {
  let next: ReturnType<Reader['read']> | undefined = reading
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
      },
      async pull(controller) {
        const { done, value } = await (next ?? reader.read())
        next = undefined
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
