import { IncomingMessage } from 'node:http'
import type { Connection } from '../../http/buffered-response.ts'
import { bodyTooLarge } from '../errors.ts'
import type { Body } from '../runtimes/function-call.ts'

/** The body of a request, which ends with an error beyond a number of bytes. */
export interface LimitedBody {
  body: Body
  /** Settles with the error when the body was too large. */
  exceeded: Promise<never>
}

/** Bodies whose declared length is at most this are read before the call, which is faster than a stream. */
const SHORT_BYTES = 64 * 1024
const NEVER = new Promise<never>(() => {})

/** Limits a body. Throws at once when the declared length is too large. */
export async function limitBody(request: Request, { incoming }: Connection, maxBytes: number): Promise<LimitedBody> {
  // The headers of the request are built on demand, so those of the connection are cheaper.
  const declared =
    incoming instanceof IncomingMessage
      ? (incoming.headers['content-length'] ?? null)
      : request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  if (declared !== null && Number(declared) <= SHORT_BYTES) {
    return { body: new Uint8Array(await request.arrayBuffer()), exceeded: NEVER }
  }
  const { body } = request
  if (!body) return { body: null, exceeded: NEVER }
  const { promise, reject } = Promise.withResolvers<never>()
  // The caller may no longer be waiting for it, and a rejection without a handler would be logged.
  promise.catch(() => {})
  let left = maxBytes
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left >= 0) return controller.enqueue(chunk)
      const error = bodyTooLarge(maxBytes)
      reject(error)
      controller.error(error)
    },
  })
  return { body: body.pipeThrough(count), exceeded: promise }
}
