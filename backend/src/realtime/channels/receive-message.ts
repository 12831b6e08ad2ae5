import type { ClientMessage } from '../protocol/message.ts'
import { acceptToken } from './accept-token.ts'
import type { Channel, Peer } from './channel.ts'
import { closeChannel, failChannel } from './close-channel.ts'
import type { Hub } from './hub.ts'
import { joinChannel } from './join-channel.ts'
import { logFailure } from './log-failure.ts'
import { receiveBroadcast } from './receive-broadcast.ts'
import { receivePresence } from './receive-presence.ts'
import { reply } from './send.ts'

const PREFIX = 'realtime:'
/** The number of waiting messages of one topic above which the socket is not read. */
const MAX_WAITING = 100

/** Handles a message of a socket. Messages of one topic are handled one after the other (realtime 3). */
export function receiveMessage(hub: Hub, peer: Peer, message: ClientMessage): void {
  const { topic, event } = message
  if (topic === 'phoenix' && event === 'heartbeat') {
    reply(peer, { ...message, joinRef: null }, 'ok')
    return
  }
  if (!topic.startsWith(PREFIX)) {
    replyUnmatched(peer, message)
    return
  }
  const waiting = peer.waiting.get(topic)
  if (waiting) {
    waiting.push(message)
    if (waiting.length > MAX_WAITING) peer.pause()
    return
  }
  const work = handle(hub, peer, message)
  if (work !== undefined) void finish(hub, peer, topic, work)
}

/** Waits for the work of a message, then handles those that arrived in the meantime. */
async function finish(hub: Hub, peer: Peer, topic: string, work: Promise<void>): Promise<void> {
  const waiting: ClientMessage[] = []
  peer.waiting.set(topic, waiting)
  await settle(hub, peer, topic, work)
  for (let next = waiting.shift(); next && peer.isOpen(); next = waiting.shift()) {
    const more = handle(hub, peer, next)
    if (more !== undefined) await settle(hub, peer, topic, more)
  }
  peer.waiting.delete(topic)
  peer.resume()
}

/** An unexpected error is our fault: the channel fails and the client rejoins. */
async function settle(hub: Hub, peer: Peer, topic: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    logFailure(hub, 'realtime message failed', { topic, error })
    const channel = peer.channels.get(topic)
    if (channel) failChannel(hub, channel)
  }
}

/** Returns a promise when the message needs asynchronous work. */
function handle(hub: Hub, peer: Peer, message: ClientMessage): Promise<void> | undefined {
  const { topic, event, joinRef } = message
  const channel = peer.channels.get(topic)
  if (event === 'phx_join') return joinChannel(hub, peer, message)
  if (!channel) {
    if (event === 'phx_leave') reply(peer, message, 'ok')
    else replyUnmatched(peer, message)
    return undefined
  }
  // Binary frames hold a number as text.
  if (joinRef !== null && String(joinRef) !== String(channel.joinRef)) return undefined
  return handleEvent(hub, channel, message)
}

function handleEvent(hub: Hub, channel: Channel, message: ClientMessage): Promise<void> | undefined {
  switch (message.event) {
    case 'phx_leave':
      reply(channel.peer, message, 'ok')
      closeChannel(hub, channel)
      return undefined
    case 'access_token':
      return acceptToken(hub, channel, message.payload)
    case 'broadcast':
      return receiveBroadcast(hub, channel, message)
    case 'presence':
      return receivePresence(hub, channel, message)
    default:
      hub.counters.dropped += 1
      return undefined
  }
}

function replyUnmatched(peer: Peer, message: ClientMessage): void {
  reply(peer, { ...message, joinRef: null }, 'error', { reason: 'unmatched topic' })
}
