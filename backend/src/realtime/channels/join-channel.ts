import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from '../authorization/verify-token.ts'
import {
  CLOSE_CODES,
  privateOnly,
  RealtimeError,
  readDenied,
  restarting,
  tokenExpired,
  tooManyChannels,
  tooManyJoins,
  topicNameRequired,
  topicNameTooLong,
  unknownError,
} from '../errors.ts'
import { type JoinConfig, parseJoinPayload } from '../protocol/join-payload.ts'
import { type ClientMessage, NAME_LIMIT_BYTES } from '../protocol/message.ts'
import { ALL_RIGHTS, createChannel, type Peer, type Rights } from './channel.ts'
import { closeChannel } from './close-channel.ts'
import type { Hub } from './hub.ts'
import { logFailure } from './log-failure.ts'
import { openChannel } from './open-channel.ts'
import { parseReplay } from './replay-messages.ts'
import { reply } from './send.ts'

/** Slows down clients that repeat a rejected join. */
const REJECTION_DELAY_MS = 200

/** Joins a socket to a channel, in the order of the contract (realtime 3.1). */
export async function joinChannel(hub: Hub, peer: Peer, message: ClientMessage): Promise<void> {
  const old = peer.channels.get(message.topic)
  if (old) closeChannel(hub, old)
  peer.joining += 1
  try {
    await join(hub, peer, message)
  } catch (error) {
    await rejectJoin(hub, peer, message, error)
  } finally {
    peer.joining -= 1
  }
}

async function join(hub: Hub, peer: Peer, message: ClientMessage): Promise<void> {
  const { topic, joinRef, payload } = message
  const sub = topic.slice('realtime:'.length)
  requireLimits(hub, peer, topic, sub)
  const { config, token } = parseJoinPayload(payload)
  const identity = token === undefined ? requireFresh(peer.identity) : await hub.verifyToken(token)
  await hub.bans.requireNotBanned(identity)
  const rights = await findRights(hub, peer, { sub, config, identity })
  const replay = parseReplay(config)
  if (!peer.isOpen()) return
  const room = hub.rooms.get({ topic: sub, private: config.isPrivate })
  const channel = createChannel({ peer, topic, sub, joinRef, config, identity, rights, room }, Date.now())
  await openChannel(hub, channel, message, replay)
}

function requireLimits({ settings, meters, isClosing }: Hub, peer: Peer, topic: string, sub: string): void {
  if (isClosing) throw restarting()
  if (sub === '') throw topicNameRequired()
  if (Buffer.byteLength(topic) > NAME_LIMIT_BYTES) throw topicNameTooLong()
  if (meters.joins.exceeds(peer.address, settings.maxJoinsPerSecond)) throw tooManyJoins()
  meters.joins.add(peer.address)
  if (peer.channels.size + peer.joining > settings.maxChannelsPerConnection) throw tooManyChannels()
}

/** The token of the connection may have expired since the handshake. */
function requireFresh(identity: Identity): Identity {
  const { expiresAt } = identity
  if (expiresAt !== undefined && expiresAt <= Date.now() / 1000) throw tokenExpired(expiresAt, Date.now())
  return identity
}

async function findRights(
  { settings, topicRights }: Hub,
  { headers }: Peer,
  { sub, config, identity }: { sub: string; config: JoinConfig; identity: Identity },
): Promise<Rights> {
  if (!config.isPrivate) {
    if (settings.isPrivateOnly) throw privateOnly()
    return ALL_RIGHTS
  }
  const scope = { topic: sub, claims: identity.claims, headers }
  const read = await topicRights.read(scope, config.presence.enabled)
  if (!read.broadcast && !read.presence) throw readDenied(sub)
  return {
    broadcastRead: read.broadcast,
    presenceRead: read.presence,
    broadcastWrite: undefined,
    presenceWrite: undefined,
  }
}

function explain({ isClosing }: Hub, error: unknown): RealtimeError {
  if (isClosing) return restarting()
  return error instanceof RealtimeError ? error : unknownError(error)
}

async function rejectJoin(hub: Hub, peer: Peer, message: ClientMessage, error: unknown): Promise<void> {
  const known = explain(hub, error)
  if (known.status >= 500) logFailure(hub, 'realtime join failed', { topic: message.topic, error })
  await sleep(REJECTION_DELAY_MS)
  reply(peer, message, 'error', { reason: known.reason })
  if (known.code === tooManyJoins().code) peer.close(CLOSE_CODES.reconnect, known.message)
}
