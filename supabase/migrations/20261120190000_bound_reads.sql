-- Reads that grew with the whole table, found with 86,000 spots.
--
-- A condition that is not leakproof may not go into an index before the row rule has been asked. So the count of a sheet looks
-- at public spots as the owner (20 ms to 0.3 ms), and `auth.uid()` stands in a sub-select, which makes it a plain value
-- (list_nearby_duplicates: 85 ms to 2 ms).
create or replace function private.count_on_sheet(at_lng double precision, at_lat double precision, most integer) returns integer
  language sql stable security definer set search_path = ''
  as $$
    with sheet as (
      select least(floor((at_lng + 180) * 12), 4319) / 12 - 180 as west, least(floor((at_lat + 90) * 24), 4319) / 24 - 90 as south
    )
    select count(*)::integer from (
      select from sheet, public.spots
      where status in ('published', 'closed') and visibility = 'public'
        and private.position_cube(lng, lat) operator(extensions.<@)
          extensions.cube_enlarge(private.position_cube(west + 1.0 / 24, south + 1.0 / 48), 5.3, 3)
        and lng >= west and lng < west + 1.0 / 12 and lat >= south and lat < south + 1.0 / 24
      limit most
    ) as found
  $$;

create or replace function public.list_nearby_duplicates(lng double precision, lat double precision, title text default '', except_id text default '')
  returns jsonb
  language sql stable set search_path = ''
  as $$
    with near as (
      select id, near.title, near.lng, near.lat from (
        select spots.id, spots.title, spots.lng, spots.lat from public.spots
        where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(spots.lng, spots.lat)
          operator(extensions.<->) private.position_cube(list_nearby_duplicates.lng, list_nearby_duplicates.lat)
        limit 40
      ) as near
      union
      select id, own.title, own.lng, own.lat from (
        select spots.id, spots.title, spots.lng, spots.lat from public.spots
        where author_id = (select auth.uid()) and status <> 'removed' order by created_at desc limit 200
      ) as own
    ), measured as (
      select near.id,
        private.distance_meters(near.lng, near.lat, list_nearby_duplicates.lng, list_nearby_duplicates.lat) as meters,
        extensions.similarity(private.fold(near.title), private.fold(list_nearby_duplicates.title)) as similarity
      from near where near.id <> list_nearby_duplicates.except_id
    )
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'distance_meters', round(chosen.meters), 'similarity', round(chosen.similarity::numeric, 2)
    ) order by chosen.similarity > 0.4 desc, chosen.meters), '[]')
    from (
      select * from measured where meters <= 120 or (meters <= 2000 and similarity > 0.4)
      order by similarity > 0.4 desc, meters limit 5
    ) as chosen join public.spots on spots.id = chosen.id
  $$;

-- The numbers of the start page are counted by a chore of the server. A page counts itself only where no chore does.
create or replace function private.current_statistics() returns jsonb
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
comment on function private.current_statistics is 'The kept counts. Counted anew only when they are so old that nobody else does it.';

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
comment on function private.count_statistics is 'Counts everything and keeps it. Processes that count at once do not wait for each other.';

create function public.refresh_statistics() returns boolean
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
comment on function public.refresh_statistics is
  'Chore of the server: counts anew when the counts are older than fifty times what the last count took. Tells whether it did.';

revoke execute on all functions in schema public, private from public;
revoke execute on function private.count_statistics, public.refresh_statistics from anon, authenticated;
grant execute on function public.refresh_statistics to service_role;
