import type { Transferable } from 'node:worker_threads'
import type { FunctionCall } from './function-call.ts'

/** What a worker needs to load its function. */
export interface WorkerOptions {
  file: string
  environment: Record<string, string>
}

/** A body: whole if it is short, else a stream that is transferred. */
export type Body = FunctionCall['body']

/** Messages to the worker. */
export type Order =
  | { type: 'call'; id: number; method: string; url: string; headers: [string, string][]; body: Body }
  | { type: 'abort'; id: number }
  /** The streamed response of a call has ended. */
  | { type: 'end'; id: number }
  /** Answered at once by a worker that is not stuck. */
  | { type: 'ping' }
  /** Asks for `idle` when the background work is done. */
  | { type: 'drain'; timeoutMs: number }

/** Messages of the worker. Errors are texts, because not every error can be cloned. */
export type Report =
  | { type: 'loaded' }
  | { type: 'notLoaded'; error: string }
  | { type: 'head'; id: number; status: number; statusText: string; headers: [string, string][]; body: Body }
  | { type: 'failed'; id: number; error: string }
  /** An error that belongs to no open call, or one of background work. */
  | { type: 'stray'; error: string }
  | { type: 'pong' }
  | { type: 'idle' }

/** A body up to this size is copied instead of streamed. */
const SHORT_BYTES = 64 * 1024

/**
 * Returns the chunks of a body that ends at once, joined; otherwise a stream of the whole body. Waits for no chunk that
 * is still to come.
 */
export async function shortenBody(body: Body): Promise<Body> {
  if (!(body instanceof ReadableStream)) return body
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const next = reader.read()
    // The stream reports its errors to whoever reads on.
    next.catch(() => {})
    const result = await Promise.race([next, nextTurn()])
    if (result === undefined || bytes > SHORT_BYTES) return resume(chunks, next, reader)
    if (result.done) return joinChunks(chunks)
    chunks.push(result.value)
    bytes += result.value.byteLength
  }
}

/** Returns the objects of a body that are transferred rather than copied. */
export function listTransferred(body: Body): Transferable[] {
  if (body === null) return []
  // Node's types lack streams, which it does transfer.
  return [(body instanceof ReadableStream ? body : body.buffer) as Transferable]
}

const nextTurn = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined))

function joinChunks(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.byteLength
  }
  return joined
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

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
