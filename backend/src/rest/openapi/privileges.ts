import * as v from 'valibot'
import type { Statement } from '../render/render-statement.ts'

/** Names of the relations and functions that a role may use in a schema. */
export interface Privileges {
  relations: Set<string>
  routines: Set<string>
}

const Names = v.object({ relations: v.array(v.string()), routines: v.array(v.string()) })

/** Renders the query of privileges. It runs with the caller's role and returns JSON as `body`. */
export function renderPrivileges(schema: string): Statement {
  return {
    text: `select '1' as row_count, null as total, json_build_object(
      'relations', (select coalesce(json_agg(c.relname), '[]') from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'f', 'p') and (
          pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete')
          or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update'))),
      'routines', (select coalesce(json_agg(distinct p.proname), '[]') from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where n.nspname = $1 and pg_catalog.has_function_privilege(p.oid, 'execute')))::text as body,
      null as headers, null as status`,
    parameters: [schema],
  }
}

export function parsePrivileges(body: string | null): Privileges {
  const { relations, routines } = v.parse(Names, JSON.parse(body ?? '{}'))
  return { relations: new Set(relations), routines: new Set(routines) }
}
