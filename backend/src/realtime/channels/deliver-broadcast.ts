import type { RoomMessage } from '../cluster/cluster.ts'
import { type BroadcastFrames, createBroadcastFrames } from '../protocol/broadcast.ts'
import type { Channel, ServedRoom } from './channel.ts'
import type { Hub } from './hub.ts'
import { forEachMember } from './rooms.ts'
import { sendFrame } from './send.ts'

/** Sends a broadcast to the members of a room that may read it. */
export function deliverBroadcast(
  hub: Hub,
  room: ServedRoom,
  frames: BroadcastFrames,
  sender?: Channel,
  id?: string,
): void {
  forEachMember(room, (member) => {
    if (member === sender || !member.rights.broadcastRead) return
    const frame = frames(member.peer.version)
    if (frame) sendFrame(hub, member, frame, id)
  })
}

/** Delivers a message of the database or another process to the members in this process. */
export function deliverMessage(hub: Hub, message: RoomMessage): void {
  const room = hub.rooms.find(message)
  if (!room) return
  const { topic, event, payload, extra, meta } = message
  deliverBroadcast(
    hub,
    room,
    createBroadcastFrames(`realtime:${topic}`, { event, payload, extra, meta: meta && { ...meta } }),
    undefined,
    meta?.id,
  )
}

/** Delivers a message of the HTTP API in all processes. */
export function publishMessage(hub: Hub, message: RoomMessage): void {
  deliverMessage(hub, message)
  hub.cluster.broadcast(message)
}
