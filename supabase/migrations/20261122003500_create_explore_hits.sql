-- The spots of a view: few are read directly, many are sampled or ranked.

-- offset 0 keeps each lookup by key separate. With a free join, the planner reads all spots first and compares the
-- ranges afterwards.
create function private.list_hits(filter private.spot_filter, level integer, most integer) returns setof private.spot_hit
  language plpgsql stable
  as $$
begin
  if (filter).categories is null then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from private.list_view_runs(filter, level) as run
      cross join lateral (
        select * from public.spots
        where map_key >= run.from_key and map_key < run.below_key
          and status in ('published', 'closed') and visibility in ('public', 'members')
          and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
        offset 0
      ) as spot
      limit most;
  else
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from private.list_view_runs(filter, level) as run
      cross join unnest((filter).categories) as wanted_category
      cross join lateral (
        select * from public.spots
        where category = wanted_category and map_key >= run.from_key and map_key < run.below_key
          and status in ('published', 'closed') and visibility in ('public', 'members')
          and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
        offset 0
      ) as spot
      limit most;
  end if;
end
$$;
comment on function private.list_hits is 'The spots of a view that match the filters, read by map key, at most `most` of them.';

create function private.list_found_hits(filter private.spot_filter, most integer) returns setof private.spot_hit
  language sql stable
  as $$
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
    from (select * from public.spots where search @@ (filter).query limit most) as spot
    where private.is_shown(spot, (filter).audience) and private.matches_filter(spot, filter)
  $$;
comment on function private.list_found_hits is 'The spots that contain the words, limited to those in the view that match the filters.';

create function private.list_sampled_hits(filter private.spot_filter, level integer, one_in integer) returns setof private.spot_hit
  language plpgsql stable
  as $$
begin
  if one_in = 8 then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from private.list_view_runs(filter, level) as run
      cross join lateral (
        select * from public.spots
        where map_key >= run.from_key and map_key < run.below_key and private.get_sample_number(id) % 8 = 0
          and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
        offset 0
      ) as spot;
  elsif one_in = 64 then
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from private.list_view_runs(filter, level) as run
      cross join lateral (
        select * from public.spots
        where map_key >= run.from_key and map_key < run.below_key and private.get_sample_number(id) % 64 = 0
          and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
        offset 0
      ) as spot;
  else
    return query
      select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
      from private.list_view_runs(filter, level) as run
      cross join lateral (
        select * from public.spots
        where map_key >= run.from_key and map_key < run.below_key and private.get_sample_number(id) = 0
          and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
        offset 0
      ) as spot;
  end if;
end
$$;
comment on function private.list_sampled_hits is 'One in 8, 64 or 512 of the spots of a view, limited to those that match the filters.';

create function private.list_own_hits(filter private.spot_filter, with_new boolean) returns setof private.spot_hit
  language sql stable
  as $$
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, coalesce(spot.published_at, spot.created_at)
    from public.spots as spot
    where spot.author_id = (filter).viewer_id
      and (spot.visibility in ('link', 'private') or spot.status = 'pending')
      and spot.status in ('pending', 'published', 'closed')
      and private.matches_filter(spot, filter)
    union
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
    from private.spot_changes as change join public.spots as spot on spot.id = change.spot_id
    where with_new and change.is_new and change.author_id = (filter).viewer_id and spot.author_id = (filter).viewer_id
      and private.is_shown(spot, 1::smallint) and private.matches_filter(spot, filter)
    limit 200
  $$;
comment on function private.list_own_hits is
  'The spots of a view that only their author sees and, with with_new, those that no cell counts yet.';

create function private.get_hit_rank(hit private.spot_hit, sort text, filter private.spot_filter) returns double precision
  language sql stable
  return case sort
    when 'newest' then coalesce(extract(epoch from (hit).published_at)::double precision, 0)
    when 'nearest' then -private.distance_meters((filter).from_lng, (filter).from_lat, (hit).lng, (hit).lat)
    else (hit).score
  end;

-- Few categories always use their own index. Imported places rank by the length of their description, so all castles
-- may rank below twelve thousand other spots: walking down the best took 109 ms for the castles of 86,000 real places
-- at zoom 0.
create function private.list_top_hits(
  filter private.spot_filter, sort text, level integer, most integer, matched double precision, after_rank double precision,
  after_id text
) returns setof private.spot_hit
  language plpgsql stable
  as $$
declare
  -- How many rows an index walk may read before it gives up.
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
    -- A score bucket with more rows than the limit contributes equally from each range, so that no corner of the map
    -- crowds out the others. A truncated bucket holds a whole page, so no page is short.
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
comment on function private.list_top_hits is
  'The first spots after a position in the sort order, for views with too many spots to sort. matched is the approximate number of matches.';
