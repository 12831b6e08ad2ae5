import { IncomingMessage } from 'node:http'
import type { Connection } from '../../http/buffered-response.ts'
import { DRAIN_LIMIT_BYTES, DRAIN_PAUSE_MS, DRAIN_TIMEOUT_MS } from '../../http/connections/drain-request.ts'
import { bodyTooLarge } from '../errors.ts'
import type { Body } from '../runtimes/function-call.ts'

/** The body of a request, which ends with an error beyond a number of bytes. */
export interface LimitedBody {
  body: Body
  /** Settles with the error when the body was too large. */
  exceeded: Promise<never>
  /** Reads the rest of a body that the handler may have left, within limits. Its background work can still read it. */
  drain(): Promise<void>
}

/** Bodies whose declared length is at most this are read before the call, which is faster than a stream. */
const SHORT_BYTES = 64 * 1024
const NEVER = new Promise<never>(() => {})
const READ = { exceeded: NEVER, drain: async () => {} }

/** Limits a body. Throws at once when the declared length is too large. */
export async function limitBody(request: Request, { incoming }: Connection, maxBytes: number): Promise<LimitedBody> {
  // The headers of the request are built on demand, so those of the connection are cheaper.
  const declared =
    incoming instanceof IncomingMessage
      ? (incoming.headers['content-length'] ?? null)
      : request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  if (declared !== null && Number(declared) <= SHORT_BYTES) {
    return { ...READ, body: new Uint8Array(await request.arrayBuffer()) }
  }
  return request.body ? limitStream(request.body, maxBytes) : { ...READ, body: null }
}

function limitStream(source: ReadableStream<Uint8Array>, maxBytes: number): LimitedBody {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  // The caller may no longer be waiting for it, and a rejection without a handler would be logged.
  exceeded.catch(() => {})
  const reader = source.getReader()
  let left = maxBytes
  let hasEnded = false
  /** Nobody reads the rest: the handler canceled the body, or it was too large. */
  let isUnwanted = false
  const pass = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await reader.read()
    hasEnded ||= done
    left -= value?.byteLength ?? 0
    if (isUnwanted) return
    if (left < 0) {
      isUnwanted = true
      const error = bodyTooLarge(maxBytes)
      reject(error)
      controller.error(error)
    } else if (value) controller.enqueue(value)
    else controller.close()
  }
  let target: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        target = controller
      },
      pull: pass,
      // The rest is read by `drain`, because cancelling the source would close the connection before the response.
      cancel() {
        isUnwanted = true
      },
    },
    { highWaterMark: 0 },
  )
  const drain = async (): Promise<void> => {
    const least = left - DRAIN_LIMIT_BYTES
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const [pause, timer] = [DRAIN_PAUSE_MS, DRAIN_TIMEOUT_MS].map((ms) => setTimeout(resolve, ms, 'late'))
    try {
      while (target && !hasEnded && left > least) {
        if ((await Promise.race([pass(target), late])) === 'late') return
        pause?.refresh()
      }
    } finally {
      clearTimeout(pause)
      clearTimeout(timer)
    }
  }
  return { body, exceeded, drain: () => drain().catch(() => {}) }
}
