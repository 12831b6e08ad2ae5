import * as v from 'valibot'
import { TOO_MANY_PRESENCE_CALLS, TOO_MANY_PRESENCE_MESSAGES, TRACK_TOO_LARGE } from '../errors.ts'
import type { ClientMessage } from '../protocol/message.ts'
import type { Channel } from './channel.ts'
import { endChannel } from './close-channel.ts'
import { exceedsShare } from './exceeds-share.ts'
import type { Hub } from './hub.ts'
import { pushPresenceState } from './presence-diffs.ts'
import { reply } from './send.ts'

const Call = v.object({ event: v.pipe(v.string(), v.toLowerCase()), payload: v.optional(v.unknown()) })
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Handles `track` and `untrack` (realtime 5). */
export function receivePresence(hub: Hub, channel: Channel, message: ClientMessage): Promise<void> | undefined {
  const excess = countCall(hub, channel)
  if (excess !== undefined) {
    endChannel(hub, channel, excess)
    return undefined
  }
  const parsed = v.safeParse(Call, message.payload)
  const event = parsed.success ? parsed.output.event : undefined
  if (event === 'untrack') {
    if (channel.isTracked) hub.cluster.presence.untrack(channel.room, channel.id)
    channel.isTracked = false
    reply(channel.peer, message, 'ok')
    return undefined
  }
  if (event !== 'track' || !parsed.success) {
    reply(channel.peer, message, 'error')
    return undefined
  }
  return track(hub, channel, message, parsed.output.payload)
}

/** Returns the reason to end the channel when it calls too often. */
function countCall(hub: Hub, channel: Channel): string | undefined {
  const { settings, meters } = hub
  meters.presence.add()
  if (exceedsShare(hub, channel.peer, 'presence')) return TOO_MANY_PRESENCE_MESSAGES
  const now = Date.now()
  channel.presenceCalls = channel.presenceCalls.filter((time) => time > now - settings.presenceCallsWindowMs)
  channel.presenceCalls.push(now)
  return channel.presenceCalls.length > settings.maxPresenceCalls ? TOO_MANY_PRESENCE_CALLS : undefined
}

function track(hub: Hub, channel: Channel, message: ClientMessage, payload: unknown): Promise<void> | undefined {
  if (!isMap(payload)) {
    reply(channel.peer, message, 'error', { reason: 'Presence track payload must be a map' })
    return undefined
  }
  // The key is sent with each presence.
  if (Buffer.byteLength(JSON.stringify(payload) + channel.presenceKey) > hub.settings.maxPayloadBytes) {
    endChannel(hub, channel, TRACK_TOO_LARGE)
    return undefined
  }
  const isKnown = channel.rights.presenceWrite !== undefined && channel.hasPresence
  if (!isKnown) return trackAfterChecks(hub, channel, message, payload)
  setPresence(hub, channel, message, payload)
  return undefined
}

async function trackAfterChecks(
  hub: Hub,
  channel: Channel,
  message: ClientMessage,
  payload: Record<string, unknown>,
): Promise<void> {
  const { sub, identity, peer, room } = channel
  const scope = { topic: sub, claims: identity.claims, headers: peer.headers }
  const read = room.private && !channel.hasPresence ? await hub.topicRights.read(scope, true) : undefined
  const presenceWrite = channel.rights.presenceWrite ?? (await hub.topicRights.canWrite(scope, 'presence'))
  // Read now, because the regular check of the rights replaces them in the meantime.
  const { rights } = channel
  if (read) rights.presenceRead = read.presence
  rights.presenceWrite = presenceWrite
  if (room.members.has(channel)) setPresence(hub, channel, message, payload)
}

function setPresence(hub: Hub, channel: Channel, message: ClientMessage, payload: Record<string, unknown>): void {
  const { room, peer, rights, id, presenceKey } = channel
  if (!rights.presenceWrite) {
    reply(peer, message, 'error')
    return
  }
  reply(peer, message, 'ok')
  if (!channel.hasPresence) {
    channel.hasPresence = true
    pushPresenceState(hub, channel)
  }
  channel.isTracked = true
  hub.cluster.presence.track(room, { id, key: presenceKey }, payload)
}
