import { readRevoked, tokenExpired } from '../errors.ts'
import type { Channel, Peer } from './channel.ts'
import { endChannel } from './close-channel.ts'
import type { Hub } from './hub.ts'
import { logFailure } from './log-failure.ts'
import { pushPresenceState } from './presence-diffs.ts'

/** A refreshed token may still be on its way when the old one expires. */
const EXPIRY_GRACE_MS = 5_000

/** Ends the channels of a socket whose tokens have expired, and re-checks the rights of the others (realtime 9). */
export function checkChannels(hub: Hub, peer: Peer, nowMs: number): void {
  for (const channel of peer.channels.values()) {
    // Work in progress may be a new token.
    if (peer.waiting.has(channel.topic) || channel.held) continue
    const { expiresAt } = channel.identity
    if (expiresAt !== undefined && expiresAt * 1000 + EXPIRY_GRACE_MS <= nowMs) {
      endChannel(hub, channel, tokenExpired(expiresAt, nowMs).message)
      continue
    }
    if (channel.needsPresenceState && peer.canSkip()) pushPresenceState(hub, channel)
    if (nowMs - channel.checkedAt < hub.settings.tokenCheckIntervalMs) continue
    void checkReadRights(hub, channel).catch((error: unknown) => {
      logFailure(hub, 'rights of a realtime channel could not be checked', { topic: channel.topic, error })
    })
  }
}

/** Evaluates the rights of a private channel again, and ends it when it has lost a right to read. */
export async function checkReadRights(hub: Hub, channel: Channel): Promise<void> {
  const { sub, identity, peer, room, rights } = channel
  channel.checkedAt = Date.now()
  if (!room.private) return
  const scope = { topic: sub, claims: identity.claims, headers: peer.headers }
  // `track` may switch presence on while this waits, and checks the right itself.
  const { hasPresence } = channel
  const read = await hub.topicRights.read(scope, hasPresence)
  if (!room.members.has(channel)) return
  const presenceRead = hasPresence ? read.presence : rights.presenceRead
  const isRevoked = (rights.broadcastRead && !read.broadcast) || (rights.presenceRead && !presenceRead)
  if (isRevoked) {
    endChannel(hub, channel, readRevoked(sub))
    return
  }
  channel.rights = {
    broadcastRead: read.broadcast,
    presenceRead,
    broadcastWrite: undefined,
    presenceWrite: undefined,
  }
  // Without the state, clients ignore all diffs.
  if (presenceRead && !rights.presenceRead) pushPresenceState(hub, channel)
}
