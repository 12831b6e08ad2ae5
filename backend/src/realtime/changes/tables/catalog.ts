import type { Sql } from '../../../postgres/statements/sql.ts'
import { findRole, findTable, listPublished, type RoleFacts, type TableFacts } from './table-facts.ts'

/** Rights and policies may change without a message in the stream. */
const FRESH_MS = 3000
const PUBLISHED_FRESH_MS = 1000

/** Results of catalog queries, cached for a few seconds. */
export interface Catalog {
  table(schema: string, table: string): Promise<TableFacts | undefined>
  role(table: TableFacts, role: string): Promise<RoleFacts | undefined>
  listPublished(): Promise<{ schema: string; table: string }[]>
  /** Removes a table from the cache after the stream has sent a new description of it. */
  forget(schema: string, table: string): void
}

interface Cached {
  until: number
  value: Promise<unknown>
}

export function createCatalog(sql: Sql): Catalog {
  const cache = new Map<string, Cached>()
  const roles = new WeakMap<TableFacts, Map<string, Promise<RoleFacts | undefined>>>()

  function keep<Value>(key: string, freshMs: number, load: () => Promise<Value>): Promise<Value> {
    const known = cache.get(key)
    if (known && known.until > Date.now()) return known.value as Promise<Value>
    const value = load()
    cache.set(key, { until: Date.now() + freshMs, value })
    value.catch(() => cache.delete(key))
    return value
  }
  const tableKey = (schema: string, table: string) => JSON.stringify([schema, table])

  return {
    table: (schema, table) => keep(tableKey(schema, table), FRESH_MS, () => findTable(sql, schema, table)),
    // Cached with the table, which is replaced by a new object when it is read again.
    role: (table, role) => {
      const known = roles.get(table) ?? new Map<string, Promise<RoleFacts | undefined>>()
      roles.set(table, known)
      const found = known.get(role) ?? findRole(sql, table, role)
      known.set(role, found)
      found.catch(() => known.delete(role))
      return found
    },
    listPublished: () => keep('published', PUBLISHED_FRESH_MS, () => listPublished(sql)),
    forget: (schema, table) => {
      cache.delete(tableKey(schema, table))
    },
  }
}
