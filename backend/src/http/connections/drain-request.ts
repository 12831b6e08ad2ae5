import type { IncomingMessage } from 'node:http'

/** Reading this much of a rejected body is cheaper for both sides than a new connection. */
export const DRAIN_LIMIT_BYTES = 16 * 1024 * 1024
/**
 * The longest pause without a byte, and the longest time for the whole body. A busy machine needs seconds for 16 MiB.
 */
export const DRAIN_PAUSE_MS = 1_000
export const DRAIN_TIMEOUT_MS = 10_000

/**
 * Reads the rest of a request's body before its response is sent, so that the next request on the connection is not
 * lost. When that would take too long the response gets `Connection: close`, and no client reuses the connection.
 */
export async function drainRequest(incoming: IncomingMessage | undefined, response: Response): Promise<void> {
  if (!(await hasWholeBody(incoming))) response.headers.set('connection', 'close')
}

/**
 * Reads the rest of a request's body. Returns false when that would take too long: the response then needs
 * `Connection: close`.
 */
export async function hasWholeBody(incoming: IncomingMessage | undefined): Promise<boolean> {
  return !incoming || incoming.complete || (await readRest(incoming))
}

/** Returns true when the whole body has arrived. */
async function readRest(incoming: IncomingMessage): Promise<boolean> {
  const declaredBytes = Number(incoming.headers['content-length'] ?? 0)
  if (incoming.destroyed || declaredBytes > DRAIN_LIMIT_BYTES) return false
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    pause.refresh()
    if (bytes > DRAIN_LIMIT_BYTES) resolve()
  }
  const pause = setTimeout(resolve, DRAIN_PAUSE_MS)
  const timer = setTimeout(resolve, DRAIN_TIMEOUT_MS)
  const done = () => resolve()
  for (const event of ['end', 'close', 'error'] as const) incoming.once(event, done)
  incoming.on('data', count).resume()
  await promise
  clearTimeout(pause)
  clearTimeout(timer)
  incoming.off('data', count)
  for (const event of ['end', 'close', 'error'] as const) incoming.off(event, done)
  return incoming.complete
}
