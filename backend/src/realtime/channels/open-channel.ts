import { setTimeout as sleep } from 'node:timers/promises'
import { changesRejected, changesTimeout, type RealtimeError } from '../errors.ts'
import type { ClientMessage, Frame } from '../protocol/message.ts'
import type { Channel } from './channel.ts'
import { endChannel, removeChannel } from './close-channel.ts'
import type { Hub } from './hub.ts'
import { pushPresenceState } from './presence-diffs.ts'
import { loadReplay, type ReplayRange } from './replay-messages.ts'
import { pushSystem, reply, sendFrame } from './send.ts'
import { listReplyEntries, subscribeChanges } from './subscribe-changes.ts'

/** The maximum wait for the stream of changes. */
const REPLICATION_TIMEOUT_MS = 10_000

/** Adds an authorised channel to its room, subscribes its changes and replies to the join. */
export async function openChannel(
  hub: Hub,
  channel: Channel,
  message: ClientMessage,
  range: ReplayRange | undefined,
): Promise<void> {
  const { peer, room, topic, config } = channel
  room.members.add(channel)
  peer.channels.set(topic, channel)
  hub.counters.channels += 1
  let replayed: Frame[]
  try {
    replayed = await loadReplay(hub, channel, range)
  } catch (error) {
    removeChannel(hub, channel)
    throw error
  }
  if (!room.members.has(channel)) return
  const waitMs = config.postgresChanges.length > 0 ? config.postgresChangesWaitMs : undefined
  const entries = listReplyEntries(config)
  const accept = () => acceptJoin(hub, channel, message, { replayed, entries })
  if (waitMs === undefined) {
    subscribeChanges(hub, channel, entries, () => {})
    accept()
    return
  }
  const reject = (error: RealtimeError) => {
    removeChannel(hub, channel)
    reply(peer, message, 'error', { reason: error.reason })
  }
  acceptWhenSubscribed(hub, channel, entries, { waitMs, accept, reject })
}

interface Wait {
  waitMs: number
  accept(): void
  reject(error: RealtimeError): void
}

/** Replies only when the changes are subscribed, as the option `wait` of the client requests. */
function acceptWhenSubscribed(
  hub: Hub,
  channel: Channel,
  entries: ReturnType<typeof listReplyEntries>,
  { waitMs, accept, reject }: Wait,
): void {
  let isSettled = false
  const settle = (answer: () => void) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    if (channel.room.members.has(channel)) answer()
  }
  const timer = setTimeout(() => settle(() => reject(changesTimeout())), waitMs)
  subscribeChanges(hub, channel, entries, (status, message) =>
    settle(() => (status === 'ok' ? accept() : reject(changesRejected(message)))),
  )
}

interface Accepted {
  replayed: Frame[]
  entries: ReturnType<typeof listReplyEntries>
}

function acceptJoin(hub: Hub, channel: Channel, message: ClientMessage, { replayed, entries }: Accepted): void {
  const { peer } = channel
  const held = channel.held ?? []
  channel.held = undefined
  reply(peer, message, 'ok', { postgres_changes: entries })
  if (channel.hasPresence) pushPresenceState(hub, channel)
  for (const frame of replayed) sendFrame(hub, channel, frame)
  for (const { frame, id } of held) sendFrame(hub, channel, frame, id)
  if (channel.config.broadcast.isReplicationReady) void reportReplication(hub, channel)
}

/** Notifies a channel when messages of the database reach it (realtime 3.2). */
async function reportReplication(hub: Hub, channel: Channel): Promise<void> {
  const isLive = await Promise.race([hub.whenLive().then(() => true), sleep(REPLICATION_TIMEOUT_MS, false)])
  if (!channel.room.members.has(channel)) return
  if (isLive) pushSystem(hub, channel, 'system', 'ok', 'Replication connection established')
  else endChannel(hub, channel, 'Replication connection was not established in time')
}
