-- The outbox follows the publication as the stream does: operations, row filters and column lists.
alter table realtime.changes add columns text[];
comment on column realtime.changes.columns is 'The columns that the publication lists. Null means all.';

-- Arguments: the row filter and the list of columns, each empty if there is none.
create or replace function realtime.record_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  set datestyle = 'ISO'
  set intervalstyle = 'postgres'
  set bytea_output = 'hex'
as $$
declare
  kind text := lower(tg_op);
  was_inside boolean := false;
  is_inside boolean := false;
begin
  if tg_argv[0] <> '' then
    if tg_op <> 'INSERT' then
      execute pg_catalog.format('select %s from (select ($1).*) as t', tg_argv[0]) into was_inside using old;
    end if;
    if tg_op <> 'DELETE' then
      execute pg_catalog.format('select %s from (select ($1).*) as t', tg_argv[0]) into is_inside using new;
    end if;
    -- An update that moves a row into the filter is an insert to those who follow it.
    kind := case when was_inside and is_inside then 'update' when is_inside then 'insert' when was_inside then 'delete' end;
    if kind is null then
      return null;
    end if;
  end if;
  insert into realtime.changes (kind, relation, new_row, old_row, columns)
  values (
    kind, coalesce(pg_catalog.pg_partition_root(tg_relid)::oid, tg_relid),
    case when kind <> 'delete' then new::text end, case when kind <> 'insert' then old::text end,
    nullif(tg_argv[1], '')::text[]);
  -- Equal notifications of a transaction are sent once.
  perform pg_catalog.pg_notify('realtime_changes', '');
  return null;
end
$$;

create or replace function realtime.watch_tables(is_on boolean) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  entry record;
begin
  perform pg_catalog.pg_advisory_xact_lock(7203114515);
  for entry in
    with published as (
      select pg_catalog.format('%I.%I', schemaname, tablename)::regclass::oid as oid,
        array_remove(array[
          case when pubinsert then 'insert' end, case when pubupdate then 'update' end, case when pubdelete then 'delete' end
        ], null) as events,
        coalesce(rowfilter, '') as filter,
        coalesce((
          select attnames::text from pg_catalog.pg_attribute
          where attrelid = pg_catalog.format('%I.%I', schemaname, tablename)::regclass and attnum > 0 and not attisdropped
          having count(*) > cardinality(attnames)), '') as columns
      from pg_catalog.pg_publication_tables join pg_catalog.pg_publication using (pubname)
      where is_on and pubname = 'supabase_realtime'
      union all
      select 'realtime.messages'::regclass::oid, '{insert}', '', '' where is_on
    ), wanted as (
      -- The name changes with the definition, so that a changed publication replaces the trigger.
      select *, 'realtime_outbox_' || md5(array[events::text, filter, columns]::text) as name
      from published where events <> '{}'
    ), present as (
      select tgrelid as oid, tgname::text as name from pg_catalog.pg_trigger
      where tgname like 'realtime\_outbox%' and tgparentid = 0
    )
    select coalesce(wanted.oid, present.oid)::regclass as relation, present.name as present_name, wanted.*
    from wanted full join present on present.oid = wanted.oid and present.name = wanted.name
    where wanted.oid is null or present.oid is null
  loop
    if entry.name is null then
      execute pg_catalog.format('drop trigger %I on %s', entry.present_name, entry.relation);
    else
      execute pg_catalog.format(
        'create trigger %I after %s on %s for each row execute function realtime.record_change(%L, %L)',
        entry.name, array_to_string(entry.events, ' or '), entry.relation, entry.filter, entry.columns);
    end if;
  end loop;
end
$$;
