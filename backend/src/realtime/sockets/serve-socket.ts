import { type RawData, WebSocket } from 'ws'
import type { Peer } from '../channels/channel.ts'
import { removeChannel } from '../channels/close-channel.ts'
import type { Hub } from '../channels/hub.ts'
import { receiveMessage } from '../channels/receive-message.ts'
import { CLOSE_CODES } from '../errors.ts'
import { parseBroadcastPush } from '../protocol/binary-frames.ts'
import type { ClientMessage, Version } from '../protocol/message.ts'
import { parseTextFrame } from '../protocol/text-frames.ts'
import type { Handshake } from './handshake.ts'
import type { LiveSocket, SocketRegistry } from './socket-registry.ts'

const MIB = 1024 * 1024
/** Beyond this backlog a socket gets no messages that may be skipped (realtime 13). */
const SKIP_BYTES = MIB
/** Beyond this backlog a socket is closed at once. */
const FULL_BYTES = 16 * MIB

/** Serves an open socket until it closes. */
export function serveSocket(hub: Hub, registry: SocketRegistry, socket: WebSocket, handshake: Handshake): void {
  const peer = createPeer(hub, socket, handshake)
  const live: LiveSocket = { socket, peer, address: handshake.address, heardAt: Date.now(), slowSince: undefined }
  registry.add(live)
  hub.counters.connections += 1
  socket.on('message', (data, isBinary) => {
    live.heardAt = Date.now()
    receiveFrame(hub, peer, toBuffer(data), isBinary)
  })
  socket.on('ping', () => {
    live.heardAt = Date.now()
  })
  // Frames that are too large or malformed: ws closes the socket with the code that fits.
  socket.on('error', (error) => hub.log.debug('realtime socket failed', { error }))
  socket.on('close', () => {
    for (const channel of [...peer.channels.values()]) removeChannel(hub, channel)
    registry.remove(live)
    hub.counters.connections -= 1
  })
}

function createPeer(hub: Hub, socket: WebSocket, { version, identity, headers, address }: Handshake): Peer {
  const isOpen = () => socket.readyState === WebSocket.OPEN
  const close: Peer['close'] = (code, reason) => socket.close(code, reason)
  return {
    version,
    identity,
    headers,
    channels: new Map(),
    waiting: new Map(),
    joining: 0,
    address,
    meters: {},
    emptySince: Date.now(),
    isOpen,
    send: ({ data, isBinary }) => {
      if (!isOpen()) return
      if (socket.bufferedAmount <= FULL_BYTES) {
        socket.send(data, { binary: isBinary })
        return
      }
      hub.counters.dropped += 1
      close(CLOSE_CODES.slow, 'Too slow')
    },
    canSkip: () => socket.bufferedAmount <= SKIP_BYTES,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close,
  }
}

/** Handles a frame. One that does not parse is dropped (realtime 1). */
function receiveFrame(hub: Hub, peer: Peer, data: Buffer, isBinary: boolean): void {
  hub.counters.messagesIn += 1
  hub.meters.messages.add()
  const message = parseFrame(peer.version, data, isBinary)
  if (message) {
    receiveMessage(hub, peer, message)
    return
  }
  hub.counters.dropped += 1
  hub.log.debug('malformed realtime frame', { bytes: data.length, isBinary })
}

function parseFrame(version: Version, data: Buffer, isBinary: boolean): ClientMessage | undefined {
  if (!isBinary) return parseTextFrame(version, data.toString())
  return version === '2.0.0' ? parseBroadcastPush(data) : undefined
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
