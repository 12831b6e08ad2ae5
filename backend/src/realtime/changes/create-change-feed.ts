import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../http/log.ts'
import type { Claims } from '../../http/tokens/tokens.ts'
import type { Database } from '../../postgres/database.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import type { Relation } from '../stream/messages.ts'
import type { ChangeFeed, Subscriber, Subscription } from './change-feed.ts'
import { createEntries } from './create-entries.ts'
import { BindingError } from './filters/parse-filter.ts'
import { processBatch } from './process-batch.ts'
import { type Activation, createSubscriptionIndex, type Entry, type SubscriptionIndex } from './subscription-index.ts'
import { createCatalog } from './tables/catalog.ts'
import { createTableQueue, type TableQueue } from './tables/table-queue.ts'
import { toScope } from './visibility/scope.ts'

const CONNECTIONS = 2
const RETRY_MS = 5000
const REFRESH_MS = 30_000
const SUBSCRIBED = 'Subscribed to PostgreSQL'
const INTERRUPTED = 'The stream of changes was interrupted. Changes may have been lost.'
const UNAVAILABLE = 'Realtime was unable to connect to the project database'

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

interface Table {
  index: SubscriptionIndex
  queue: TableQueue
}

const createActivation = (scope: string): Activation => ({ scope, isActive: true })

interface State {
  subscriber: Subscriber
  claims: Claims
  entries: Entry[]
  activation: Activation
  isClosed: boolean
  /** The number of activations, so that only the latest one takes effect. */
  round: number
  /** The result of the last activation was announced. */
  isSettled: boolean
}

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { source, connect, maxChangeBytes, refreshMs = REFRESH_MS, retryMs = RETRY_MS, log } = options
  const sql = connect('authenticator', { max: CONNECTIONS, settings: SETTINGS })
  const catalog = createCatalog(sql)
  const tables = new Map<string, Table>()
  const states = new Set<State>()
  const loggedFailures = new Set<string>()
  const described = new WeakSet<Relation>()
  let isClosed = false

  const createTable = (): Table => {
    const index = createSubscriptionIndex()
    const context = { sql, catalog, log, index, maxChangeBytes, loggedFailures, mutedScopes: new Map() }
    const queue = createTableQueue(async (rows) => {
      await processBatch(context, rows).catch((error: unknown) => {
        if (!isClosed) log.error('changes could not be delivered', { error, count: rows.length })
      })
    })
    return { index, queue }
  }
  const nameOf = (schema: string, table: string) => JSON.stringify([schema, table])
  const addEntry = (entry: Entry) => {
    const name = nameOf(entry.schema, entry.table)
    const table = tables.get(name) ?? createTable()
    tables.set(name, table)
    table.index.add(entry)
  }
  const removeEntries = (entries: Entry[]) => {
    for (const entry of entries) tables.get(nameOf(entry.schema, entry.table))?.index.remove(entry)
  }
  const replaceEntries = (state: State, activation: Activation, entries: Entry[]) => {
    if (activation !== state.activation) state.activation.isActive = false
    removeEntries(state.entries)
    for (const entry of entries) addEntry(entry)
    state.activation = activation
    state.entries = entries
  }
  const activate = async (state: State, isQuiet = false): Promise<void> => {
    state.round += 1
    const { round, subscriber } = state
    const isCurrent = () => state.round === round && !state.isClosed && !isClosed
    for (;;) {
      try {
        await source.whenLive()
        const scope = toScope(state.claims)
        const activation = state.activation.scope === scope.key ? state.activation : createActivation(scope.key)
        const entries = await createEntries({ sql, catalog }, { subscriber, scope, activation })
        if (!isCurrent()) return
        replaceEntries(state, activation, entries)
        state.isSettled = true
        if (!isQuiet) subscriber.notify('ok', SUBSCRIBED)
        return
      } catch (error) {
        if (!isCurrent()) return
        // The filter of a wildcard may not fit a table that joined the publication. The active entries stay.
        if (isQuiet) return
        if (error instanceof BindingError) {
          replaceEntries(state, createActivation(state.activation.scope), [])
          subscriber.notify('error', error.message)
          return
        }
        log.warn('subscription to changes failed', { error })
        subscriber.notify('error', UNAVAILABLE)
        await sleep(retryMs, undefined, { ref: false })
        if (!isCurrent()) return
      }
    }
  }
  const hasWildcard = ({ subscriber }: State) =>
    subscriber.bindings.some(({ binding }) => !binding.table || binding.table === '*' || binding.schema === '*')
  const refresh = setInterval(() => {
    for (const state of states) if (state.isSettled && hasWildcard(state)) void activate(state, true)
  }, refreshMs)
  refresh.unref()

  const relationNames = new WeakMap<Relation, string>()
  const findTable = (relation: Relation): Table | undefined => {
    const name = relationNames.get(relation) ?? nameOf(relation.schema, relation.name)
    relationNames.set(relation, name)
    return tables.get(name)
  }
  source.subscribe({
    wants: (relation) => (findTable(relation)?.index.size ?? 0) > 0,
    onRow: (row, commit) => {
      const { relation } = row
      if (!described.has(relation)) {
        described.add(relation)
        catalog.forget(relation.schema, relation.name)
      }
      return findTable(relation)?.queue.add({ row, commit })
    },
    onMessage: () => {},
    onGap: () => {
      for (const state of states) {
        if (state.entries.length === 0) continue
        state.subscriber.notify('error', INTERRUPTED)
        state.subscriber.notify('ok', SUBSCRIBED)
      }
    },
  })

  return {
    subscribe: (subscriber): Subscription => {
      const state: State = {
        subscriber,
        claims: subscriber.claims,
        entries: [],
        activation: createActivation(toScope(subscriber.claims).key),
        isClosed: false,
        round: 0,
        isSettled: false,
      }
      states.add(state)
      void activate(state)
      return {
        replaceClaims: (claims) => {
          state.claims = claims
          state.isSettled = false
          void activate(state)
        },
        close: () => {
          state.isClosed = true
          state.activation.isActive = false
          states.delete(state)
          removeEntries(state.entries)
        },
      }
    },
    close: async () => {
      isClosed = true
      clearInterval(refresh)
      await sql.end()
    },
  }
}
