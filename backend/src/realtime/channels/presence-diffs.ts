import type { PresenceList, PresenceStore } from '../cluster/cluster.ts'
import type { Frame, Version } from '../protocol/message.ts'
import { renderTextFrame } from '../protocol/text-frames.ts'
import type { Channel, PresenceDiff, ServedRoom } from './channel.ts'
import type { Hub } from './hub.ts'
import { forEachMember } from './rooms.ts'
import { push, sendFrame } from './send.ts'

/** Diffs of a busy room are joined into one message per interval: a thousand joins would cost a million messages. */
const DIFF_INTERVAL_MS = 50

type DiffHub = Pick<Hub, 'counters' | 'meters'>
type StateHub = DiffHub & { cluster: { presence: Pick<PresenceStore, 'state'> } }

/** Sends the joins and leaves of a room to its members, at once or with others of the same interval (realtime 5). */
export function addDiff(hub: DiffHub, room: ServedRoom, diff: PresenceDiff): void {
  room.pendingDiffs.push(diff)
  room.diffCount += 1
  if (room.pendingDiffs.length > 1) return
  const delay = room.diffSentAt + DIFF_INTERVAL_MS - Date.now()
  if (delay <= 0) flushDiffs(hub, room)
  else setTimeout(() => flushDiffs(hub, room), delay)
}

function flushDiffs(hub: DiffHub, room: ServedRoom): void {
  const { pendingDiffs } = room
  const sentBefore = room.diffCount - pendingDiffs.length
  room.pendingDiffs = []
  room.diffSentAt = Date.now()
  const render = createDiffFrames(`realtime:${room.topic}`, pendingDiffs)
  forEachMember(room, (member) => {
    // In a large room, a member may have received a complete state before its turn in this loop.
    const known = Math.max(0, member.knownDiffs - sentBefore)
    if (!hearsPresence(member) || member.held || member.needsPresenceState || known >= pendingDiffs.length) return
    if (member.peer.canSkip()) sendFrame(hub, member, render(member.peer.version, known))
    else member.needsPresenceState = true
  })
}

/** Renders the diffs without the first `known` ones as one message, once for each version and number. */
function createDiffFrames(topic: string, diffs: PresenceDiff[]): (version: Version, known: number) => Frame {
  const frames = new Map<string, Frame>()
  return (version, known) => {
    const name = `${version} ${known}`
    const rendered = frames.get(name)
    if (rendered) return rendered
    const payload = mergeDiffs(diffs.slice(known))
    const frame = renderTextFrame(version, { joinRef: null, ref: null, topic, event: 'presence_diff', payload })
    frames.set(name, frame)
    return frame
  }
}

/** Sends the complete state of the room. */
export function pushPresenceState(hub: StateHub, channel: Channel): void {
  channel.needsPresenceState = false
  channel.knownDiffs = channel.room.diffCount
  if (hearsPresence(channel)) push(hub, channel, 'presence_state', hub.cluster.presence.state(channel.room))
}

function hearsPresence({ hasPresence, rights }: Channel): boolean {
  return hasPresence && rights.presenceRead
}

function mergeDiffs(diffs: PresenceDiff[]): PresenceDiff {
  const merged: PresenceDiff = { joins: {}, leaves: {} }
  for (const { joins, leaves } of diffs) {
    merge(merged.joins, joins)
    merge(merged.leaves, leaves)
  }
  return merged
}

function merge(into: PresenceList, list: PresenceList): void {
  for (const [key, { metas }] of Object.entries(list)) {
    const known = Object.hasOwn(into, key) ? into[key] : undefined
    if (known) known.metas.push(...metas)
    else Object.defineProperty(into, key, { value: { metas: [...metas] }, enumerable: true, writable: true })
  }
}
