import * as v from 'valibot'
import type { Identity } from '../authorization/verify-token.ts'
import { RealtimeError } from '../errors.ts'
import { isToken } from '../protocol/join-payload.ts'
import type { Channel } from './channel.ts'
import { checkReadRights } from './check-channels.ts'
import { endChannel } from './close-channel.ts'
import type { Hub } from './hub.ts'

const Payload = v.object({ access_token: v.unknown() })

/** Replaces the token of a live channel (realtime 9). Sends no reply. */
export function acceptToken(hub: Hub, channel: Channel, payload: unknown): Promise<void> | undefined {
  const parsed = v.safeParse(Payload, payload)
  const token = parsed.success ? parsed.output.access_token : undefined
  if (!isToken(token) || token === channel.identity.token) return undefined
  return replaceToken(hub, channel, token)
}

async function replaceToken(hub: Hub, channel: Channel, token: string): Promise<void> {
  let identity: Identity
  try {
    identity = await hub.verifyToken(token)
    await hub.bans.requireNotBanned(identity)
  } catch (error) {
    // A failure of the server does not make the token invalid, so the client may rejoin.
    if (!(error instanceof RealtimeError) || error.status >= 500) throw error
    if (channel.room.members.has(channel)) endChannel(hub, channel, error.message)
    return
  }
  if (!channel.room.members.has(channel)) return
  channel.identity = identity
  channel.subscription?.replaceClaims(identity.claims)
  await checkReadRights(hub, channel)
}
