import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { seconds } from '#app/lib/durations.ts'

/** The rest of a body is read up to this size and for this long. Beyond that the connection is closed. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024
const MAX_DRAIN_MS = seconds(2)

/**
 * Reads and discards the rest of a request's body, within bounds. Called before the response is sent, so that the next
 * request on the same connection is answered, and a client that is still sending receives the response.
 */
export async function drainBody(incoming: IncomingMessage | Http2ServerRequest): Promise<void> {
  if (!isBodyPending(incoming)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = MAX_DRAINED_BYTES
  const end = () => {
    clearTimeout(timer)
    incoming.pause()
    resolve()
  }
  const timer = setTimeout(end, MAX_DRAIN_MS)
  // The body's former reader would pause it again.
  incoming.removeAllListeners('data').removeAllListeners('readable')
  incoming.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) end()
  })
  incoming.once('end', end).once('close', end)
  incoming.resume()
  await promise
}

/** Adds `Connection: close` to a response that is sent before the whole body has arrived. */
export function closeIfBodyPending(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead = new Proxy(outgoing.writeHead, {
    apply(writeHead, self, head) {
      if (isBodyPending(incoming)) outgoing.shouldKeepAlive = false
      return Reflect.apply(writeHead, self, head)
    },
  })
}

function isBodyPending({ complete, destroyed, headers }: IncomingMessage | Http2ServerRequest): boolean {
  if (complete || destroyed) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
