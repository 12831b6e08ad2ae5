import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { VerifyKey } from '../authorization/verify-token.ts'
import type { Hub } from '../channels/hub.ts'
import { logFailure } from '../channels/log-failure.ts'
import { RealtimeError, unknownError } from '../errors.ts'
import { type Handshake, verifyHandshake } from './handshake.ts'
import { rejectUpgrade } from './reject-upgrade.ts'
import { serveSocket } from './serve-socket.ts'
import type { SocketRegistry } from './socket-registry.ts'

/** Larger frames close the socket with 1009 (realtime 1). */
export const MAX_FRAME_BYTES = 5_000_000

/** Handles the `upgrade` event of an HTTP server. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Opens sockets for requests whose handshake is valid, and rejects the others. */
export function createUpgrade(hub: Hub, registry: SocketRegistry, verifyKey: VerifyKey): Upgrade {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs up to 300 kB of memory per socket.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  })
  return (request, socket, head) => {
    // The peer can disconnect at any time.
    socket.on('error', () => socket.destroy())
    verifyHandshake(request, hub, { registry, verifyKey }).then(
      (handshake: Handshake) => {
        server.handleUpgrade(request, socket, head, (opened) => serveSocket(hub, registry, opened, handshake))
      },
      (error: unknown) => {
        const known = error instanceof RealtimeError ? error : unknownError(error)
        if (known.status >= 500) logFailure(hub, 'realtime handshake failed', { error })
        rejectUpgrade(socket, known)
      },
    )
  }
}
