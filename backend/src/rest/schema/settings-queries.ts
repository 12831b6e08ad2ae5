import { type Queryable, readJson } from './catalog-queries.ts'

/** Lists the names of all time zones. */
export function listTimeZones(sql: Queryable): Promise<{ name: string }[]> {
  return readJson(sql, 'select name from pg_catalog.pg_timezone_names')
}

/** Lists the settings of the roles of requests, without those that the login role may not set (rest 16.3). */
export function listRoleSettings(sql: Queryable): Promise<{ role: string; name: string; value: string }[]> {
  return readJson(
    sql,
    `select r.rolname as role, split_part(s.pair, '=', 1) as name, substr(s.pair, strpos(s.pair, '=') + 1) as value
    from pg_catalog.pg_roles r cross join unnest(r.rolconfig) s(pair)
    left join pg_catalog.pg_settings g on g.name = split_part(s.pair, '=', 1)
    where pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER') and r.rolname <> current_user
      and (g.context = 'user' or pg_catalog.has_parameter_privilege(split_part(s.pair, '=', 1), 'SET'))`,
  )
}

/** Lists the roles that row-level security does not apply to. */
export function listRolesBypassingRls(sql: Queryable): Promise<{ name: string }[]> {
  return readJson(sql, 'select rolname as name from pg_catalog.pg_roles where rolbypassrls or rolsuper')
}

/** Lists the settings from `alter role authenticator set pgrst.db_max_rows = '10'`. */
export function listDatabaseSettings(sql: Queryable): Promise<{ name: string; value: string }[]> {
  return readJson(
    sql,
    `select substr(split_part(s.pair, '=', 1), 7) as name, substr(s.pair, strpos(s.pair, '=') + 1) as value
    from pg_catalog.pg_db_role_setting g cross join unnest(g.setconfig) s(pair)
    where g.setrole = session_user::regrole and s.pair like 'pgrst.%'
      and g.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
    order by g.setdatabase`,
  )
}
