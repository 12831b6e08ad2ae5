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

/** The extra columns of the rows that a scope sees, by {@link toKeyText}. */
type VisibleKeys = ReadonlyMap<string, Record<string, unknown> | undefined>

/** By key of the scope. Scopes whose policies failed are absent. */
export type VisibleRows = Map<string, VisibleKeys>

export const toKeyText = (key: string[]) => JSON.stringify(key)

export interface VisibilityQuery {
  table: TableFacts
  keys: string[][]
  /** The transactions of the rows. PostgreSQL waits until others see them. */
  xids: number[]
  scopes: ScopeQuery[]
  /** The policies of a scope raise an error, or take too long. */
  onFailure: (scope: Scope, failure: { reason: string; isTimeout: boolean }) => void
}

/** Asks PostgreSQL which of the rows each scope sees now (realtime 8). */
export async function listVisible(sql: Sql, query: VisibilityQuery): Promise<VisibleRows> {
  const byRole = Map.groupBy(query.scopes, ({ scope }) => scope.role)
  const parts: ScopeQuery[][] = []
  for (const scopes of byRole.values())
    for (let i = 0; i < scopes.length; i += SCOPES_PER_CALL) parts.push(scopes.slice(i, i + SCOPES_PER_CALL))
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

/** A key, followed by the extra columns if there are any. */
type VisibleKey = (string | Record<string, unknown>)[]

/** All scopes have the role, and therefore the extra columns, of the first one. */
async function callFunction(sql: Sql, { table, keys, xids, scopes }: VisibilityQuery): Promise<VisibleRows> {
  const { oid, primaryKey, columns } = table
  const types = primaryKey.map((name) => columns.get(name)?.sqlType ?? 'text')
  const keyColumns = primaryKey.map((_, i) => keys.map((key) => key[i] ?? ''))
  const [first] = scopes
  const rows = await sql<{ scope: number; visible: string }[]>`
    select scope, visible from realtime.list_visible(
      ${oid}, ${primaryKey}::text[], ${types}::text[], ${sql.json(keyColumns)}, ${xids}::bigint[],
      ${first?.extra ?? []}::text[], ${first?.scope.role ?? ''}, ${scopes.map(({ scope }) => scope.claims)}::text[],
      ${scopes.map(({ scope }) => scope.sub ?? null)}::text[])`
  const visible: VisibleRows = new Map(scopes.map(({ scope }) => [scope.key, new Map()]))
  // Most scopes see the same rows.
  const parsed = new Map<string, VisibleKeys>()
  for (const { scope: place, visible: text } of rows) {
    const found = parsed.get(text) ?? parseKeys(text, primaryKey.length)
    parsed.set(text, found)
    const scope = scopes[place]?.scope
    if (scope) visible.set(scope.key, found)
  }
  return visible
}

function parseKeys(text: string, keyLength: number): VisibleKeys {
  const keys: VisibleKey[] = JSON.parse(text)
  return new Map(
    keys.map((key) => {
      const extra = key[keyLength]
      return [JSON.stringify(key.slice(0, keyLength)), typeof extra === 'object' ? extra : undefined]
    }),
  )
}
