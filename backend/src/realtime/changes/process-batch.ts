import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { deliverRow } from './deliver-row.ts'
import type { SqlCondition } from './filters/compile-filter.ts'
import { evaluateConditions } from './filters/sql-conditions.ts'
import { type ChangedRow, readRow } from './records/changed-row.ts'
import { createFindColumns } from './records/visible-columns.ts'
import type { SubscriptionIndex } from './subscription-index.ts'
import type { Catalog } from './tables/catalog.ts'
import type { RoleFacts, TableFacts } from './tables/table-facts.ts'
import type { QueuedRow } from './tables/table-queue.ts'
import { listRoleQueries, type Match } from './visibility/role-queries.ts'
import { listVisible, type RowKey, type VisibleRows } from './visibility/visibility.ts'

const MUTED_MS = 30_000
/** Messages of policies may contain values, so there may be any number of failures. */
const MAX_LOGGED_FAILURES = 1000

export interface BatchContext {
  sql: Sql
  catalog: Catalog
  log: Log
  index: SubscriptionIndex
  maxChangeBytes: number
  /** Failures that were logged lately, so that a repeated one is logged once. */
  loggedFailures: Set<string>
  /** Scopes whose policies took too long are skipped until this time, because all others would wait for them. */
  mutedScopes: Map<string, number>
  /** Conditions that took too long, as above. */
  mutedConditions: Map<string, number>
}

/** Delivers the rows of one table to the subscribers that may see them, in order (realtime 8). */
export async function processBatch(context: BatchContext, queued: QueuedRow[]): Promise<void> {
  const [first] = queued
  if (!first) return
  const { schema, name } = first.row.relation
  const table = await context.catalog.table(schema, name)
  if (!table) return
  const rows: ChangedRow[] = []
  for (const { row, commit } of queued) {
    const read = readRow(context, row, table, commit.time)
    // For a row of plain values, an await would cost as much as everything else.
    rows.push(read instanceof Promise ? await read : read)
  }
  const matches = await matchRows(context, rows)
  if (matches.length === 0) return
  const roles = await loadRoles(context.catalog, table, matches)
  const xids = new Set(queued.flatMap(({ commit: { xid } }) => xid ?? []))
  const visible = await findVisible(context, { table, matches, roles, xids: [...xids] })
  const findColumns = createFindColumns()
  for (const match of matches) deliverRow(match, { roles, visible, findColumns })
}

async function matchRows(context: BatchContext, rows: ChangedRow[]): Promise<Match[]> {
  const { sql, index } = context
  const keys = new Map<string, RowKey>()
  const toKey = (values: string[]): RowKey => {
    const text = JSON.stringify(values)
    const key = keys.get(text) ?? { values }
    keys.set(text, key)
    return key
  }
  const matches: Match[] = rows.map((row) => ({
    row,
    key: row.key && toKey(row.key),
    entries: index.find(row.type, row.read),
  }))
  const lists = new Set(matches.map(({ entries }) => entries))
  const conditions = [...lists].flatMap((entries) => entries.flatMap(({ matcher }) => matcher.sqlConditions))
  if (conditions.length > 0) {
    const results = await evaluateConditions(
      sql,
      listAudible(context, conditions),
      rows.map(({ read }) => read),
      ({ key, column, operator }, { code, isTimeout }) => {
        if (isTimeout) context.mutedConditions.set(key, Date.now() + MUTED_MS)
        // Without the value and the message, which come from clients.
        warnOnce(context, 'a filter failed for a change, which does not match it', { column, operator, code })
      },
    )
    for (const [place, match] of matches.entries()) {
      match.entries = match.entries.filter(({ matcher }) =>
        matcher.sqlConditions.every(({ key }) => results.get(key)?.has(place)),
      )
    }
  }
  return matches.filter(({ entries }) => entries.length > 0)
}

/** Removes what is no longer muted. */
function forgetPast(muted: Map<string, number>): void {
  const now = Date.now()
  for (const [key, until] of muted) if (until <= now) muted.delete(key)
}

/** Leaves out the muted conditions. */
function listAudible({ mutedConditions }: BatchContext, conditions: SqlCondition[]): SqlCondition[] {
  forgetPast(mutedConditions)
  return conditions.filter(({ key }) => !mutedConditions.has(key))
}

function warnOnce({ log, loggedFailures }: BatchContext, message: string, fields: Record<string, unknown>): void {
  const failure = JSON.stringify(fields)
  if (loggedFailures.has(failure)) return
  if (loggedFailures.size >= MAX_LOGGED_FAILURES) loggedFailures.clear()
  loggedFailures.add(failure)
  log.warn(message, fields)
}

async function loadRoles(catalog: Catalog, table: TableFacts, matches: Match[]): Promise<Map<string, RoleFacts>> {
  const lists = new Set(matches.map(({ entries }) => entries))
  const names = new Set([...lists].flatMap((entries) => entries.map(({ scope }) => scope.role)))
  const roles = new Map<string, RoleFacts>()
  for (const name of names) {
    const facts = await catalog.role(table, name)
    if (facts) roles.set(name, facts)
  }
  return roles
}

interface Batch {
  table: TableFacts
  matches: Match[]
  roles: Map<string, RoleFacts>
  /** The transactions of the rows. */
  xids: number[]
}

async function findVisible(context: BatchContext, { table, matches, roles, xids }: Batch): Promise<VisibleRows> {
  const { sql, mutedScopes } = context
  forgetPast(mutedScopes)
  const queries = listRoleQueries(matches, roles, ({ key }) => mutedScopes.has(key))
  if (queries.length === 0) return { byRole: new Map(), byScope: new Map() }
  return listVisible(sql, {
    table,
    xids,
    roles: queries,
    onFailure: ({ key, role }, { reason, isTimeout }) => {
      if (isTimeout) mutedScopes.set(key, Date.now() + MUTED_MS)
      const fields = { oid: table.oid, role, reason }
      warnOnce(context, 'policies failed for a change, which is not delivered to the role', fields)
    },
  })
}
