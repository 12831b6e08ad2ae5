-- A primary key may be an array. `any` compared it with the elements of the values and failed, so clients received no
-- inserts and updates of such a table.

create or replace function realtime.list_visible(
  relation oid,
  key_columns text[],
  key_types text[],
  lists jsonb,
  xids bigint[],
  extra text[],
  acting text,
  claims text[],
  subs text[],
  list_numbers integer[],
  shared text,
  policies jsonb
) returns table (scope integer, visible text)
  language plpgsql
as $$
declare
  -- Composite keys may select a few rows too many. The caller compares whole keys. The form of keys is that of the
  -- stream, from which a cast to text differs for some types.
  entry text := (
    select format(
      'json_build_array(%s%s)',
      (select string_agg(format('format(''%%s'', t.%I)', name), ', ') from unnest(key_columns) as k(name)),
      (select ', jsonb_build_object(' || string_agg(format('%L, to_jsonb(t.%I)', name, name), ', ') || ')'
        from unnest(extra) as e(name))));
  query text := (
    select format(
      'select %s, (json_agg(%s)%s)::text from %s as t where %s',
      case when shared is null then 'null::text' else format('(json_agg(%s) filter (where %s))::text', entry, shared) end,
      entry,
      case when shared is not null then format(' filter (where (%s) is not true)', shared) end,
      relation::regclass,
      (select string_agg(
          format(
            -- The values of an array type cannot be elements of an array.
            case when type like '%[]' then 't.%I in (select key::%3$s from unnest(current_setting(''realtime.keys_%2$s'')::text[]) as key)'
              else 't.%I = any (current_setting(''realtime.keys_%s'')::%s[])' end,
            name, n, type), ' and ')
        from unnest(key_columns, key_types) with ordinality as k(name, type, n))));
  plan_name text := 'realtime_' || md5(acting || query);
  list_number integer;
  shared_rows text;
  ignored text;
begin
  while clock_timestamp() < statement_timestamp() + interval '1 second' loop
    -- The stream has the lower half of transaction ids.
    exit when not exists (
      select from unnest(xids) as x, pg_current_snapshot() as now
      where not pg_visible_in_snapshot(
        (x + ((pg_snapshot_xmax(now)::text::bigint - x + 2147483648) >> 32 << 32))::text::xid8, now));
    perform pg_sleep(0.002);
  end loop;
  perform
    set_config('request.jwt.claim', '', true),
    set_config('request.jwt.claim.role', acting, true),
    set_config('role', acting, true);
  if not exists (select from pg_prepared_statements where name = plan_name) then
    execute format('prepare %I as %s', plan_name, query);
  end if;
  for n in 1 .. cardinality(claims) loop
    if list_number is distinct from list_numbers[n] then
      list_number := list_numbers[n];
      for k in 1 .. cardinality(key_columns) loop
        perform set_config(
          'realtime.keys_' || k, array(select jsonb_array_elements_text(lists -> list_number -> k - 1))::text, true);
      end loop;
    end if;
    -- An assignment, unlike a query, is evaluated without the executor.
    ignored := set_config('request.jwt.claims', claims[n], true)
      || set_config('request.jwt.claim.sub', coalesce(subs[n], ''), true);
    execute 'execute ' || plan_name into shared_rows, visible;
    scope := n - 1;
    if visible is not null then
      return next;
    end if;
    if shared_rows is not null then
      perform set_config('role', 'none', true);
      -- Until this transaction ends, its lock on the table keeps the policies as they are.
      if policies = realtime.read_policies(relation, acting) then
        scope := null;
      end if;
      visible := shared_rows;
      return next;
      perform set_config('role', acting, true);
    end if;
  end loop;
  perform set_config('role', 'none', true);
end
$$;
