import * as v from 'valibot'
import type { RoomMessage } from '../cluster/cluster.ts'
import { replayFailed, replayInvalid, replayNotAllowed } from '../errors.ts'
import { createBroadcastFrames } from '../protocol/broadcast.ts'
import type { JoinConfig } from '../protocol/join-payload.ts'
import type { Frame } from '../protocol/message.ts'
import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'

const MAX_MESSAGES = 25
/** The last time of JavaScript, which PostgreSQL can represent as well. */
const MAX_TIME_MS = 8_640_000_000_000_000

const ReplayOption = v.object({
  since: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_MS)),
  limit: v.nullish(
    v.pipe(
      v.number(),
      v.integer(),
      v.transform((limit) => Math.min(Math.max(limit, 1), MAX_MESSAGES)),
    ),
    MAX_MESSAGES,
  ),
})

/** The stored messages that a join requests: the newest `limit` since a time in milliseconds. */
export type ReplayRange = v.InferOutput<typeof ReplayOption>

/** Reads the replay option of a join. Throws for public channels and invalid parameters (realtime 4). */
export function parseReplay({ broadcast, isPrivate }: JoinConfig): ReplayRange | undefined {
  if (broadcast.replay === undefined) return undefined
  if (!isPrivate) throw replayNotAllowed()
  const parsed = v.safeParse(ReplayOption, broadcast.replay)
  if (!parsed.success) throw replayInvalid()
  return parsed.output
}

/** Reads the stored messages of a channel, oldest first. Suppresses their live copies from then on. */
export async function loadReplay(hub: Hub, channel: Channel, range: ReplayRange | undefined): Promise<Frame[]> {
  if (!range || !channel.rights.broadcastRead) return []
  const { since, limit } = range
  const messages = await hub.replay(channel.sub, since, limit, channel.identity.claims).catch((error: unknown) => {
    throw replayFailed(error)
  })
  channel.replayed = new Set(messages.flatMap(({ meta }) => (meta ? [meta.id] : [])))
  return messages.flatMap((message) => renderReplayed(channel, message))
}

function renderReplayed({ topic, peer }: Channel, { event, payload, meta }: RoomMessage): Frame[] {
  const replayed = meta ? { replayed: true, id: meta.id } : undefined
  const frame = createBroadcastFrames(topic, { event, payload, meta: replayed })(peer.version)
  return frame ? [frame] : []
}
