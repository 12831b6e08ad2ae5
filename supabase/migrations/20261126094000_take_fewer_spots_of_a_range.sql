-- Reads fewer spots for the list beside a wide view. Each range of the map gave a whole page from the first bucket with
-- any, up to 31 spots of 15 ranges and 5 categories, for a list of 30, and half of what those ranges hold lies outside
-- the view. The spots of a rare category come from the index of their category: a world view of 448 castles among 86,000
-- spots took 42 ms and takes 5. Cells in which one spot matches are searched for it only up to 2,000 spots in all.
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

create or replace function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[], level integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
    with drawn as (
      select *, x * 360 - 180 as lng, degrees(atan(sinh(pi() * (1 - 2 * y)))) as lat,
        -- Only the spots with the fewest others around them have marks of their own.
        n = 1 and (spot_id is not null or scanned <= 200) and rank() over emptiest <= 150
          -- Finding the spot of a cell reads the others of its categories.
          and sum(case when spot_id is null then least(scanned, 200) else 1 end) over emptiest <= 2000 as is_single
      from (select *, sum(n) over (partition by cell >> 6) as around from unnest(clusters)) as counted
      window emptiest as (order by n <> 1, around, cell)
    )
    select concat_ws(',',
      (select string_agg(private.mark_cluster(n, lng, lat, groups, private.mark_scale(level), null), ',' order by cell) from drawn where not is_single),
      (
        select string_agg(
          case when spot.id is null
            then private.mark_cluster(single.n, single.lng, single.lat, single.groups, private.mark_scale(level), null)
            else private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat, true)
          end, ',' order by single.cell)
        from (select *, least(16, floor(ln(cell) / ln(4) + 0.01)::integer) as depth from drawn where is_single) as single
        left join lateral (
          (select spots from public.spots where id = single.spot_id)
          union all
          (select spots from public.spots
            where single.spot_id is null
              and map_key >= private.cell_start(single.cell, single.depth)
              and map_key < private.cell_start(single.cell + 1, single.depth)
              and category = any (coalesce((filter).categories, array(select id from public.categories)))
              and status in ('published', 'closed') and visibility in ('public', 'members')
              and ((filter).min_rating is null or rating_average >= (filter).min_rating)
              and (not (filter).has_photos or photo_count > 0)
              and private.is_shown(spots, (filter).audience)
            limit 1)
        ) as found (spot) on true
        cross join lateral (select (found.spot).*) as spot
        where single.spot_id is null or (spot.id is not null and private.is_shown(found.spot, (filter).audience))
      ))
  $function$;
