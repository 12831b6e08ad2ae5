import * as v from 'valibot'
import { parseSettings } from '../http/parse-settings.ts'

const Count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'must be a whole number of at least 1'), v.transform(Number))
/** Timers wait for at most 24 days. A longer delay would end at once. */
const Seconds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number of seconds from 1 to 999999'),
  v.transform(Number),
)
const Flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)

const Environment = v.object({
  REALTIME_MAX_CONNECTIONS: v.optional(Count, '2000'),
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: v.optional(Count, '200'),
  REALTIME_MAX_JOINS_PER_SECOND: v.optional(Count, '100'),
  REALTIME_MAX_CHANNELS_PER_CONNECTION: v.optional(Count, '100'),
  REALTIME_MAX_MESSAGES_PER_SECOND: v.optional(Count, '1000'),
  REALTIME_MAX_PAYLOAD_KB: v.optional(Count, '3000'),
  REALTIME_MAX_PRESENCE_MESSAGES_PER_SECOND: v.optional(Count, '1000'),
  REALTIME_MAX_PRESENCE_CALLS: v.optional(Count, '20'),
  REALTIME_PRESENCE_CALLS_WINDOW: v.optional(Count, '10'),
  REALTIME_MAX_CHANGE_BYTES: v.optional(Count, String(1024 * 1024)),
  REALTIME_TOKEN_CHECK_INTERVAL: v.optional(Seconds, '300'),
  REALTIME_PRIVATE_ONLY: v.optional(Flag, 'false'),
  REALTIME_DATABASE_CONNECTIONS: v.optional(Count, '4'),
  REALTIME_STREAM_STALL_LIMIT: v.optional(Seconds, '30'),
  REALTIME_SUBSCRIPTION_RETRY: v.optional(Seconds, '5'),
})

/** The settings of the realtime service (realtime 11). Limits count per process. */
export interface RealtimeSettings {
  maxConnections: number
  /** Per client address; IPv6 addresses count by their first 64 bits. */
  maxConnectionsPerAddress: number
  /** On average over 60 seconds, as are the other numbers per second. */
  maxJoinsPerSecond: number
  maxChannelsPerConnection: number
  /** Messages in and out. */
  maxMessagesPerSecond: number
  maxPayloadBytes: number
  maxPresenceMessagesPerSecond: number
  /** Calls of one channel within `presenceCallsWindowMs`. */
  maxPresenceCalls: number
  presenceCallsWindowMs: number
  /** Larger changes of the database are delivered without their large values. */
  maxChangeBytes: number
  /** The longest time between two checks of the token of a channel. */
  tokenCheckIntervalMs: number
  /** Rejects public channels. */
  isPrivateOnly: boolean
  databaseConnections: number
  /** A stream of changes that no one processes for this long is ended, so that it does not keep WAL forever. */
  streamStallLimitMs: number
  /** The delay before a subscription to changes is retried after a failure of the database. */
  subscriptionRetryMs: number
}

/** The tolerance above the payload limit, for the envelope of a message. The same as upstream's. */
const PAYLOAD_TOLERANCE_BYTES = 500

/** Parses `REALTIME_…` variables. Throws with one line per invalid variable. */
export function parseRealtimeSettings(environment: Record<string, string | undefined>): RealtimeSettings {
  const env = parseSettings(Environment, environment)
  return {
    maxConnections: env.REALTIME_MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.REALTIME_MAX_CONNECTIONS_PER_ADDRESS,
    maxJoinsPerSecond: env.REALTIME_MAX_JOINS_PER_SECOND,
    maxChannelsPerConnection: env.REALTIME_MAX_CHANNELS_PER_CONNECTION,
    maxMessagesPerSecond: env.REALTIME_MAX_MESSAGES_PER_SECOND,
    maxPayloadBytes: env.REALTIME_MAX_PAYLOAD_KB * 1000 + PAYLOAD_TOLERANCE_BYTES,
    maxPresenceMessagesPerSecond: env.REALTIME_MAX_PRESENCE_MESSAGES_PER_SECOND,
    maxPresenceCalls: env.REALTIME_MAX_PRESENCE_CALLS,
    presenceCallsWindowMs: env.REALTIME_PRESENCE_CALLS_WINDOW * 1000,
    maxChangeBytes: env.REALTIME_MAX_CHANGE_BYTES,
    tokenCheckIntervalMs: env.REALTIME_TOKEN_CHECK_INTERVAL * 1000,
    isPrivateOnly: env.REALTIME_PRIVATE_ONLY,
    databaseConnections: env.REALTIME_DATABASE_CONNECTIONS,
    streamStallLimitMs: env.REALTIME_STREAM_STALL_LIMIT * 1000,
    subscriptionRetryMs: env.REALTIME_SUBSCRIPTION_RETRY * 1000,
  }
}
