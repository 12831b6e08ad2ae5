import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import * as v from 'valibot'
import { parseSettings } from '../parse-settings.ts'

/** The interval at which timeouts and transfer rates are checked. */
export const SWEEP_MS = 5000
const Count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1'), v.transform(Number))
const Environment = v.object({
  HTTP_HEADERS_TIMEOUT: v.optional(Count, '15'),
  HTTP_IDLE_TIMEOUT: v.optional(Count, '30'),
  HTTP_MIN_BYTES_PER_SECOND: v.optional(Count, '4000'),
})

/** The limits of connections whose clients send or read slowly. */
export interface ConnectionLimits {
  /** The time for the headers of a request. */
  headersTimeoutMs: number
  /** The time in which a client must send or read something, while the server waits for it. */
  idleTimeoutMs: number
  /** The average rate at which a client must read a response, or send a request. */
  minBytesPerSecond: number
}

/** Reads the limits from the environment. Throws an error that names invalid settings. */
export function readConnectionLimits(environment: Record<string, string | undefined>): ConnectionLimits {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const env = parseSettings(Environment, set)
  return {
    headersTimeoutMs: env.HTTP_HEADERS_TIMEOUT * 1000,
    idleTimeoutMs: env.HTTP_IDLE_TIMEOUT * 1000,
    minBytesPerSecond: env.HTTP_MIN_BYTES_PER_SECOND,
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The bytes read and written when they last changed, and when that was noticed. */
  active: { since: number; bytes: number }
  /** Since when the server has been waiting for the body, and the bytes it had read then. */
  waiting: { since: number; bytesReadBefore: number }
  /** Set while bytes of the response wait for the client. */
  pending: { since: number; bytesWrittenBefore: number } | undefined
}

/**
 * Closes connections whose clients send a request or read its response too slowly, because each holds memory. Time in
 * which the server works on the response does not count. Node's own timeouts cover the headers and the time between
 * requests.
 *
 * All checks are made in a sweep every few seconds: a timer per socket and a listener per response would cost each
 * request 6 %.
 */
export function limitSlowConnections(server: Server, limits: ConnectionLimits): void {
  const { headersTimeoutMs, idleTimeoutMs, minBytesPerSecond } = limits
  const exchanges = new Map<Socket, Exchange>()
  const toAllowedMs = (bytes: number) => idleTimeoutMs + (bytes / minBytesPerSecond) * 1000
  server.headersTimeout = headersTimeoutMs
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const now = Date.now()
    exchanges.set(socket, {
      request,
      response,
      active: { since: now, bytes: countBytes(socket) },
      waiting: { since: now, bytesReadBefore: socket.bytesRead },
      pending: undefined,
    })
  })
  const sweep = () => {
    const now = Date.now()
    for (const [socket, exchange] of exchanges) {
      if (exchange.response.closed || socket.destroyed) exchanges.delete(socket)
      else if (isTooSlow(socket, exchange, now)) socket.destroy()
    }
  }
  const isTooSlow = (socket: Socket, exchange: Exchange, now: number): boolean => {
    const checks = [isIdle, isSendingSlowly, isReadingSlowly].map((check) => check(socket, exchange, now))
    return checks.includes(true)
  }
  const isIdle = (socket: Socket, exchange: Exchange, now: number): boolean => {
    const bytes = countBytes(socket)
    const isServerWorking = !waitsForBody(exchange) && socket.writableLength === 0
    if (isServerWorking || bytes !== exchange.active.bytes) exchange.active = { since: now, bytes }
    return now - exchange.active.since > idleTimeoutMs
  }
  const isSendingSlowly = (socket: Socket, exchange: Exchange, now: number): boolean => {
    if (!waitsForBody(exchange)) {
      exchange.waiting = { since: now, bytesReadBefore: socket.bytesRead }
      return false
    }
    const { since, bytesReadBefore } = exchange.waiting
    return now - since > toAllowedMs(socket.bytesRead - bytesReadBefore)
  }
  const isReadingSlowly = (socket: Socket, exchange: Exchange, now: number): boolean => {
    if (socket.writableLength === 0) {
      exchange.pending = undefined
      return false
    }
    exchange.pending ??= { since: now, bytesWrittenBefore: socket.bytesWritten - socket.writableLength }
    const { since, bytesWrittenBefore } = exchange.pending
    return now - since > toAllowedMs(socket.bytesWritten - bytesWrittenBefore)
  }
  const timer = setInterval(sweep, Math.min(SWEEP_MS, idleTimeoutMs / 2)).unref()
  server.once('close', () => clearInterval(timer))
}

/** Returns the number of bytes that the client has sent and received. */
function countBytes(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength
}

/** Returns true while the server has read all that the client has sent of the body. */
function waitsForBody({ request }: Exchange): boolean {
  return !request.complete && request.readableLength === 0
}
