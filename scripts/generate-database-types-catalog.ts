import type { Sql } from '../backend/src/postgres/statements/sql.ts'

/** A column of a table or view of schema public. */
export interface Column {
  relation: string
  kind: 'table' | 'view'
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Generated columns and identities can never be written. */
  isGenerated: boolean
}

/** A foreign key between relations of schema public, or from one of them to a view that shows the key. */
export interface Relationship {
  relation: string
  foreignKeyName: string
  columns: string[]
  isOneToOne: boolean
  referencedRelation: string
  referencedColumns: string[]
}

/** A function of schema public that the API serves. */
export interface DatabaseFunction {
  name: string
  argumentNames: string[]
  argumentTypes: string[]
  /** The number of trailing arguments that have defaults. */
  defaultCount: number
  returns: string
  returnsSet: boolean
}

export interface DatabaseEnum {
  name: string
  values: string[]
}

export interface Catalog {
  columns: Column[]
  relationships: Relationship[]
  functions: DatabaseFunction[]
  enums: DatabaseEnum[]
}

/** Reads the objects of schema public that the API serves from the catalog. */
export async function readCatalog(sql: Sql): Promise<Catalog> {
  return {
    columns: await listColumns(sql),
    relationships: await listRelationships(sql),
    functions: await listFunctions(sql),
    enums: await listEnums(sql),
  }
}

async function listColumns(sql: Sql): Promise<Column[]> {
  return await sql<Column[]>`
      select relation.relname as relation, case relation.relkind when 'v' then 'view' else 'table' end as kind,
        attname as name, format_type(atttypid, null) as type,
        not attnotnull or relation.relkind = 'v' as "isNullable",
        atthasdef or attidentity <> '' as "hasDefault", attgenerated <> '' or attidentity = 'a' as "isGenerated"
      from pg_attribute join pg_class as relation on relation.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
      order by relation.relname, attname`
}

/** Lists the relationships. A view shows a key if it selects the column under the same name. */
async function listRelationships(sql: Sql): Promise<Relationship[]> {
  return await sql<Relationship[]>`
      with keys as (
        select conname, conrelid, confrelid, conkey, confkey from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
      ), targets as (
        select conname, confrelid as target from keys where confrelid::regclass::text not like '%.%'
        union
        select conname, rule.ev_class from keys
          join pg_depend on refobjid = confrelid and refobjsubid = confkey[1] and classid = 'pg_rewrite'::regclass
          join pg_rewrite as rule on rule.oid = pg_depend.objid
          join pg_class as view on view.oid = rule.ev_class and view.relkind = 'v' and view.relnamespace = 'public'::regnamespace
        where cardinality(confkey) = 1
      ), named as (
        select keys.*, target,
          (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as k (num, place)
            join pg_attribute on attrelid = conrelid and attnum = num) as columns,
          (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as k (num, place)
            join pg_attribute on attrelid = confrelid and attnum = num) as referenced
        from keys join targets using (conname)
      )
      select source.relname as relation, conname as "foreignKeyName", columns, goal.relname as "referencedRelation",
        referenced as "referencedColumns",
        exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null
          and indnkeyatts = cardinality(conkey) and indkey::int2[] @> conkey) as "isOneToOne"
      from named join pg_class as source on source.oid = conrelid join pg_class as goal on goal.oid = target
      where source.relnamespace = 'public'::regnamespace and goal.relnamespace = 'public'::regnamespace
      order by source.relname, conname, goal.relname`
}

async function listFunctions(sql: Sql): Promise<DatabaseFunction[]> {
  return await sql<DatabaseFunction[]>`
      select proname as name, coalesce(proargnames, '{}')::text[] as "argumentNames",
        array(select format_type(type, null) from unnest(proargtypes) with ordinality as given (type, place) order by place)
          as "argumentTypes",
        pronargdefaults as "defaultCount", format_type(prorettype, null) as returns, proretset as "returnsSet"
      from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
      order by proname`
}

async function listEnums(sql: Sql): Promise<DatabaseEnum[]> {
  return await sql<DatabaseEnum[]>`
      select typname as name, array_agg(enumlabel::text order by enumsortorder) as values
      from pg_type join pg_enum on enumtypid = pg_type.oid
      where typnamespace = 'public'::regnamespace group by typname order by typname`
}
