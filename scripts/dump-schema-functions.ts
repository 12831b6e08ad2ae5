import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import type { SchemaEntry } from './dump-schema-tables.ts'

/** Returns one entry per enumeration and composite type of a schema. */
export function dumpTypes(sql: Sql, schema: string): Promise<SchemaEntry[]> {
  return sql<SchemaEntry[]>`
    with types as (
      select pg_type.oid, format('%I.%I', ${schema}::text, typname) as name,
        case typtype
          when 'e' then 'enum (' || (
            select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)
          else '(' || (
            select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
            from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped)
        end as definition
      from pg_type left join pg_class on pg_class.oid = typrelid
      where typnamespace = ${schema}::regnamespace and (typtype = 'e' or relkind = 'c')
    )
    select name, format('create type %s as %s);', name, definition)
      || coalesce(E'\ncomment on type ' || name || ' is ' || quote_literal(obj_description(oid, 'pg_type')) || ';', '') as text
    from types order by name`
}

/**
 * Returns one entry per function of a schema, with its comment and grants. Those of the owner and of service_role are
 * left out.
 */
export function dumpFunctions(sql: Sql, schema: string): Promise<SchemaEntry[]> {
  return sql<SchemaEntry[]>`
    select format('%I.%I', ${schema}::text, proname) as name,
      regexp_replace(rtrim(pg_get_functiondef(oid), E'\n'), '^CREATE OR REPLACE FUNCTION', 'create function') || ';'
      || coalesce(E'\ncomment on function ' || oid::regprocedure || ' is ' || quote_literal(obj_description(oid, 'pg_proc')) || ';', '')
      || coalesce(E'\ngrant execute on function ' || oid::regprocedure || ' to ' || (
        select string_agg(case grantee when 0 then 'public' else rolname end, ', ' order by rolname)
        from aclexplode(proacl) left join pg_roles on pg_roles.oid = grantee
        where grantee <> proowner and rolname is distinct from 'service_role') || ';', '') as text
    from pg_proc where pronamespace = ${schema}::regnamespace and prokind = 'f' order by proname, oid::regprocedure::text`
}
