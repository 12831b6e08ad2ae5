import type { Sql } from '../backend/src/postgres/database.ts'

/** The enumerations of a schema. */
export async function dumpTypes(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select format('create type %I.%I as enum (%s);', ${schema}::text, typname,
        string_agg(quote_literal(enumlabel), ', ' order by enumsortorder))
      || coalesce(format(E'\ncomment on type %I.%I is %L;', ${schema}::text, typname, obj_description(pg_type.oid, 'pg_type')), '')
      as text
    from pg_type join pg_enum on enumtypid = pg_type.oid
    where typnamespace = ${schema}::regnamespace group by pg_type.oid, typname order by typname`
  return rows.map(({ text }) => text)
}

/** The functions of a schema as they are now, each with its comment and who may execute it. */
export async function dumpFunctions(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select rtrim(pg_get_functiondef(oid), E'\n') || ';'
      || coalesce(format(E'\ncomment on function %s is %L;', oid::regprocedure, obj_description(oid, 'pg_proc')), '')
      || coalesce(format(E'\ngrant execute on function %s to %s;', oid::regprocedure, (
        select string_agg(case grantee when 0 then 'public' else rolname end, ', ' order by rolname)
        from aclexplode(proacl) left join pg_roles on pg_roles.oid = grantee where grantee <> proowner)), '') as text
    from pg_proc where pronamespace = ${schema}::regnamespace and prokind = 'f' order by proname, oid::regprocedure::text`
  return rows.map(({ text }) => text)
}
