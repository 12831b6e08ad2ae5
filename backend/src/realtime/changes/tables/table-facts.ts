import type { Sql } from '../../../postgres/statements/sql.ts'
import { findSharedCondition, type Policy } from './shared-condition.ts'

/** The conversion of a value to JSON. `sql` is done by PostgreSQL, for composite types and casts to json. */
export type ValueKind = 'boolean' | 'number' | 'json' | 'timestamp' | 'timestamptz' | 'text' | 'sql'

export interface ColumnFacts {
  name: string
  /** `pg_type.typname`. */
  type: string
  /** The type in SQL, such as `timestamp with time zone`. Never `character` or `bit`, which are one character long. */
  sqlType: string
  kind: ValueKind
  isArray: boolean
  /** Values have one text form only, so JavaScript compares their texts. */
  isCanonical: boolean
  /** Supports `like` and regular expressions. */
  isText: boolean
}

/** The facts about a table in the catalog. */
export interface TableFacts {
  oid: number
  primaryKey: string[]
  hasRls: boolean
  /** Without those that the publication leaves out, such as generated columns, because no change contains them. */
  columns: Map<string, ColumnFacts>
}

/** The privileges of one role on a table. */
export interface RoleFacts {
  selectable: Set<string>
  /** RLS policies apply to the role. */
  isChecked: boolean
  /** Policies that show rows to the whole role. Undefined when all of them depend on claims. */
  shared: SharedPolicies | undefined
}

export interface SharedPolicies {
  /** Rows that meet this condition are visible to the role, regardless of the claims. */
  condition: string
  policies: Policy[]
}

/** Returns true for a role that may read the primary key. All others get errors instead of changes. */
export function maySelectKey({ primaryKey }: TableFacts, { selectable }: RoleFacts): boolean {
  return primaryKey.every((name) => selectable.has(name))
}

/** Comparisons of these types and of those with {@link ColumnFacts.isCanonical} call no code of the app. */
const PLAIN_TYPES = ['timestamp with time zone', 'timestamp without time zone', 'date', 'numeric', 'double precision']

export async function findTable(sql: Sql, schema: string, table: string): Promise<TableFacts | undefined> {
  const [found] = await sql<{ oid: number; hasRls: boolean; primaryKey: string[] | null }[]>`
    select c.oid, c.relrowsecurity as "hasRls", (
      select array_agg(attname::text order by place)
      from pg_index, unnest(indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attnum = k.attnum
      where indrelid = c.oid and indisprimary and attrelid = c.oid
    ) as "primaryKey"
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = ${schema} and relname = ${table} and relkind in ('r', 'p')`
  if (!found) return undefined
  const columns = await sql<ColumnFacts[]>`
    with recursive base as (
      select attnum, attname::text as name, atttypid as declared, atttypid as oid
      from pg_attribute where attrelid = ${found.oid} and attnum > 0 and not attisdropped
        and coalesce(attname = any ((
          select attnames from pg_publication_tables
          where pubname = 'supabase_realtime' and schemaname = ${schema} and tablename = ${table})::name[]), true)
      union all
      select attnum, name, declared, typbasetype from base join pg_type t on t.oid = base.oid where typtype = 'd'
    ), typed as (
      select base.*, t.typname, t.typcategory, t.typtype, t.typelem, t.typsubscript::text = 'array_subscript_handler' as is_array,
        coalesce(e.typdelim = ',' and e.typtype <> 'd', true) as is_plain,
        case when t.typsubscript::text = 'array_subscript_handler' then t.typelem else t.oid end as element
      from base join pg_type t on t.oid = base.oid left join pg_type e on e.oid = t.typelem
      where t.typtype <> 'd'
    )
    select name, declared.typname::text as type, format_type(declared, -1) as "sqlType", is_array as "isArray",
      case
        when element in (21, 23, 20, 700, 701, 1700) then 'number'
        when element = 16 then 'boolean'
        when element in (114, 3802) then 'json'
        when element = 1114 then 'timestamp'
        when element = 1184 then 'timestamptz'
        when not is_plain or exists (select from pg_type where pg_type.oid = element and typtype = 'c')
          or exists (select from pg_cast where castsource = element and casttarget = 114 and castmethod = 'f') then 'sql'
        else 'text' end as kind,
      typed.oid in (16, 20, 21, 23, 25, 1043, 2950) or typed.typtype = 'e' as "isCanonical",
      typed.typcategory = 'S' as "isText"
    from typed join pg_type declared on declared.oid = typed.declared order by attnum`
  return { ...found, primaryKey: found.primaryKey ?? [], columns: new Map(columns.map((facts) => [facts.name, facts])) }
}

/** Returns undefined for an unknown role. */
export async function findRole(sql: Sql, { oid, columns }: TableFacts, role: string): Promise<RoleFacts | undefined> {
  const [found] = await sql<{ selectable: string[]; isChecked: boolean; policies: Policy[] }[]>`
    select (
        select coalesce(array_agg(attname::text), '{}') from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and has_schema_privilege(r.oid, relnamespace, 'usage') and has_column_privilege(r.oid, c.oid, attnum, 'select')
      ) as selectable,
      relrowsecurity and not rolsuper and not rolbypassrls
        and (relforcerowsecurity or not pg_has_role(r.oid, relowner, 'usage')) as "isChecked",
      realtime.read_policies(c.oid, rolname) as policies
    from pg_class c, pg_roles r where c.oid = ${oid} and rolname = ${role}`
  if (!found) return undefined
  const { isChecked, policies } = found
  const selectable = new Set(found.selectable)
  const plain = [...columns.values()].filter(
    ({ name, sqlType, isCanonical }) => selectable.has(name) && (isCanonical || PLAIN_TYPES.includes(sqlType)),
  )
  const condition = isChecked ? findSharedCondition(policies, new Set(plain.map(({ name }) => name))) : undefined
  return { selectable, isChecked, shared: condition === undefined ? undefined : { condition, policies } }
}

/** Returns the tables of the publication. */
export async function listPublished(sql: Sql): Promise<{ schema: string; table: string }[]> {
  return sql`select schemaname::text as schema, tablename::text as table from pg_publication_tables
    where pubname = 'supabase_realtime'`
}
