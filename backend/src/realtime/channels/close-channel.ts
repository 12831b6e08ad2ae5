import { renderTextFrame } from '../protocol/text-frames.ts'
import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'
import { pushSystem } from './send.ts'

/** Removes a channel from its room and socket. Sends nothing to it. */
export function removeChannel(hub: Hub, channel: Channel): void {
  const { peer, room, topic } = channel
  if (!room.members.delete(channel)) return
  peer.channels.delete(topic)
  if (peer.channels.size === 0) peer.emptySince = Date.now()
  hub.counters.channels -= 1
  channel.subscription?.close()
  if (channel.isTracked) hub.cluster.presence.untrack(room, channel.id)
  hub.rooms.leave(channel)
}

/** Removes a channel and sends `phx_close`, after which the client does not rejoin (realtime 3). */
export function closeChannel(hub: Hub, channel: Channel): void {
  removeChannel(hub, channel)
  sendEnd(channel, 'phx_close')
}

/** Removes a channel after a failure of the service and sends `phx_error`: the client rejoins. */
export function failChannel(hub: Hub, channel: Channel): void {
  removeChannel(hub, channel)
  sendEnd(channel, 'phx_error')
}

/** Ends a channel by decision of the server, with its reason as system message. */
export function endChannel(hub: Hub, channel: Channel, reason: string): void {
  channel.held = undefined
  pushSystem(hub, channel, 'system', 'error', reason)
  closeChannel(hub, channel)
}

function sendEnd({ peer, topic, joinRef }: Channel, event: 'phx_close' | 'phx_error'): void {
  peer.send(renderTextFrame(peer.version, { joinRef, ref: joinRef, topic, event, payload: {} }))
}
