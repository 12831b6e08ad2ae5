import type { Sql } from '../backend/src/postgres/statements/sql.ts'

/** A table, type or function and the statements that create it. */
export interface SchemaEntry {
  name: string
  text: string
}

interface Relation {
  oid: number
  name: string
  kind: 'r' | 'v'
  has_rls: boolean
  definition: string | null
  options: string | null
}

/**
 * Returns one entry per table and view of a schema: columns, constraints, indexes, RLS policies, grants, comments,
 * triggers.
 */
export async function dumpTables(sql: Sql, schema: string): Promise<SchemaEntry[]> {
  const relations = await sql<Relation[]>`
    select oid, quote_ident(${schema}) || '.' || quote_ident(relname) as name, relkind as kind,
      relrowsecurity as has_rls, case relkind when 'v' then pg_get_viewdef(oid) end as definition,
      array_to_string(reloptions, ', ') as options
    from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'v') order by relkind, relname`
  const entries: SchemaEntry[] = []
  for (const relation of relations) entries.push({ name: relation.name, text: await dumpRelation(sql, relation) })
  return entries
}

/**
 * Returns the RLS policies of a table, restrictive ones first. The table may belong to a service, such as
 * `storage.objects`.
 */
export async function dumpPolicies(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select format('create policy %I on %s%s for %s to %s%s%s;', polname, ${table}::text,
      case when not polpermissive then ' as restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text)
        from unnest(polroles) as role),
      E'\n  using (' || pg_get_expr(polqual, polrelid) || ')',
      E'\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')') as text
    from pg_policy where polrelid = ${table}::regclass order by polpermissive, polcmd, polname`
  return rows.map(({ text }) => text)
}

/** Returns one entry per publication with tables of the product. */
export function dumpPublications(sql: Sql): Promise<SchemaEntry[]> {
  return sql<SchemaEntry[]>`
    select pubname as name, format('create publication %I for table %s;', pubname,
      string_agg(format('%I.%I', schemaname, tablename), ', ' order by schemaname, tablename)) as text
    from pg_publication_tables where schemaname in ('public', 'private') group by pubname order by pubname`
}

async function dumpRelation(sql: Sql, relation: Relation): Promise<string> {
  const parts =
    relation.kind === 'v'
      ? [`create view ${relation.name} with (${relation.options}) as\n${relation.definition}`]
      : [
          await dumpColumns(sql, relation),
          ...(await dumpIndexes(sql, relation)),
          ...(relation.has_rls ? [`alter table ${relation.name} enable row level security;`] : []),
          ...(await dumpPolicies(sql, relation.name)),
        ]
  return [
    ...parts,
    ...(await dumpGrants(sql, relation)),
    ...(await dumpComments(sql, relation)),
    ...(await dumpTriggers(sql, relation)),
  ].join('\n')
}

async function dumpColumns(sql: Sql, { oid, name }: Relation): Promise<string> {
  const columns = await sql<{ text: string }[]>`
    select format('%I %s%s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end,
      case
        when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
        when attidentity = 'a' then ' generated always as identity'
        when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${oid} and attnum > 0 and not attisdropped order by attnum`
  const constraints = await sql<{ text: string }[]>`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text from pg_constraint
    where conrelid = ${oid} and contype in ('p', 'u', 'c', 'f')
    order by position(contype::text in 'pucf'), conname`
  const lines = [...columns, ...constraints].map(({ text }) => `  ${text}`)
  return `create table ${name} (\n${lines.join(',\n')}\n);`
}

async function dumpIndexes(sql: Sql, { oid }: Relation): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_indexdef(indexrelid) || ';' as text from pg_index
    where indrelid = ${oid} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by 1`
  return rows.map(({ text }) => text)
}

/**
 * Returns the grants on the table, then those on columns. Leaves out those of the owner and of service_role, which are
 * the same everywhere.
 */
async function dumpGrants(sql: Sql, { oid, name }: Relation): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    with rights as (
      select null::text as column_name, 0 as place, grantee, privilege_type from pg_class, aclexplode(relacl)
        where pg_class.oid = ${oid}
      union all
      select quote_ident(attname), attnum, grantee, privilege_type from pg_attribute, aclexplode(attacl)
        where attrelid = ${oid}
    ), named as (
      select lower(privilege_type) as privilege, rolname, string_agg(column_name, ', ' order by place) as columns
      from rights join pg_roles on pg_roles.oid = grantee
      where rolname in ('anon', 'authenticated') group by 1, 2, column_name is null
    )
    select format('grant %s%s on %s to %s;', privilege, ' (' || columns || ')', ${name}::text,
      string_agg(rolname, ', ' order by rolname)) as text
    from named group by privilege, columns order by 1`
  return rows.map(({ text }) => text)
}

async function dumpComments(sql: Sql, { oid, name, kind }: Relation): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select format('comment on %s is %L;',
      case objsubid when 0 then ${kind === 'v' ? 'view ' : 'table '}::text || ${name}::text
        else 'column ' || ${name}::text || '.' || quote_ident(attname) end, description) as text
    from pg_description left join pg_attribute on attrelid = objoid and attnum = objsubid
    where classoid = 'pg_class'::regclass and objoid = ${oid} order by objsubid`
  return rows.map(({ text }) => text)
}

async function dumpTriggers(sql: Sql, { oid }: Relation): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_triggerdef(oid, true) || ';' as text from pg_trigger where tgrelid = ${oid} and not tgisinternal order by tgname`
  return rows.map(({ text }) => text)
}
