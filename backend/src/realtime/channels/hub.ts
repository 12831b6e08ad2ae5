import type { Log } from '../../http/log.ts'
import type { Bans } from '../authorization/bans.ts'
import type { TopicRights } from '../authorization/topic-rights.ts'
import type { VerifyToken } from '../authorization/verify-token.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Replay } from '../cluster/replay.ts'
import type { AddressMeter } from '../kernel/address-meter.ts'
import type { Counters } from '../kernel/counters.ts'
import type { RateMeter } from '../kernel/rate-meter.ts'
import type { RealtimeSettings } from '../settings.ts'
import type { Rooms } from './rooms.ts'

/** Everything that the channels of a process share. */
export interface Hub {
  settings: RealtimeSettings
  log: Log
  counters: Counters
  meters: {
    /** Messages in and out. */
    messages: RateMeter
    joins: AddressMeter
    /** Messages of the HTTP API, which count as {@link messages} too. */
    posts: AddressMeter
    presence: RateMeter
  }
  rooms: Rooms
  cluster: Cluster
  changes: ChangeFeed
  replay: Replay
  /** Settles as soon as the changes of the database are streamed. */
  whenLive(): Promise<void>
  verifyToken: VerifyToken
  topicRights: TopicRights
  bans: Bans
  /** Set at shutdown: joins are rejected. */
  isClosing: boolean
}
