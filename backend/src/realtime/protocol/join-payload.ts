import * as v from 'valibot'

/** The configuration of a channel, from the payload of its join (realtime 3.1). */
export interface JoinConfig {
  broadcast: {
    ack: boolean
    self: boolean
    replay: unknown
    isReplicationReady: boolean
  }
  presence: { key: string; enabled: boolean }
  /** The entries as sent, because the reply repeats them. */
  postgresChanges: Record<string, unknown>[]
  /** Holds the reply until the changes are subscribed, at most this long. */
  postgresChangesWaitMs: number | undefined
  isPrivate: boolean
}

export interface JoinPayload {
  config: JoinConfig
  /** Undefined if the channel uses the key of the connection. */
  token: string | undefined
}

const DEFAULT_WAIT_MS = 15_000
const MAX_WAIT_MS = 20_000

const Flag = v.fallback(
  v.union([
    v.boolean(),
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ]),
  false,
)
const Text = v.fallback(v.string(), '')
const AnyObject = v.fallback(v.record(v.string(), v.unknown()), {})
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const Changes = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((list) => list.filter(isObject)),
  ),
  [],
)

/**
 * Parses the payload of a join. Values of wrong types are replaced by their defaults, because upstream accepts them as
 * well.
 */
export function parseJoinPayload(payload: unknown): JoinPayload {
  const body = v.parse(AnyObject, payload)
  const config = v.parse(AnyObject, body.config)
  const broadcast = v.parse(AnyObject, config.broadcast)
  const presence = v.parse(AnyObject, config.presence)
  const options = v.parse(AnyObject, config.postgres_changes_options)
  return {
    config: {
      broadcast: {
        ack: v.parse(Flag, broadcast.ack),
        self: v.parse(Flag, broadcast.self),
        replay: broadcast.replay ?? undefined,
        isReplicationReady: v.parse(Flag, broadcast.replication_ready),
      },
      presence: { key: v.parse(Text, presence.key), enabled: v.parse(Flag, presence.enabled) },
      postgresChanges: v.parse(Changes, config.postgres_changes),
      postgresChangesWaitMs: v.parse(Flag, options.wait) ? parseWait(options.timeout) : undefined,
      isPrivate: v.parse(Flag, config.private),
    },
    token: [body.access_token, body.user_token].find(isToken),
  }
}

/** Returns true for a text that replaces the credentials of the connection. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_')
}

function parseWait(timeout: unknown): number {
  const isTime = typeof timeout === 'number' && timeout > 0
  return isTime ? Math.min(timeout, MAX_WAIT_MS) : DEFAULT_WAIT_MS
}
