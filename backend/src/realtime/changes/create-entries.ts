import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { Subscriber } from './change-feed.ts'
import { compileFilter } from './filters/compile-filter.ts'
import { invalidBinding, notPublished, type ParsedBinding, parseBinding } from './filters/parse-binding.ts'
import type { Activation, Entry } from './subscription-index.ts'
import type { Catalog } from './tables/catalog.ts'
import type { RoleFacts, TableFacts } from './tables/table-facts.ts'
import type { Scope } from './visibility/scope.ts'

interface Dependencies {
  sql: Sql
  catalog: Catalog
}

interface Viewer {
  subscriber: Subscriber
  scope: Scope
  activation: Activation
}

/** Validates the bindings of a subscriber and returns an entry for each of their tables. Throws BindingError. */
export async function createEntries(
  { sql, catalog }: Dependencies,
  { subscriber, scope, activation }: Viewer,
): Promise<Entry[]> {
  const published = await catalog.listPublished()
  const entries: Entry[] = []
  for (const { id, binding } of subscriber.bindings) {
    const parsed = parseBinding(binding)
    const tables = published.filter(
      ({ schema, table }) => isMatch(parsed.schema, schema) && isMatch(parsed.table, table),
    )
    // A wildcard may wait for its first table.
    if (tables.length === 0 && parsed.table !== '*') throw notPublished(parsed.description)
    for (const { schema, table } of tables) {
      const facts = await catalog.table(schema, table)
      if (!facts) continue
      const role = await catalog.role(facts, scope.role)
      if (!role) throw invalidBinding(parsed.description, `role "${scope.role}" does not exist`)
      const fitted = await fitBinding(sql, parsed, facts, role)
      const variant = JSON.stringify([scope.role, fitted.select ? [...fitted.select].sort() : null])
      entries.push({ subscriber, id, schema, table, events: parsed.events, scope, variant, activation, ...fitted })
    }
  }
  return entries
}

const isMatch = (pattern: string, name: string) => pattern === '*' || pattern === name

async function fitBinding(
  sql: Sql,
  { conditions, select, description }: ParsedBinding,
  facts: TableFacts,
  role: RoleFacts,
): Promise<Pick<Entry, 'matcher' | 'select'>> {
  const unknown = select?.find((name) => !facts.columns.has(name) || !role.selectable.has(name))
  if (unknown !== undefined) throw invalidBinding(description, `invalid column for select ${unknown}`)
  try {
    return {
      matcher: await compileFilter(sql, facts, role, conditions),
      select: select && new Set([...select, ...facts.primaryKey]),
    }
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof DatabaseError || !(error instanceof Error)) throw error
    throw invalidBinding(description, error.message)
  }
}
