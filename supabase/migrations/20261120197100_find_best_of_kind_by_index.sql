-- A few categories are always found by their own index. Imported places rank by the length of their description, so that all castles may
-- stand below twelve thousand others: walking down the best took 109 ms for the castles of 86,000 real places at zoom 0.
create or replace function private.list_top_hits(
  filter private.spot_filter, sort text, level integer, most integer, matched double precision, after_rank double precision,
  after_id text
) returns setof private.spot_hit
  language plpgsql stable
  as $$
declare
  -- How many rows a walk down an index may look at before it gives up.
  walk constant integer := 12000;
  share constant double precision :=
    matched / greatest(1, (select n from private.spot_cells where cell = 1 and audience = 0));
  by_category constant boolean := coalesce(cardinality((filter).categories) <= 6, false);
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
    -- A step of the score that holds more than is read gives as many from each stretch, so that no corner of the map crowds the
    -- others out; one that is cut off holds a whole page, so that no page is cut short.
    select array_agg(run.from_key), array_agg(run.below_key) into from_keys, below_keys
      from private.list_view_runs(filter, greatest(0, level - 2)) as run;
    for bucket in reverse private.score_bucket(least(after_rank, 100)::real)..0 loop
      if by_category then
        return query
          select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
          from unnest(from_keys, below_keys) as run (from_key, below_key),
          lateral (
            select * from public.spots
            where status in ('published', 'closed') and visibility in ('public', 'members')
              and category = any ((filter).categories) and private.score_bucket(score) = bucket
              and map_key >= run.from_key and map_key < run.below_key
              and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
              and (score, id) < (after_rank, after_id)
            limit most
          ) as spot;
      else
        return query
          select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
          from unnest(from_keys, below_keys) as run (from_key, below_key),
          lateral (
            select * from public.spots
            where status in ('published', 'closed') and visibility in ('public', 'members')
              and private.score_bucket(score) = bucket and map_key >= run.from_key and map_key < run.below_key
              and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
              and (score, id) < (after_rank, after_id)
            limit most
          ) as spot;
      end if;
      get diagnostics added = row_count;
      found := found + added;
      exit when found >= least(most, matched);
    end loop;
  end if;
end
$$;

revoke execute on all functions in schema private from public;
