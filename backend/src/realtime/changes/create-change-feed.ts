import type { Log } from '../../http/log.ts'
import type { Database } from '../../postgres/database.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import type { Relation } from '../stream/messages.ts'
import { activateSubscription, createActivation, type FeedSubscription, SUBSCRIBED } from './activate-subscription.ts'
import type { ChangeFeed, Subscription } from './change-feed.ts'
import { createFeedTables } from './feed-tables.ts'
import { processBatch } from './process-batch.ts'
import { createCatalog } from './tables/catalog.ts'
import { createTableQueue } from './tables/table-queue.ts'
import { toScope } from './visibility/scope.ts'

const CONNECTIONS = 2
const RETRY_MS = 5000
const CHECK_TIMEOUT_MS = 500
const REFRESH_MS = 30_000
const INTERRUPTED = 'The stream of changes was interrupted. Changes may have been lost.'

/** Settings of the connections that check visibility. They render keys with the same text as the stream. */
const SETTINGS = {
  statement_timeout: 2000,
  search_path: 'public, extensions',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
}

export interface ChangeFeedOptions {
  source: ChangeSource
  connect: Database['connect']
  /** Larger changes are delivered without their large values. */
  maxChangeBytes: number
  /** Tables that join the publication reach wildcard subscriptions within this time. */
  refreshMs?: number
  /** The delay before a subscription is retried after a failure of the database. */
  retryMs?: number
  log: Log
}

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { source, connect, maxChangeBytes, refreshMs = REFRESH_MS, retryMs = RETRY_MS, log } = options
  const sql = connect('authenticator', { max: CONNECTIONS, settings: SETTINGS })
  // Values of filters may be slow to check, and delivery must not wait for them.
  const checks = connect('authenticator', { max: 1, settings: { ...SETTINGS, statement_timeout: CHECK_TIMEOUT_MS } })
  const catalog = createCatalog(sql)
  const subscriptions = new Set<FeedSubscription>()
  const loggedFailures = new Set<string>()
  const described = new WeakSet<Relation>()
  let isClosed = false

  const tables = createFeedTables((index) => {
    const muted = { mutedScopes: new Map(), mutedConditions: new Map() }
    const context = { sql, catalog, log, index, maxChangeBytes, loggedFailures, ...muted }
    return createTableQueue(async (rows) => {
      await processBatch(context, rows).catch((error: unknown) => {
        if (!isClosed) log.error('changes could not be delivered', { error, count: rows.length })
      })
    })
  })
  const context = { sql: checks, catalog, source, tables, retryMs, log, isClosed: () => isClosed }
  const hasWildcard = ({ subscriber }: FeedSubscription) =>
    subscriber.bindings.some(({ binding }) => !binding.table || binding.table === '*' || binding.schema === '*')
  const refresh = setInterval(() => {
    for (const subscription of subscriptions)
      if (subscription.isSettled && hasWildcard(subscription)) void activateSubscription(context, subscription, true)
  }, refreshMs)
  refresh.unref()

  source.subscribe({
    wants: (relation) => (tables.find(relation)?.index.size ?? 0) > 0,
    onRow: (row, commit) => {
      const { relation } = row
      if (!described.has(relation)) {
        described.add(relation)
        catalog.forget(relation.schema, relation.name)
      }
      return tables.find(relation)?.queue.add({ row, commit })
    },
    onMessage: () => {},
    onGap: () => {
      for (const { entries, subscriber } of subscriptions) {
        if (entries.length === 0) continue
        subscriber.notify('error', INTERRUPTED)
        subscriber.notify('ok', SUBSCRIBED)
      }
    },
  })

  return {
    subscribe: (subscriber): Subscription => {
      const subscription: FeedSubscription = {
        subscriber,
        claims: subscriber.claims,
        entries: [],
        activation: createActivation(toScope(subscriber.claims).key),
        isClosed: false,
        round: 0,
        isSettled: false,
      }
      subscriptions.add(subscription)
      void activateSubscription(context, subscription)
      return {
        replaceClaims: (claims) => {
          subscription.claims = claims
          subscription.isSettled = false
          void activateSubscription(context, subscription)
        },
        close: () => {
          subscription.isClosed = true
          subscription.activation.isActive = false
          subscriptions.delete(subscription)
          tables.remove(subscription.entries)
        },
      }
    },
    close: async () => {
      isClosed = true
      clearInterval(refresh)
      await Promise.all([sql.end(), checks.end()])
    },
  }
}
