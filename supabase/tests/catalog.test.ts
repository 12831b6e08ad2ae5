import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('enables RLS on every table', async () => {
  const tables = await people.owner`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace)
      and not relrowsecurity`
  expect(tables).toEqual([])
})

test('has an index on every foreign key', async () => {
  const keys = await people.owner`
    select conrelid::regclass::text as table, conname as key from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) like '%IS NOT NULL%')
    )`
  expect(keys).toEqual([])
})

test('grants no EXECUTE to PUBLIC and has SECURITY DEFINER functions only in private with a fixed search_path', async () => {
  const open = await people.owner`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace)
      and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`
  expect(open).toEqual([])
  const loose = await people.owner`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and (pronamespace = 'public'::regnamespace or not coalesce('search_path=""' = any (proconfig), false))`
  expect(loose).toEqual([])
})

test('grants nothing to PUBLIC on functions created later', async () => {
  const open = await people.owner.begin(async (sql) => {
    await sql`create function public.created_later() returns integer language sql return 1`
    await sql`create function private.created_later() returns integer language sql return 1`
    const rows = await sql`
      select oid::regprocedure::text as name from pg_proc
      where proname = 'created_later' and (has_function_privilege('anon', oid, 'execute') or proacl is null)`
    await sql`drop function public.created_later, private.created_later`
    return [...rows]
  })
  expect(open).toEqual([])
})

test('lets dumps be restored: SQL functions that tables need declare which functions they call', async () => {
  const undeclared = await people.owner`
    with recursive needed (id) as (
      select refobjid from pg_depend
      where refclassid = 'pg_proc'::regclass
        and classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
      union
      select refobjid from pg_depend join needed on objid = id
      where classid = 'pg_proc'::regclass and refclassid = 'pg_proc'::regclass
    )
    select pg_proc.oid::regprocedure::text as name
    from needed join pg_proc on pg_proc.oid = id join pg_language on pg_language.oid = prolang
    where lanname = 'sql' and prosqlbody is null and prosrc ~ '\\m(private|public)\\.'`
  expect(undeclared).toEqual([])
})

test('grants no INSERT or UPDATE on a whole table', async () => {
  const grants = await people.owner`
    select oid::regclass::text as name, privilege_type, grantee::regrole::text from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
      and grantee in ('anon'::regrole, 'authenticated'::regrole) and privilege_type not in ('SELECT', 'DELETE')`
  expect(grants).toEqual([])
})

test('has a comment on every table and function of the API', async () => {
  const silent = await people.owner`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null
    union all
    select oid::regprocedure::text from pg_proc
    where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null`
  expect(silent).toEqual([])
})

test('reads the visitors’ list of spots from a partial index without evaluating the RLS policy', async () => {
  const plan = await people.as('visitor', async (sql) => {
    await sql`set local enable_seqscan = off`
    return sql`explain (format json) select id from public.spots where status = 'published' and visibility = 'public'
      order by score desc limit 10`
  })
  const text = JSON.stringify(plan)
  expect(text).toContain('spots_best_idx')
  expect(text).not.toContain('may_read')
  expect(text).not.toContain('Filter')
})
