import { DatabaseError } from '../../postgres/database-error.ts'
import type { Sql } from '../../postgres/sql.ts'
import type { Scope } from './scope.ts'
import type { TableFacts } from './table-facts.ts'

/** One call checks so many scopes, so that two connections share the work. */
const SCOPES_PER_CALL = 150
const QUERY_CANCELED = '57014'

/** A scope whose visible rows are asked for, and columns to read with them. */
export interface ScopeQuery {
  scope: Scope
  extra: string[]
}

/** By key of the scope, then by {@link toKeyText}: the extra columns. Scopes whose policies failed are absent. */
export type VisibleRows = Map<string, Map<string, Record<string, unknown> | undefined>>

export const toKeyText = (key: string[]) => JSON.stringify(key)

export interface VisibilityQuery {
  table: TableFacts
  keys: string[][]
  scopes: ScopeQuery[]
  /** The policies of a scope raise an error, or take too long. */
  onFailure: (scope: Scope, failure: { reason: string; isTimeout: boolean }) => void
}

/** Asks PostgreSQL which of the rows each scope sees now (realtime 8). */
export async function listVisible(sql: Sql, query: VisibilityQuery): Promise<VisibleRows> {
  // Neighbours of one role share a plan.
  const sorted = query.scopes.toSorted((a, b) => a.scope.role.localeCompare(b.scope.role))
  const parts: ScopeQuery[][] = []
  for (let i = 0; i < sorted.length; i += SCOPES_PER_CALL) parts.push(sorted.slice(i, i + SCOPES_PER_CALL))
  const results = await Promise.all(parts.map((scopes) => listPart(sql, { ...query, scopes })))
  return new Map(results.flatMap((result) => [...result]))
}

/** Splits the scopes when a policy fails or takes too long, until the one that is to blame stands alone. */
async function listPart(sql: Sql, query: VisibilityQuery): Promise<VisibleRows> {
  const { scopes, onFailure } = query
  try {
    return await callFunction(sql, query)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const [first] = scopes
    if (scopes.length < 2) {
      if (first) onFailure(first.scope, { reason: error.message, isTimeout: error.code === QUERY_CANCELED })
      return new Map()
    }
    const middle = Math.ceil(scopes.length / 2)
    const left = await listPart(sql, { ...query, scopes: scopes.slice(0, middle) })
    const right = await listPart(sql, { ...query, scopes: scopes.slice(middle) })
    return new Map([...left, ...right])
  }
}

interface Found {
  scope: number
  key: string[]
  extra: Record<string, unknown> | null
}

async function callFunction(sql: Sql, { table, keys, scopes }: VisibilityQuery): Promise<VisibleRows> {
  const { oid, primaryKey, columns } = table
  const types = primaryKey.map((name) => columns.get(name)?.sqlType ?? 'text')
  const keyColumns = primaryKey.map((_, i) => keys.map((key) => key[i] ?? ''))
  const parameter = scopes.map(({ scope: { role, claims, sub }, extra }) => ({ role, claims, sub, extra }))
  const rows = await sql<Found[]>`
    select scope, key, extra from realtime.list_visible(
      ${oid}, ${primaryKey}::text[], ${types}::text[], ${sql.json(keyColumns)}, ${sql.json(parameter)})`
  const visible: VisibleRows = new Map(scopes.map(({ scope }) => [scope.key, new Map()]))
  for (const { scope: place, key, extra } of rows) {
    const scope = scopes[place]?.scope
    if (scope) visible.get(scope.key)?.set(toKeyText(key), extra ?? undefined)
  }
  return visible
}
