import type { PresenceList } from '../cluster/cluster.ts'
import type { Frame, Version } from '../protocol/message.ts'
import { renderTextFrame } from '../protocol/text-frames.ts'
import type { Channel, ServedRoom } from './channel.ts'
import type { Hub } from './hub.ts'
import { forEachMember } from './rooms.ts'
import { push, sendFrame } from './send.ts'

/** Diffs of a busy room are joined into one message per interval: a thousand joins would cost a million messages. */
const DIFF_INTERVAL_MS = 50

/** Sends the joins and leaves of a room to its members, at once or with others of the same interval (realtime 5). */
export function addDiff(hub: Hub, room: ServedRoom, joins: PresenceList, leaves: PresenceList): void {
  if (room.pendingDiff) {
    merge(room.pendingDiff.joins, joins)
    merge(room.pendingDiff.leaves, leaves)
    return
  }
  room.pendingDiff = { joins, leaves }
  const delay = room.diffSentAt + DIFF_INTERVAL_MS - Date.now()
  if (delay <= 0) flushDiff(hub, room)
  else setTimeout(() => flushDiff(hub, room), delay)
}

/** Sends the pending diff of a room now. */
export function flushDiff(hub: Hub, room: ServedRoom): void {
  const diff = room.pendingDiff
  if (!diff) return
  room.pendingDiff = undefined
  room.diffSentAt = Date.now()
  const topic = `realtime:${room.topic}`
  const frames = new Map<Version, Frame>()
  const render = (version: Version) => {
    const message = { joinRef: null, ref: null, topic, event: 'presence_diff', payload: diff }
    const frame = frames.get(version) ?? renderTextFrame(version, message)
    frames.set(version, frame)
    return frame
  }
  forEachMember(room, (member) => {
    if (!hearsPresence(member) || member.held || member.needsPresenceState) return
    if (member.peer.canSkip()) sendFrame(hub, member, render(member.peer.version))
    else member.needsPresenceState = true
  })
}

/** Sends the complete state of the room. */
export function pushPresenceState(hub: Hub, channel: Channel): void {
  channel.needsPresenceState = false
  if (hearsPresence(channel)) push(hub, channel, 'presence_state', hub.cluster.presence.state(channel.room))
}

function hearsPresence({ hasPresence, rights }: Channel): boolean {
  return hasPresence && rights.presenceRead
}

function merge(into: PresenceList, list: PresenceList): void {
  for (const [key, { metas }] of Object.entries(list)) {
    const known = Object.hasOwn(into, key) ? into[key] : undefined
    if (known) known.metas.push(...metas)
    else Object.defineProperty(into, key, { value: { metas: [...metas] }, enumerable: true, writable: true })
  }
}
