import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RealtimeError, TokenExpiredError } from '../errors.ts'

/** Slows down clients that reconnect at once. */
const REJECTION_DELAY_MS = 500

/** Rejects a handshake after a short delay (realtime 1). */
export function rejectUpgrade(socket: Duplex, error: RealtimeError): void {
  const message = error instanceof TokenExpiredError ? 'Token has expired' : error.message
  const body = JSON.stringify({ error: message })
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ]
  setTimeout(() => {
    socket.end(lines.join('\r\n'))
    // A client that does not read must not keep the socket.
    setTimeout(() => socket.destroy(), REJECTION_DELAY_MS)
  }, REJECTION_DELAY_MS)
}
