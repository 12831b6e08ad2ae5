-- Numbers of the whole instance. Counting a million rows takes longer than a page may, so they are kept and counted anew when
-- they are older than fifty times what the last count took: at once on a small instance, every half minute on a huge one.
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
comment on function private.count_everything is 'Counts what everybody may see: {spots, cities, members, posts, categories: {id: count}}.';

create function private.current_statistics() returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  kept private.statistics := (select statistics from private.statistics);
  started timestamptz := clock_timestamp();
begin
  if kept.counted_at + greatest(kept.took * 50, '0.2 s') > started then
    return kept.numbers;
  end if;
  kept.numbers := private.count_everything();
  if current_setting('transaction_read_only') = 'off' then
    update private.statistics set numbers = kept.numbers, counted_at = clock_timestamp(), took = clock_timestamp() - started
    where only_row in (select only_row from private.statistics for update skip locked);
  end if;
  return kept.numbers;
end
$$;
comment on function private.current_statistics is 'The kept counts, counted anew when they are old. Readers never wait for each other.';
revoke execute on all functions in schema private from public;
grant execute on function private.current_statistics to anon, authenticated, service_role;
