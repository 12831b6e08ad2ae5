import type { Sql } from '../../backend/src/postgres/statements/sql.ts'

/** The description of an API function in the database, besides its types. */
export interface FunctionNote {
  name: string
  comment: string
  isForVisitors: boolean
  isForMembers: boolean
  changesNothing: boolean
  /** The names and types of the columns of functions that return `table (…)`. */
  columns: { name: string; type: string }[]
}

/** Reads comments and privileges of the functions of schema public, without computed columns. */
export async function readFunctionNotes(sql: Sql): Promise<FunctionNote[]> {
  return await sql<FunctionNote[]>`
    select proname as name, coalesce(obj_description(pg_proc.oid, 'pg_proc'), '') as comment,
      has_function_privilege('anon', pg_proc.oid, 'execute') as "isForVisitors",
      has_function_privilege('authenticated', pg_proc.oid, 'execute') as "isForMembers",
      provolatile <> 'v' as "changesNothing",
      coalesce((select jsonb_agg(jsonb_build_object('name', proargnames[place], 'type', format_type(proallargtypes[place], null)) order by place)
        from generate_subscripts(proargmodes, 1) as place where proargmodes[place] = 't'), '[]') as columns
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
      and not exists (select from unnest(proargtypes) as given (type) join pg_type on pg_type.oid = given.type where typtype = 'c')
    order by proname`
}
