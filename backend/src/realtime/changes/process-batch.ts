import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/sql.ts'
import { buildRecord } from './build-record.ts'
import type { Catalog } from './catalog.ts'
import type { ChangeRecord, Subscriber } from './change-feed.ts'
import { type ChangedRow, readRow } from './changed-row.ts'
import { evaluateConditions } from './sql-conditions.ts'
import type { Entry, SubscriptionIndex } from './subscription-index.ts'
import type { RoleFacts, TableFacts } from './table-facts.ts'
import type { QueuedRow } from './table-queue.ts'
import { listVisible, type ScopeQuery, toKeyText, type VisibleRows } from './visibility.ts'

const MUTED_MS = 30_000

export interface BatchContext {
  sql: Sql
  catalog: Catalog
  log: Log
  index: SubscriptionIndex
  maxChangeBytes: number
  /** Failures that were logged, so that each is logged once. */
  loggedFailures: Set<string>
  /** Scopes whose policies took too long are left out until this time, because everyone else waits for them. */
  mutedScopes: Map<string, number>
}

interface Match {
  row: ChangedRow
  entries: Entry[]
}

/** Delivers the rows of one table to the subscribers that may see them, in order (realtime 8). */
export async function processBatch(context: BatchContext, queued: QueuedRow[]): Promise<void> {
  const [first] = queued
  if (!first) return
  const { schema, name } = first.row.relation
  const table = await context.catalog.table(schema, name)
  if (!table) return
  const rows: ChangedRow[] = []
  for (const { row, commit } of queued) rows.push(await readRow(context, row, table, commit.time))
  const matches = await matchRows(context, rows)
  if (matches.length === 0) return
  const roles = await loadRoles(context.catalog, table, matches)
  const xids = new Set(queued.flatMap(({ commit: { xid } }) => xid ?? []))
  const visible = await findVisible(context, { table, matches, roles, xids: [...xids] })
  for (const match of matches) deliverRow(match, roles, visible)
}

async function matchRows({ sql, index }: BatchContext, rows: ChangedRow[]): Promise<Match[]> {
  const matches = rows.map((row) => ({ row, entries: index.find(row.type, row.read) }))
  const conditions = matches.flatMap(({ entries }) => entries.flatMap(({ matcher }) => matcher.sqlConditions))
  if (conditions.length > 0) {
    const results = await evaluateConditions(
      sql,
      conditions,
      rows.map(({ read }) => read),
    )
    for (const [place, match] of matches.entries()) {
      match.entries = match.entries.filter(({ matcher }) =>
        matcher.sqlConditions.every(({ key }) => results.get(key)?.has(place)),
      )
    }
  }
  return matches.filter(({ entries }) => entries.length > 0)
}

async function loadRoles(catalog: Catalog, table: TableFacts, matches: Match[]): Promise<Map<string, RoleFacts>> {
  const names = new Set(matches.flatMap(({ entries }) => entries.map(({ scope }) => scope.role)))
  const roles = new Map<string, RoleFacts>()
  for (const name of names) {
    const facts = await catalog.role(table, name)
    if (facts) roles.set(name, facts)
  }
  return roles
}

/** Inserts and updates are checked where RLS applies. Values that the stream did not send are read in any case. */
function needsQuery({ type, missing }: ChangedRow, role: RoleFacts): boolean {
  return type !== 'DELETE' && (role.isChecked || missing.length > 0)
}

interface Batch {
  table: TableFacts
  matches: Match[]
  roles: Map<string, RoleFacts>
  /** The transactions of the rows. */
  xids: number[]
}

async function findVisible(
  { sql, log, loggedFailures, mutedScopes }: BatchContext,
  { table, matches, roles, xids }: Batch,
): Promise<VisibleRows> {
  const keys = new Map<string, string[]>()
  const scopes = new Map<string, ScopeQuery>()
  const missing = new Set(matches.flatMap(({ row }) => row.missing))
  const now = Date.now()
  for (const { row, entries } of matches) {
    if (!row.key) continue
    const asking = new Set([...roles].filter(([, role]) => needsQuery(row, role)).map(([name]) => name))
    let isAsked = false
    for (const { scope } of entries) {
      if (!asking.has(scope.role)) continue
      isAsked = true
      if (scopes.has(scope.key) || (mutedScopes.get(scope.key) ?? 0) > now) continue
      const extra = [...missing].filter((name) => roles.get(scope.role)?.selectable.has(name))
      scopes.set(scope.key, { scope, extra })
    }
    if (isAsked) keys.set(toKeyText(row.key), row.key)
  }
  if (scopes.size === 0) return new Map()
  return listVisible(sql, {
    table,
    keys: [...keys.values()],
    xids,
    scopes: [...scopes.values()],
    onFailure: ({ key, role }, { reason, isTimeout }) => {
      if (isTimeout) mutedScopes.set(key, Date.now() + MUTED_MS)
      const failure = JSON.stringify([table.oid, role, reason])
      if (loggedFailures.has(failure)) return
      loggedFailures.add(failure)
      log.warn('policies failed for a change, which is not delivered to the role', { oid: table.oid, role, reason })
    },
  })
}

interface Delivery {
  ids: number[]
  record: ChangeRecord
}

function deliverRow({ row, entries }: Match, roles: Map<string, RoleFacts>, visible: VisibleRows): void {
  const records = new Map<string, ChangeRecord>()
  const deliveries = new Map<Subscriber, Delivery>()
  const keyText = row.key && toKeyText(row.key)
  const isChecked = row.type !== 'DELETE' && row.table.primaryKey.length > 0
  for (const { subscriber, id, scope, select, variant, isActive } of entries) {
    const role = roles.get(scope.role)
    if (!role || !isActive) continue
    const seen = keyText === undefined ? undefined : visible.get(scope.key)
    const isSeen = keyText !== undefined && seen?.has(keyText) === true
    if (isChecked && role.isChecked && !isSeen) continue
    const known = deliveries.get(subscriber)
    if (known) {
      known.ids.push(id)
      continue
    }
    const extra = row.missing.length > 0 && isSeen ? seen?.get(keyText) : undefined
    // Equal for subscribers that receive equal records, so that each is built and encoded once.
    const recordKey = extra ? JSON.stringify([variant, scope.key]) : variant
    const record = records.get(recordKey) ?? buildRecord(row, { role, select, extra })
    records.set(recordKey, record)
    deliveries.set(subscriber, { ids: [id], record })
  }
  for (const [subscriber, { ids, record }] of deliveries) subscriber.deliver(ids, record)
}
