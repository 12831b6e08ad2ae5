-- Messages: broadcasts sent from SQL, kept for three days for replay. RLS policies on this table decide who may join private
-- channels.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  constraint messages_pkey primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
comment on table realtime.messages is
  'Broadcasts sent from SQL. Its RLS policies decide who may read and write in private channels.';

create function realtime.maintain_partitions(kept interval default '72 hours') returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  old record;
  changed integer := 0;
begin
  -- Processes that start at the same time must not create the same partition.
  perform pg_catalog.pg_advisory_xact_lock(7203114514);
  for day in select today + n from pg_catalog.generate_series(-1, 3) as n loop
    if pg_catalog.to_regclass('realtime.messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD')) is null then
      execute pg_catalog.format(
        'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
        'messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD'), day, day + 1);
      execute pg_catalog.format(
        'alter table realtime.%I enable row level security', 'messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD'));
      changed := changed + 1;
    end if;
  end loop;
  for old in
    select relname from pg_catalog.pg_inherits join pg_catalog.pg_class on pg_class.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass and relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and pg_catalog.to_date(pg_catalog.right(relname, 10), 'YYYY_MM_DD') + 1 <= (now() at time zone 'utc') - kept
  loop
    execute pg_catalog.format('drop table realtime.%I', old.relname);
    changed := changed + 1;
  end loop;
  return changed;
end
$$;
comment on function realtime.maintain_partitions(interval) is
  'Creates the partitions of realtime.messages from yesterday to three days ahead and drops those that ended longer ago than `kept`. Returns how many it created and dropped.';
revoke execute on function realtime.maintain_partitions(interval) from public;

select realtime.maintain_partitions();
