import { bodyTooLarge } from '../errors.ts'

/** The body of a request, which ends with an error beyond a number of bytes. */
export interface LimitedBody {
  body: ReadableStream<Uint8Array> | null
  /** Settles with the error when the body was too large. */
  exceeded: Promise<never>
}

const NEVER = new Promise<never>(() => {})

/** Limits a body. Throws at once when the declared length is too large. */
export function limitBody({ body, headers }: Request, maxBytes: number): LimitedBody {
  const declared = headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  if (!body) return { body: null, exceeded: NEVER }
  const { promise, reject } = Promise.withResolvers<never>()
  // The caller may be past waiting for it.
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
