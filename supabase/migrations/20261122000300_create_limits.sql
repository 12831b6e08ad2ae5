-- How often one member may write. Generous: a busy evening stays below, a script does not.
create table private.write_limits (
  table_name text not null,
  per_hour integer not null,
  constraint write_limits_pkey primary key (table_name),
  constraint write_limits_per_hour_check check (per_hour >= 0)
);
alter table private.write_limits enable row level security;
comment on table private.write_limits is
  'How many rows one member may add in an hour. Change the numbers at will; without a row there is no limit.';
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
  'What members added within their current hour, which begins with the first. Rows that were deleted again count too.';

-- Whoever has no name (imports, seeds, the server itself) is not counted. The row of the count is locked until the end of the
-- transaction, so that two requests at once cannot both take the last place.
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
      message = format('That is more than %s %s within an hour. Please try again in %s minutes.', most, tg_table_name,
        greatest(1, ceil(extract(epoch from counted.since + interval '1 hour' - now()) / 60)));
  end if;
  return null;
end
$$;
comment on function private.tg__limit_writes is 'Raises PT429 (HTTP 429) with a sentence when a member adds more than private.write_limits says.';
