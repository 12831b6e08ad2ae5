import * as v from 'valibot'
import { TOO_MANY_MESSAGES } from '../errors.ts'
import { type Broadcast, createBroadcastFrames } from '../protocol/broadcast.ts'
import { type BroadcastPush, type ClientMessage, NAME_LIMIT_BYTES } from '../protocol/message.ts'
import { parseJson } from '../protocol/parse-json.ts'
import type { Channel } from './channel.ts'
import { endChannel } from './close-channel.ts'
import { deliverBroadcast } from './deliver-broadcast.ts'
import { exceedsShare } from './exceeds-share.ts'
import type { Hub } from './hub.ts'
import { reply } from './send.ts'

const Body = v.looseObject({ event: v.string(), payload: v.optional(v.unknown()) })

/** Handles a broadcast of a socket (realtime 4). */
export function receiveBroadcast(hub: Hub, channel: Channel, message: ClientMessage): Promise<void> | undefined {
  if (exceedsShare(hub, channel.peer, 'broadcasts')) {
    endChannel(hub, channel, TOO_MANY_MESSAGES)
    return undefined
  }
  const broadcast = message.push ? readPush(message.push) : readBody(message.payload)
  if (!broadcast || Buffer.byteLength(broadcast.event) > NAME_LIMIT_BYTES) {
    drop(hub, channel, message, { reason: 'malformed broadcast' })
    return undefined
  }
  if (measurePayload(message, broadcast) > hub.settings.maxPayloadBytes) {
    drop(hub, channel, message, 'payload_size_exceeded')
    return undefined
  }
  if (channel.rights.broadcastWrite === undefined) return sendAfterCheck(hub, channel, message, broadcast)
  send(hub, channel, message, broadcast)
  return undefined
}

function readPush({ event, encoding, payload }: BroadcastPush): Broadcast | undefined {
  if (encoding === 'bytes') return { event, payload }
  // Clients fail on malformed JSON, so it is not passed on.
  const value = parseJson(payload.toString())
  return value === undefined ? undefined : { event, payload: value }
}

function readBody(body: unknown): Broadcast | undefined {
  const parsed = v.safeParse(Body, body)
  if (!parsed.success) return undefined
  const { event, payload, type: _type, ...extra } = parsed.output
  return { event, payload, extra: Object.keys(extra).length > 0 ? extra : undefined }
}

function measurePayload({ push }: ClientMessage, { payload, extra }: Broadcast): number {
  if (push) return push.payload.length
  // Fields beside the payload are passed on as well.
  const beside = extra ? JSON.stringify(extra) : ''
  return Buffer.byteLength((JSON.stringify(payload) ?? '') + beside)
}

async function sendAfterCheck(hub: Hub, channel: Channel, message: ClientMessage, broadcast: Broadcast): Promise<void> {
  const { sub, identity, peer, room } = channel
  const scope = { topic: sub, claims: identity.claims, headers: peer.headers }
  const canWrite = await hub.topicRights.canWrite(scope, 'broadcast')
  // After the wait, because the regular check of the rights replaces them in the meantime.
  channel.rights.broadcastWrite = canWrite
  if (room.members.has(channel)) send(hub, channel, message, broadcast)
}

function send(hub: Hub, channel: Channel, message: ClientMessage, broadcast: Broadcast): void {
  const { room, config, rights, topic, sub } = channel
  if (!rights.broadcastWrite) {
    drop(hub, channel, message, {
      reason: `Unauthorized: You do not have permissions to write to this Channel topic: ${sub}`,
    })
    return
  }
  deliverBroadcast(hub, room, createBroadcastFrames(topic, broadcast), config.broadcast.self ? undefined : channel)
  const { event, payload, extra } = broadcast
  hub.cluster.broadcast({ topic: sub, private: room.private, event, payload, extra })
  if (config.broadcast.ack) reply(channel.peer, message, 'ok')
}

function drop(hub: Hub, channel: Channel, message: ClientMessage, response: unknown): void {
  hub.counters.dropped += 1
  if (channel.config.broadcast.ack) reply(channel.peer, message, 'error', response)
}
