-- The best spots of a rare category come from the index of its category. A world view of 448 castles among 86,000 spots
-- read every spot of a bucket before: 42 ms, in proportion to the number of spots.
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
  added integer;
begin
  if sort = 'nearest' then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from (
        select * from public.spots where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(lng, lat)
          operator(extensions.<->) private.position_cube((filter).from_lng, (filter).from_lat)
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
      from private.list_view_runs(filter, greatest(0, level - 2)) as run;
    reads := case when (filter).query is not null then greatest(50, 1500 / cardinality(from_keys)) end;
    for bucket in reverse private.score_bucket(least(after_rank, 100)::real)..0 loop
      if by_category then
        return query
          select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
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
            limit most
          ) as spot;
      else
        return query
          select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
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
            limit most
          ) as spot;
      end if;
      get diagnostics added = row_count;
      found := found + added;
      exit when found >= least(most, matched);
    end loop;
  end if;
end
$function$;
