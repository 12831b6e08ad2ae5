import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import type { SharedPolicies, TableFacts } from '../tables/table-facts.ts'
import type { Scope } from './scope.ts'

/** The maximum number of scopes per call, so that two connections share the work. */
const SCOPES_PER_CALL = 150
/** With fewer scopes, a separate query of the shared rows is not worthwhile. */
const MIN_SCOPES_TO_SHARE = 3
const QUERY_CANCELED = '57014'

/** The primary key of a row. Rows with equal keys share one object. */
export interface RowKey {
  values: string[]
}

/** Viewers of one role, and columns to read with their rows. */
export interface RoleQuery {
  role: string
  extra: string[]
  shared: SharedPolicies | undefined
  scopes: ScopeQuery[]
}

/** The rows to check for a scope. Scopes with the same rows share the list. */
export interface ScopeQuery {
  scope: Scope
  keys: readonly RowKey[]
}

/** The extra columns of visible rows. */
type VisibleKeys = ReadonlyMap<RowKey, Record<string, unknown> | undefined>

/** The rows that viewers see. */
export interface VisibleRows {
  /** Visible to all viewers of the role. */
  byRole: Map<string, VisibleKeys>
  /** By key of the scope. Scopes whose policies failed are absent. */
  byScope: Map<string, VisibleKeys>
}

export interface VisibilityQuery {
  table: TableFacts
  /** The transactions of the rows. PostgreSQL waits until others see them. */
  xids: number[]
  roles: RoleQuery[]
  /** Called when the policies of a scope raise an error or take too long. */
  onFailure: (scope: Scope, failure: { reason: string; isTimeout: boolean }) => void
}

/** Queries which of the rows each scope sees now (realtime 8). */
export async function listVisible(sql: Sql, query: VisibilityQuery): Promise<VisibleRows> {
  const rows: VisibleRows = { byRole: new Map(), byScope: new Map() }
  await Promise.all(
    query.roles.map(async (role) => {
      const rest = role.shared && (await listShared(sql, query, role, rows))
      await listParts(sql, query, { ...role, scopes: rest ?? role.scopes }, rows)
    }),
  )
  return rows
}

/**
 * Checks all rows for one scope, which also shows the rows that the whole role sees. Returns the other scopes with the
 * rows that remain to be checked.
 */
async function listShared(sql: Sql, query: VisibilityQuery, role: RoleQuery, rows: VisibleRows): Promise<ScopeQuery[]> {
  const { scopes } = role
  const [first] = scopes
  if (!first || scopes.length < MIN_SCOPES_TO_SHARE) return scopes
  const lists = new Set(scopes.map(({ keys }) => keys))
  const keys = [...new Set([...lists].flatMap((list) => [...list]))]
  await listPart(sql, query, { ...role, scopes: [{ scope: first.scope, keys }] }, rows)
  const shared = rows.byRole.get(role.role)
  const others = new Map([...lists].map((list) => [list, list.filter((key) => !shared?.has(key))]))
  return scopes.slice(1).flatMap(({ scope, keys: list }) => {
    const left = others.get(list) ?? []
    return left.length === 0 ? [] : [{ scope, keys: left }]
  })
}

async function listParts(sql: Sql, query: VisibilityQuery, role: RoleQuery, rows: VisibleRows): Promise<void> {
  const { scopes } = role
  const parts: ScopeQuery[][] = []
  for (let i = 0; i < scopes.length; i += SCOPES_PER_CALL) parts.push(scopes.slice(i, i + SCOPES_PER_CALL))
  await Promise.all(parts.map((part) => listPart(sql, query, { ...role, shared: undefined, scopes: part }, rows)))
}

/** Bisects the scopes when a policy fails or takes too long, until the scope that causes it is alone. */
async function listPart(sql: Sql, query: VisibilityQuery, role: RoleQuery, rows: VisibleRows): Promise<void> {
  const { scopes, shared } = role
  try {
    await callFunction(sql, query, role, rows)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const [first] = scopes
    const isTimeout = error.code === QUERY_CANCELED
    if (scopes.length < 2) {
      // The shared condition may have caused the failure, so the policies are evaluated alone.
      if (shared && !isTimeout) return listPart(sql, query, { ...role, shared: undefined }, rows)
      if (first) query.onFailure(first.scope, { reason: error.message, isTimeout })
      return
    }
    const middle = Math.ceil(scopes.length / 2)
    await listPart(sql, query, { ...role, scopes: scopes.slice(0, middle) }, rows)
    await listPart(sql, query, { ...role, scopes: scopes.slice(middle) }, rows)
  }
}

/** A key, followed by the extra columns if there are any. */
type VisibleKey = (string | Record<string, unknown>)[]

async function callFunction(
  sql: Sql,
  { table, xids }: VisibilityQuery,
  { role, extra, shared, scopes }: RoleQuery,
  rows: VisibleRows,
): Promise<void> {
  const { oid, primaryKey, columns } = table
  const types = primaryKey.map((name) => columns.get(name)?.sqlType ?? 'text')
  const lists = [...new Set(scopes.map(({ keys }) => keys))]
  const numbers = new Map(lists.map((list, i) => [list, i]))
  const ordered = scopes.toSorted((a, b) => (numbers.get(a.keys) ?? 0) - (numbers.get(b.keys) ?? 0))
  const keyColumns = lists.map((list) => primaryKey.map((_, i) => list.map(({ values }) => values[i] ?? '')))
  const found = await sql<{ scope: number | null; visible: string }[]>`
    select scope, visible from realtime.list_visible(
      ${oid}, ${primaryKey}::text[], ${types}::text[], ${sql.json(keyColumns)}, ${xids}::bigint[], ${extra}::text[], ${role},
      ${ordered.map(({ scope }) => scope.claims)}::text[], ${ordered.map(({ scope }) => scope.sub ?? null)}::text[],
      ${ordered.map(({ keys }) => numbers.get(keys) ?? 0)}::integer[],
      ${shared?.condition ?? null}, ${sql.json(shared?.policies ?? null)})`
  for (const { scope } of ordered) rows.byScope.set(scope.key, new Map())
  const readKeys = createKeyReader(lists.flat(), primaryKey.length)
  for (const { scope: place, visible } of found) {
    const keys = readKeys(visible)
    const scope = place === null ? undefined : ordered[place]?.scope
    if (!scope) rows.byRole.set(role, keys)
    else rows.byScope.set(scope.key, new Map([...(rows.byScope.get(scope.key) ?? []), ...keys]))
  }
}

/** Returns a function that parses the keys of a scope. Most scopes see the same rows. */
function createKeyReader(keys: RowKey[], length: number): (text: string) => VisibleKeys {
  const known = new Map(keys.map((key) => [JSON.stringify(key.values), key]))
  const parsed = new Map<string, VisibleKeys>()
  const parse = (text: string): VisibleKeys => {
    const entries: VisibleKey[] = JSON.parse(text)
    return new Map(
      entries.flatMap((entry) => {
        const key = known.get(JSON.stringify(entry.slice(0, length)))
        const extra = entry[length]
        return key ? [[key, typeof extra === 'object' ? extra : undefined] as const] : []
      }),
    )
  }
  return (text) => {
    const read = parsed.get(text) ?? parse(text)
    parsed.set(text, read)
    return read
  }
}
