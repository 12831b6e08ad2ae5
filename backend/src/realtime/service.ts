import type { Log } from '../http/log.ts'
import type { ApiKeys } from '../http/tokens/caller.ts'
import type { Tokens } from '../http/tokens/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { createBans } from './authorization/bans.ts'
import { createTopicRights } from './authorization/topic-rights.ts'
import { createVerifyKey, createVerifyToken } from './authorization/verify-token.ts'
import { deliverMessage } from './channels/deliver-broadcast.ts'
import type { Hub } from './channels/hub.ts'
import { addDiff } from './channels/presence-diffs.ts'
import { createRooms } from './channels/rooms.ts'
import { createAddressMeter } from './kernel/address-meter.ts'
import { type Counters, createCounters } from './kernel/counters.ts'
import { createRateMeter } from './kernel/rate-meter.ts'
import type { Sources } from './open-sources.ts'
import { createRoutes } from './routes.ts'
import type { RealtimeSettings } from './settings.ts'
import { createUpgrade, type Upgrade } from './sockets/accept-upgrade.ts'
import { closeSockets } from './sockets/close-sockets.ts'
import { createSocketRegistry } from './sockets/socket-registry.ts'
import { startSweep } from './sockets/sweep-sockets.ts'

/** Policies are evaluated while clients wait, so a slow one must not hold a connection. */
const STATEMENT_TIMEOUT_MS = 5_000
const ACQUIRE_TIMEOUT_MS = 5_000

export interface RealtimeServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  keys: ApiKeys
  settings: RealtimeSettings
  log: Log
  /** Closed by the caller after the service. */
  sources: Sources
}

export interface RealtimeService {
  /** Handles requests under `/realtime/v1`. */
  fetch(request: Request): Promise<Response>
  /** Takes the `upgrade` events of an HTTP server for `/realtime/v1/websocket`. */
  upgrade: Upgrade
  counters: Readonly<Counters>
  lag: Sources['lag']
  close(): Promise<void>
}

/** Creates the realtime service: broadcast, presence and changes, by the protocol of Supabase Realtime. */
export function createRealtimeService(options: RealtimeServiceOptions): RealtimeService {
  const { connect, tokens, keys, settings, log, sources } = options
  const limits = {
    max: settings.databaseConnections,
    settings: { statement_timeout: STATEMENT_TIMEOUT_MS },
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  }
  const verifyToken = createVerifyToken(tokens)
  const verifyKey = createVerifyKey(keys, verifyToken)
  const messages = createRateMeter()
  const hub: Hub = {
    ...sources,
    settings,
    log,
    counters: createCounters(),
    meters: {
      messages,
      joins: createAddressMeter(),
      posts: createAddressMeter(messages),
      presence: createRateMeter(),
    },
    rooms: createRooms(),
    verifyToken,
    topicRights: createTopicRights(connect('authenticator', limits)),
    bans: createBans(connect('owner', { ...limits, max: 1 })),
    isClosing: false,
  }
  const { cluster } = sources
  cluster.onMessage((message) => deliverMessage(hub, message))
  cluster.presence.onDiff((room, joins, leaves) => {
    const served = hub.rooms.find(room)
    if (served) addDiff(hub, served, { joins, leaves })
  })
  const registry = createSocketRegistry()
  const stopSweep = startSweep(hub, registry)
  const app = createRoutes({ hub, keys, verifyKey }, sources.lag)
  return {
    fetch: async (request) => app.fetch(request),
    upgrade: createUpgrade(hub, registry, verifyKey),
    counters: hub.counters,
    lag: sources.lag,
    close: async () => {
      hub.isClosing = true
      stopSweep()
      await closeSockets(registry)
    },
  }
}
