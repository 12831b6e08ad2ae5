/**
 * Queries of the system catalogs. They run with an empty search_path, so that every type name comes out qualified. Each
 * returns one JSON text.
 */
import type { Sql } from '../../postgres/statements/sql.ts'
import type { DomainCastRow, KeyRow, MediaAggregateRow, RelationRow, RoutineRow } from './catalog-rows.ts'

export type Queryable = Pick<Sql, 'unsafe'>

/** Runs a query and returns its rows. */
export async function readJson<T>(sql: Queryable, text: string, parameters: string[] = []): Promise<T[]> {
  const [row] = await sql.unsafe<{ rows: string }[]>(
    `select coalesce(json_agg(x.*), '[]')::text as rows from (${text}) x`,
    parameters,
  )
  return JSON.parse(row?.rows ?? '[]') as T[]
}

const BASE_TYPES = `with recursive bases as (
    select t.oid, t.oid as base, t.typtype, t.typbasetype from pg_catalog.pg_type t
    union all
    select b.oid, t.oid, t.typtype, t.typbasetype from bases b
    join pg_catalog.pg_type t on t.oid = b.typbasetype where b.typtype = 'd'
  ), base_types as (select oid, base from bases where typtype <> 'd')`

/** The roles that a request may have. */
const SWITCHABLE_ROLES = `switchable as (
    select r.oid, r.rolname from pg_catalog.pg_roles r
    where pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER') and r.rolname <> current_user)`

/** Matches the names of domains that stand for a media type. */
const MEDIA_TYPE = '^([A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+|[*]/[*])$'

/** Lists all tables and views with their columns, and the roles that may use them. */
export function listRelationRows(sql: Queryable): Promise<RelationRow[]> {
  return readJson(
    sql,
    `${BASE_TYPES}, ${SWITCHABLE_ROLES}
    select c.oid::bigint as oid, n.nspname as schema, c.relname as name, c.relkind as kind, c.relrowsecurity as "hasRls",
      pg_catalog.obj_description(c.oid, 'pg_class') as comment,
      pg_catalog.pg_relation_is_updatable(c.oid, true) as events,
      (select coalesce(json_agg(s.rolname), '[]') from switchable s
        where pg_catalog.has_table_privilege(s.oid, c.oid, 'select, insert, update, delete')
          or pg_catalog.has_any_column_privilege(s.oid, c.oid, 'select, insert, update')) as "visibleTo",
      (select coalesce(json_agg(json_build_object(
          'position', a.attnum, 'name', a.attname, 'nullable', not a.attnotnull,
          'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
          'baseType', pg_catalog.format_type(b.base, null),
          'maxLength', case when b.base in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 end,
          'default', case
            when a.attidentity = 'd' then (
              select pg_catalog.format('nextval(%L::regclass)', pg_catalog.format('%I.%I', sn.nspname, s.relname))
              from pg_catalog.pg_depend o join pg_catalog.pg_class s on s.oid = o.objid and s.relkind = 'S'
              join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
              where o.refobjid = c.oid and o.refobjsubid = a.attnum and o.deptype = 'i' limit 1)
            when a.attgenerated <> '' or a.attidentity <> '' then null
            else coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault) end,
          'enumLabels', case when t.typtype in ('d', 'e') then (
            select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = b.base) end,
          'comment', pg_catalog.col_description(c.oid, a.attnum)
        ) order by a.attnum), '[]')
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
        cross join lateral (select case when t.typtype = 'd' then (
          select base_types.base from base_types where base_types.oid = t.oid) else t.oid end as base) b
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  )
}

/** Lists primary, unique and foreign keys, without those that partitions inherit. */
export function listKeyRows(sql: Queryable): Promise<KeyRow[]> {
  return readJson(
    sql,
    `select conname as name, contype as kind, conrelid::bigint as oid, conkey as columns,
      confrelid::bigint as "targetOid", confkey as "targetColumns"
    from pg_catalog.pg_constraint where contype in ('p', 'u', 'f') and conparentid = 0 order by conname`,
  )
}

/** Lists the stored queries of views, from which the origin of their columns is derived. */
export function listViewRows(sql: Queryable): Promise<{ oid: number; action: string }[]> {
  return readJson(
    sql,
    `select c.oid::bigint as oid, r.ev_action::text as action
    from pg_catalog.pg_rewrite r join pg_catalog.pg_class c on c.oid = r.ev_class
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and r.rulename = '_RETURN'
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  )
}

