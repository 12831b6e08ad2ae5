import { randomUUID } from 'node:crypto'
import type { Identity } from '../authorization/verify-token.ts'
import type { Subscription } from '../changes/change-feed.ts'
import type { PresenceList, Room } from '../cluster/cluster.ts'
import type { RateMeter } from '../kernel/rate-meter.ts'
import type { JoinConfig } from '../protocol/join-payload.ts'
import type { ClientMessage, Frame, Ref, Version } from '../protocol/message.ts'

/** The messages whose number the process limits. Each socket gets a share of the limit. */
export type Shared = 'broadcasts' | 'changes' | 'presence'

/** A socket as its channels see it. */
export interface Peer {
  version: Version
  /** The key of the connection. */
  identity: Identity
  /** The request headers that policies may read. */
  headers: Record<string, string>
  /** By topic. */
  channels: Map<string, Channel>
  /** Messages that wait for the asynchronous work of an earlier one, by topic. */
  waiting: Map<string, ClientMessage[]>
  /** The number of joins in progress. */
  joining: number
  /** The client address, or its network for IPv6. */
  address: string
  /** Counts the limited messages that this socket has sent and received. Empty before the first one. */
  meters: Partial<Record<Shared, RateMeter>>
  /** The time when the last channel was closed, or the socket opened. */
  emptySince: number
  isOpen(): boolean
  send(frame: Frame): void
  /** Returns true when the backlog of the socket has room for messages that may be skipped. */
  canSkip(): boolean
  pause(): void
  resume(): void
  close(code: number, reason: string): void
}

export interface PresenceDiff {
  joins: PresenceList
  leaves: PresenceList
}

/** A room that has members in this process. */
export interface ServedRoom extends Room {
  members: Set<Channel>
  /** Joins and leaves that wait for the next presence_diff. */
  pendingDiffs: PresenceDiff[]
  /** The number of joins and leaves so far, including pending ones. */
  diffCount: number
  diffSentAt: number
  /** Deliveries that wait for a longer one; undefined when none is running. */
  deliveries: (() => void)[] | undefined
}

/** Rights on a private topic. Write rights are checked on first use. */
export interface Rights {
  broadcastRead: boolean
  presenceRead: boolean
  broadcastWrite: boolean | undefined
  presenceWrite: boolean | undefined
}

/** One join of a socket to a topic. */
export interface Channel {
  /** Unique to the join. */
  id: string
  peer: Peer
  /** With the prefix `realtime:`. */
  topic: string
  /** The topic without its prefix. */
  sub: string
  joinRef: Ref
  config: JoinConfig
  identity: Identity
  rights: Rights
  room: ServedRoom
  presenceKey: string
  hasPresence: boolean
  isTracked: boolean
  /** The times of the latest presence calls, in milliseconds. */
  presenceCalls: number[]
  /** A diff was skipped because the socket is slow: the next one is a complete state. */
  needsPresenceState: boolean
  /** The number of diffs of the room that its latest presence_state contains. */
  knownDiffs: number
  subscription: Subscription | undefined
  /** Messages that wait for the reply of the join; undefined after it. */
  held: HeldFrame[] | undefined
  /** Ids of the replayed messages, whose live copies are suppressed. */
  replayed: Set<string> | undefined
  /** The time of the last check of token and rights, in milliseconds. */
  checkedAt: number
}

export interface HeldFrame {
  frame: Frame
  /** The id of a stored message. */
  id: string | undefined
}

export const ALL_RIGHTS: Rights = {
  broadcastRead: true,
  presenceRead: true,
  broadcastWrite: true,
  presenceWrite: true,
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Given = Pick<Channel, 'peer' | 'topic' | 'sub' | 'joinRef' | 'config' | 'identity' | 'rights' | 'room'>

export function createChannel(given: Given, nowMs: number): Channel {
  return {
    ...given,
    id: randomUUID(),
    presenceKey: choosePresenceKey(given),
    hasPresence: given.config.presence.enabled,
    isTracked: false,
    presenceCalls: [],
    needsPresenceState: false,
    knownDiffs: 0,
    subscription: undefined,
    held: [],
    replayed: undefined,
    checkedAt: nowMs,
  }
}

/** In a private channel no member can appear under the id of another one (realtime 5). */
function choosePresenceKey({ config, identity, room }: Given): string {
  const { key } = config.presence
  if (key === '') return randomUUID()
  return room.private && UUID.test(key) ? (identity.claims.sub ?? key) : key
}
