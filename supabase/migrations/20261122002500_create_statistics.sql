-- Counts for the whole instance. Counting a million rows takes longer than a page may, so the counts are cached. They
-- are refreshed when they are older than fifty times the duration of the last count: at once on a small instance, every
-- half minute on a huge one.
create table private.statistics (
  only_row boolean primary key default true,
  numbers jsonb not null default '{}',
  counted_at timestamptz not null default '-infinity',
  took interval not null default '0',
  constraint statistics_only_row_check check (only_row)
);
insert into private.statistics default values;
alter table private.statistics enable row level security;
comment on table private.statistics is 'Cached counts: see private.current_statistics.';

create function private.count_everything() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with shown as (
      select category, city_id, count(*) as spots from public.spots
      where status = 'published' and visibility = 'public' group by category, city_id
    )
    select jsonb_build_object(
      'spots', (select coalesce(sum(spots), 0) from shown),
      'cities', (select count(distinct city_id) from shown),
      'members', (select count(*) from public.users),
      'posts', (select count(*) from public.posts where status = 'published' and visibility = 'public'),
      'categories', (select coalesce(jsonb_object_agg(category, spots), '{}')
        from (select category, sum(spots) as spots from shown group by category) as counted)
    )
  $$;
comment on function private.count_everything is 'Counts what everyone may see: {spots, cities, members, posts, categories: {id: count}}.';

create function private.count_statistics() returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  started constant timestamptz := clock_timestamp();
  counted constant jsonb := private.count_everything();
begin
  if current_setting('transaction_read_only') = 'off' then
    update private.statistics set numbers = counted, counted_at = clock_timestamp(), took = clock_timestamp() - started
    where only_row in (select only_row from private.statistics for update skip locked);
  end if;
  return counted;
end
$$;
comment on function private.count_statistics is 'Counts everything and caches the result. Processes that count at the same time do not wait for each other.';

-- A server chore refreshes the counts. A page counts only if no chore has done so for a long time.
create function private.current_statistics() returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  kept constant private.statistics := (select statistics from private.statistics);
begin
  if kept.counted_at + greatest(kept.took * 200, '30 s') > clock_timestamp() then
    return kept.numbers;
  end if;
  return private.count_statistics();
end
$$;
comment on function private.current_statistics is 'The cached counts. Counted again only if they are so old that no chore can be running.';

create function private.refresh_statistics() returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  kept constant private.statistics := (select statistics from private.statistics);
begin
  if kept.counted_at + kept.took * 50 > clock_timestamp() then
    return false;
  end if;
  perform private.count_statistics();
  return true;
end
$$;
comment on function private.refresh_statistics is
  'Refreshes the counts if they are older than fifty times the duration of the last count. Returns whether it did.';

create function public.refresh_statistics() returns boolean
  language sql volatile set search_path = ''
  as $$ select private.refresh_statistics() $$;
comment on function public.refresh_statistics is 'Server chore: refreshes the counts of the home page if they are too old. Returns whether it did.';

grant execute on function
  private.current_statistics
to anon, authenticated;