/** Lists the functions of the schemas, with the roles that may call them. */
export function listRoutineRows(sql: Queryable, schemas: string[]): Promise<RoutineRow[]> {
  return readJson(
    sql,
    `${BASE_TYPES}, ${SWITCHABLE_ROLES}
    select n.nspname as schema, p.proname as name, pg_catalog.obj_description(p.oid, 'pg_proc') as comment,
      p.provolatile as volatility, p.proretset as "returnsSet", p.prorows = 1 as "isSingleRow",
      case when t.oid = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.proargmodes && array['o', 'b', 't']::"char"[] then 'rows'
        else 'scalar' end as "returnKind",
      pg_catalog.format_type(p.prorettype, null) as "returnType",
      case when own.typtype = 'd' and own.typname ~ '${MEDIA_TYPE}' then own.typname end as "mediaType",
      b.base = 'bytea'::regtype as "isBinary",
      nullif(t.typrelid, 0)::bigint as "relationOid",
      (select coalesce(json_agg(s.rolname), '[]') from switchable s
        where pg_catalog.has_function_privilege(s.oid, p.oid, 'execute')) as "visibleTo", p.proconfig as settings, p.pronargdefaults as defaults,
      (select coalesce(json_agg(json_build_object(
          'name', coalesce(p.proargnames[a.position::int], ''), 'mode', coalesce(p.proargmodes[a.position::int], 'i'),
          'type', pg_catalog.format_type(a.type, null),
          'relationOid', (select at.typrelid::bigint from pg_catalog.pg_type at where at.oid = a.type)
        ) order by a.position), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, position)) as arguments
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type own on own.oid = p.prorettype
    join base_types b on b.oid = p.prorettype join pg_catalog.pg_type t on t.oid = b.base
    where p.prokind = 'f' and n.nspname = any(string_to_array($1, chr(31)))
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    order by n.nspname, p.proname, p.oid`,
    [schemas.join('\x1f')],
  )
}

export function listSchemaComments(sql: Queryable): Promise<{ schema: string; comment: string }[]> {
  return readJson(
    sql,
    `select n.nspname as schema, pg_catalog.obj_description(n.oid, 'pg_namespace') as comment
    from pg_catalog.pg_namespace n where pg_catalog.obj_description(n.oid, 'pg_namespace') is not null`,
  )
}

export function listSchemaNames(sql: Queryable): Promise<{ name: string }[]> {
  return readJson(sql, 'select nspname as name from pg_catalog.pg_namespace')
}

/** Lists implicit casts between a domain and text or JSON. */
export function listDomainCasts(sql: Queryable): Promise<DomainCastRow[]> {
  return readJson(
    sql,
    `select pg_catalog.format_type(c.castsource, null) as source, pg_catalog.format_type(c.casttarget, null) as target,
      n.nspname as schema, p.proname as name
    from pg_catalog.pg_cast c
    join pg_catalog.pg_type s on s.oid = c.castsource join pg_catalog.pg_type t on t.oid = c.casttarget
    join pg_catalog.pg_proc p on p.oid = c.castfunc join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i' and c.castmethod = 'f'
      and (s.typtype = 'd' and t.oid = 'json'::regtype or t.typtype = 'd' and s.oid in ('json'::regtype, 'text'::regtype))`,
  )
}

export function listMediaAggregates(sql: Queryable, schemas: string[]): Promise<MediaAggregateRow[]> {
  return readJson(
    sql,
    `${BASE_TYPES}
    select n.nspname as schema, p.proname as name, t.typname as "mediaType", b.base = 'bytea'::regtype as "isBinary",
      case when p.proargtypes[0] <> 'anyelement'::regtype then a.typrelid::bigint end as "relationOid"
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type t on t.oid = p.prorettype join base_types b on b.oid = t.oid
    join pg_catalog.pg_type a on a.oid = p.proargtypes[0]
    where p.prokind = 'a' and p.pronargs = 1 and n.nspname = any(string_to_array($1, chr(31)))
      and t.typtype = 'd' and t.typname ~ '${MEDIA_TYPE}'
      and (a.typrelid <> 0 or a.oid = 'anyelement'::regtype)
    order by n.nspname, p.proname`,
    [schemas.join('\x1f')],
  )
}

/** Finds the function of PostGIS that writes a row as a GeoJSON feature. */
export function listGeoJsonRoutines(sql: Queryable): Promise<{ schema: string }[]> {
  return readJson(
    sql,
    `select n.nspname as schema from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype limit 1`,
  )
}
