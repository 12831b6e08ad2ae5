-- Write limits per member. A busy evening stays below them; a script does not.
create table private.write_limits (
  table_name text not null,
  per_hour integer not null,
  constraint write_limits_pkey primary key (table_name),
  constraint write_limits_per_hour_check check (per_hour >= 0)
);
alter table private.write_limits enable row level security;
comment on table private.write_limits is
  'How many rows one member may insert per hour. The numbers may be changed at any time; a table without a row has no limit.';
insert into private.write_limits (table_name, per_hour) values
  ('spots', 100), ('posts', 30), ('photos', 300), ('reviews', 120), ('comments', 120), ('reports', 60), ('lists', 60);

create table private.write_counts (
  member_id uuid not null references auth.users (id) on delete cascade,
  table_name text not null,
  since timestamptz not null default now(),
  count integer not null,
  constraint write_counts_pkey primary key (member_id, table_name)
);
alter table private.write_counts enable row level security;
comment on table private.write_counts is
  'Rows that each member inserted in their current hour, which starts with the first insert. Deleted rows still count.';

-- Imports, seeds and the server itself have no user id and are not counted. The row of the count stays locked until the
-- end of the transaction, so that two concurrent requests cannot both use the last insert.
create function private.tg__limit_writes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  most integer := (select per_hour from private.write_limits where table_name = tg_table_name);
  counted private.write_counts;
begin
  if most is null then return null; end if;
  insert into private.write_counts as known (member_id, table_name, count) values (auth.uid(), tg_table_name, 1)
  on conflict (member_id, table_name) do update set
    count = case when known.since > now() - interval '1 hour' then known.count + 1 else 1 end,
    since = case when known.since > now() - interval '1 hour' then known.since else now() end
  returning * into counted;
  if counted.count > most then
    raise sqlstate 'PT429' using
      message = format('You can add at most %s %s per hour. Try again in %s minutes.', most,
        case tg_table_name when 'posts' then 'stories' else tg_table_name end,
        greatest(1, ceil(extract(epoch from counted.since + interval '1 hour' - now()) / 60)));
  end if;
  return null;
end
$$;
comment on function private.tg__limit_writes is 'Raises PT429 (HTTP 429) if a member inserts more rows than private.write_limits allows.';
