-- Planning a query with RLS policies costs several times more than running it. So the query is prepared once per connection,
-- table and role; the plan holds for all claims. It reads keys and claims from settings, as EXECUTE takes no parameters here.
create or replace function realtime.list_visible(
  relation oid,
  key_columns text[],
  key_types text[],
  keys jsonb,
  scopes jsonb
) returns table (scope integer, key text[], extra jsonb, failure text)
  language plpgsql
as $$
declare
  entry jsonb;
  acting text := '';
  plan_name text;
  extra_list text;
  target text := (
    select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = relation);
  -- Composite keys may select a few rows too many. The caller compares whole keys.
  condition text := (
    select string_agg(
      format('t.%I = any (array(select jsonb_array_elements_text(current_setting(''realtime.keys'')::jsonb -> %s))::%s[])',
        name, n - 1, type), ' and ')
    from unnest(key_columns, key_types) with ordinality as k(name, type, n));
  -- The form of the stream, from which a cast to text differs for some types.
  key_list text := (select string_agg(format('format(''%%s'', t.%I)', name), ', ') from unnest(key_columns) as k(name));
  query text;
begin
  perform set_config('realtime.keys', keys::text, true), set_config('request.jwt.claim', '', true);
  for entry in select jsonb_array_elements(scopes) loop
    scope := coalesce(scope + 1, 0);
    if acting <> (entry ->> 'role') or (entry -> 'extra') <> '[]' then
      acting := entry ->> 'role';
      extra_list := (
        select string_agg(format('%L, to_jsonb(t.%I)', name, name), ', ')
        from jsonb_array_elements_text(entry -> 'extra') as e(name));
      query := format('select current_setting(''realtime.scope'')::integer, array[%s], %s, null::text from %s as t where %s',
        key_list, coalesce('jsonb_build_object(' || extra_list || ')', 'null::jsonb'), target, condition);
      plan_name := 'realtime_' || md5(relation::text || acting || query);
      perform set_config('role', acting, true), set_config('request.jwt.claim.role', acting, true);
      if not exists (select from pg_prepared_statements where name = plan_name) then
        execute format('prepare %I as %s', plan_name, query);
      end if;
    end if;
    perform
      set_config('realtime.scope', scope::text, true),
      set_config('request.jwt.claims', entry ->> 'claims', true),
      set_config('request.jwt.claim.sub', coalesce(entry ->> 'sub', ''), true);
    return query execute 'execute ' || plan_name;
  end loop;
  perform set_config('role', 'none', true);
end
$$;
comment on function realtime.list_visible(oid, text[], text[], jsonb, jsonb) is
  'The keys that each scope (role, claims, sub, extra columns) sees, as texts. Scopes of one role should be neighbours. Fails as a whole when a policy fails.';
