import type { ClientMessage, Frame } from '../protocol/message.ts'
import { renderTextFrame } from '../protocol/text-frames.ts'
import type { Channel, Peer } from './channel.ts'
import type { Hub } from './hub.ts'

/** Totals of the process to which sent messages are added. */
type Meters = Pick<Hub, 'counters' | 'meters'>

/** Sends a frame to a channel, or queues it until the reply to the join is sent. `id` is the id of a stored message. */
export function sendFrame({ counters, meters }: Meters, channel: Channel, frame: Frame, id?: string): void {
  if (channel.held) {
    channel.held.push({ frame, id })
    return
  }
  if (id !== undefined && channel.replayed?.has(id)) return
  counters.messagesOut += 1
  meters.messages.add()
  channel.peer.send(frame)
}

/** Sends an event to one channel. */
export function push(hub: Meters, channel: Channel, event: string, payload: unknown): void {
  const { topic, joinRef } = channel
  sendFrame(hub, channel, renderTextFrame(channel.peer.version, { joinRef, ref: null, topic, event, payload }))
}

export function reply(peer: Peer, message: ClientMessage, status: 'ok' | 'error', response: unknown = {}): void {
  const { joinRef, ref, topic } = message
  peer.send(renderTextFrame(peer.version, { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))
}

type Extension = 'system' | 'postgres_changes'

/** Sends a system message (realtime 3.2). */
export function pushSystem(
  hub: Hub,
  channel: Channel,
  extension: Extension,
  status: 'ok' | 'error',
  message: string,
): void {
  push(hub, channel, 'system', { extension, status, message, channel: channel.sub })
}
