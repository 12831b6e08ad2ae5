-- The source of changes where the database does not allow logical decoding: triggers on the published tables write to an
-- outbox. Nothing writes to it while the stream is used.
create table realtime.changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  made_at timestamptz not null default clock_timestamp(),
  kind text not null,
  relation oid,
  new_row text,
  old_row text,
  content bytea,
  constraint changes_pkey primary key (id),
  constraint changes_kind_valid check (kind in ('insert', 'update', 'delete', 'message'))
);
create index changes_xid_idx on realtime.changes (xid);
create index changes_made_at_idx on realtime.changes (made_at);
alter table realtime.changes enable row level security;
grant select, insert on realtime.changes to supabase_realtime_admin;
create policy service on realtime.changes to supabase_realtime_admin using (true) with check (true);
comment on table realtime.changes is 'The outbox of changes where logical decoding is not possible. Rows are kept for ten minutes.';
comment on column realtime.changes.new_row is 'The row as text, in the notation of composite values.';

-- The settings make the texts of values those of the stream.
create function realtime.record_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  set datestyle = 'ISO'
  set intervalstyle = 'postgres'
  set bytea_output = 'hex'
as $$
begin
  insert into realtime.changes (kind, relation, new_row, old_row)
  values (
    lower(tg_op), coalesce(pg_catalog.pg_partition_root(tg_relid)::oid, tg_relid),
    case when tg_op <> 'DELETE' then new::text end, case when tg_op <> 'INSERT' then old::text end);
  -- Equal notifications of a transaction are sent once.
  perform pg_catalog.pg_notify('realtime_changes', '');
  return null;
end
$$;
comment on function realtime.record_change() is 'Writes a change to the outbox.';

create function realtime.watch_tables(is_on boolean) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  entry record;
begin
  perform pg_catalog.pg_advisory_xact_lock(7203114515);
  for entry in
    select coalesce(wanted.oid, present.tgrelid)::regclass as name, wanted.oid is not null as is_wanted
    from (
      select pg_catalog.format('%I.%I', schemaname, tablename)::regclass::oid as oid from pg_catalog.pg_publication_tables
      where is_on and pubname = 'supabase_realtime'
      union
      select 'realtime.messages'::regclass::oid where is_on
    ) as wanted
    full join (
      select tgrelid from pg_catalog.pg_trigger where tgname = 'realtime_outbox' and tgparentid = 0
    ) as present on present.tgrelid = wanted.oid
    where wanted.oid is null or present.tgrelid is null
  loop
    if entry.is_wanted then
      execute pg_catalog.format(
        'create trigger realtime_outbox after insert or update or delete on %s for each row execute function realtime.record_change()',
        entry.name);
    else
      execute pg_catalog.format('drop trigger realtime_outbox on %s', entry.name);
    end if;
  end loop;
end
$$;
comment on function realtime.watch_tables(boolean) is
  'Creates the triggers of the outbox on published tables and drops them elsewhere; without `is_on`, drops all.';

revoke execute on function realtime.record_change(), realtime.watch_tables(boolean) from public;
