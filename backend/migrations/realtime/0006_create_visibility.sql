-- Answers for many viewers at once which of a table's rows they see. One call is several times faster than a transaction per
-- viewer. It switches roles, so only the login role of the data services may call it.
create function realtime.list_visible(
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
  -- Composite keys may select a few rows too many. The caller compares whole keys.
  condition text := (
    select string_agg(
      format('t.%I = any (array(select jsonb_array_elements_text($1 -> %s))::%s[])', name, n - 1, type), ' and ')
    from unnest(key_columns, key_types) with ordinality as k(name, type, n));
  key_list text := (select string_agg(format('t.%I::text', name), ', ') from unnest(key_columns) as k(name));
  extra_list text;
  target text := (
    select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = relation);
begin
  for entry in select jsonb_array_elements(scopes) loop
    scope := coalesce(scope + 1, 0);
    begin
      extra_list := (
        select string_agg(format('%L, to_jsonb(t.%I)', name, name), ', ')
        from jsonb_array_elements_text(entry -> 'extra') as e(name));
      perform
        set_config('request.jwt.claims', entry ->> 'claims', true),
        set_config('request.jwt.claim', '', true),
        set_config('request.jwt.claim.sub', coalesce(entry ->> 'sub', ''), true),
        set_config('request.jwt.claim.role', entry ->> 'role', true),
        set_config('role', entry ->> 'role', true);
      return query execute format(
        'select $2, array[%s], %s, null::text from %s as t where %s',
        key_list, coalesce('jsonb_build_object(' || extra_list || ')', 'null::jsonb'), target, condition)
        using keys, scope;
    exception
      -- A statement timeout, which is not caught here, ends the whole call.
      when others then
        key := null;
        extra := null;
        failure := sqlerrm;
        return next;
    end;
    perform set_config('role', 'none', true);
  end loop;
end
$$;
comment on function realtime.list_visible(oid, text[], text[], jsonb, jsonb) is
  'The keys that each scope (role, claims, sub, extra columns) sees, as texts. A scope whose policies fail returns one row with the failure.';
revoke execute on function realtime.list_visible(oid, text[], text[], jsonb, jsonb) from public;
grant execute on function realtime.list_visible(oid, text[], text[], jsonb, jsonb) to authenticator;
