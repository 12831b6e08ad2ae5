-- Spots at the same position came in any order: two requests could show different ones, and pages of the nearest spots
-- could repeat or omit some.
create or replace function private.list_nearest_spots(at_lng double precision, at_lat double precision, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select private.describe_spots(array(
      select id from (
        select id, private.distance_meters(lng, lat, at_lng, at_lat) as meters
        from public.spots where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat), id
        limit most
      ) as near order by meters, id
    ))::jsonb
  $function$;

create or replace function private.nearby_spots(at_lng double precision, at_lat double precision, except_id text, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) || jsonb_build_object(
      'distance_meters', round(private.distance_meters(at_lng, at_lat, spots.lng, spots.lat))
    ) order by private.distance_meters(at_lng, at_lat, spots.lng, spots.lat), spots.id), '[]')
    -- An array is planned as ten rows, while the limit of a kept plan is unknown.
    from unnest(array(
      select spots.id from public.spots
      where status in ('published', 'closed') and visibility = 'public' and id <> except_id
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat), id
      limit most
    )) as chosen (id) join public.spots using (id)
    left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
    where private.distance_meters(at_lng, at_lat, spots.lng, spots.lat) <= 50000
  $function$;

create or replace function private.find_nearest_match(filter private.spot_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A few hours away. A spot beyond is no alternative.
  most_meters constant integer := 300000;
  -- The number of spots to read before giving up, which bounds the time for a filter that no spot passes.
  most_read constant integer := 2000;
begin
  filter.west := -180;
  filter.south := -90;
  filter.east := 180;
  filter.north := 90;
  return private.describe_spots(array(
    select spot.id
    from (
      select * from public.spots where status in ('published', 'closed') and visibility = 'public'
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(filter.from_lng, filter.from_lat), id
      limit most_read
    ) as spot
    where private.matches_filter(spot, filter)
      and private.distance_meters(filter.from_lng, filter.from_lat, spot.lng, spot.lat) <= most_meters
    order by private.distance_meters(filter.from_lng, filter.from_lat, spot.lng, spot.lat), spot.id
    limit 1
  ))::jsonb -> 0;
end
$function$;

create or replace function private.list_top_hits(filter private.spot_filter, sort text, level integer, most integer, matched double precision, after_rank double precision, after_id text)
 RETURNS SETOF private.spot_hit
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- How many rows an index walk may read before it gives up.
  walk constant integer := 12000;
  share constant double precision :=
    matched / greatest(1, (select n from private.spot_cells where cell = 1 and audience = 0));
  by_category constant boolean := coalesce(cardinality((filter).categories) <= 6, false);
  -- How many spots of a range and bucket are compared with the words, about 1,500 in all ranges.
  reads integer;
  from_keys bigint[];
  below_keys bigint[];
  found integer := 0;
  -- How many spots of a range and bucket are taken. The first try takes few, because a wide view has many ranges.
  taken integer;
  hits private.spot_hit[];
begin
  if sort = 'nearest' then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from (
        select * from public.spots where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(lng, lat)
          operator(extensions.<->) private.position_cube((filter).from_lng, (filter).from_lat), id desc
        limit 4000
      ) as spot
      where private.matches_filter(spot, filter)
        and (-private.distance_meters((filter).from_lng, (filter).from_lat, spot.lng, spot.lat), spot.id) < (after_rank, after_id)
      limit most;
  elsif sort = 'newest' then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from (
        select * from public.spots
        where status in ('published', 'closed') and visibility in ('public', 'members')
          and (published_at, id) < (to_timestamp(after_rank), after_id)
        order by published_at desc, id desc limit walk
      ) as spot
      where private.is_shown(spot, (filter).audience) and private.matches_filter(spot, filter)
      limit most;
  elsif share * walk > 12 * most and not by_category then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from (
        select * from public.spots
        where status in ('published', 'closed') and visibility in ('public', 'members') and (score, id) < (after_rank, after_id)
        order by score desc, id desc limit walk
      ) as spot
      where private.is_shown(spot, (filter).audience) and private.matches_filter(spot, filter)
      limit most;
  else
    -- A score bucket with more rows than the limit contributes equally from each range, so that no corner of the map
    -- crowds out the others. A truncated bucket holds a whole page, so no page is short. Categories are looked up one by
    -- one: with `= any` the planner read whole buckets of the view to find the few spots of a rare category.
    select array_agg(run.from_key), array_agg(run.below_key) into from_keys, below_keys
      from private.list_view_runs(filter, greatest(0, level - 1)) as run;
    reads := case when (filter).query is not null then greatest(20, 1500 / cardinality(from_keys)) end;
    for bucket in reverse private.score_bucket(least(after_rank, 100)::real)..0 loop
      taken := least(most, greatest(6, 4 * most / cardinality(from_keys)));
      loop
        if by_category then
          hits := array(
            select (spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at)::private.spot_hit
            from unnest(from_keys, below_keys) as run (from_key, below_key),
            unnest((filter).categories) as wanted_category,
            lateral (
              select * from (
                select * from public.spots
                where status in ('published', 'closed') and visibility in ('public', 'members')
                  and category = wanted_category and private.score_bucket(score) = bucket
                  and map_key >= run.from_key and map_key < run.below_key and (score, id) < (after_rank, after_id)
                limit reads
              ) as read
              where private.is_shown(read, (filter).audience) and private.matches_filter(read, filter)
              limit taken
            ) as spot);
        else
          hits := array(
            select (spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at)::private.spot_hit
            from unnest(from_keys, below_keys) as run (from_key, below_key),
            lateral (
              select * from (
                select * from public.spots
                where status in ('published', 'closed') and visibility in ('public', 'members')
                  and private.score_bucket(score) = bucket and map_key >= run.from_key and map_key < run.below_key
                  and (score, id) < (after_rank, after_id)
                limit reads
              ) as read
              where private.is_shown(read, (filter).audience) and private.matches_filter(read, filter)
              limit taken
            ) as spot);
        end if;
        -- Taking more changes something only if the page is not full and a range may have had more.
        exit when taken = most or cardinality(hits) < taken or found + cardinality(hits) >= least(most, matched);
        taken := most;
      end loop;
      return query select * from unnest(hits);
      found := found + cardinality(hits);
      exit when found >= least(most, matched);
    end loop;
  end if;
end
$function$;
