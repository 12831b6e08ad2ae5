-- The reply of a view, written as text. At 100,000 spots and zoom 4 a view took 5.3 ms of processor time: 2.2 to describe 225 cells,
-- 1.4 to describe 30 spots (a call of private.spot_card for each, which cannot be inlined), 1.2 to weigh the cells at the edge.
-- Joined text needs 0.7, 0.7 and 0.5; and json goes out as it was written, while jsonb is taken apart and put together again.
drop function public.explore_view;
drop function private.explore_view(private.spot_filter, double precision, text, integer, text);
drop function private.describe_clusters, private.cluster_hits, private.describe_spots, private.list_rim_shares, private.list_best_cells;

create function private.describe_spots(ids text[]) returns json
  language sql stable
  as $$
    select coalesce(json_agg(json_build_object(
      'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category, 'tags', spot.tags,
      'excerpt', left(spot.description, 240), 'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision,
      'country_code', spot.country_code, 'visibility', spot.visibility, 'status', spot.status, 'author_id', spot.author_id,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'photo_count', spot.photo_count,
      'comment_count', spot.comment_count, 'save_count', spot.save_count, 'been_count', spot.been_count,
      'published_at', spot.published_at, 'created_at', spot.created_at, 'updated_at', spot.updated_at,
      'city', case when city.id is not null then json_build_object(
        'slug', city.slug, 'name', city.name, 'country_code', city.country_code, 'country_name', city.country_name) end,
      'cover', case when photo.id is not null then private.photo_card(photo) end
    ) order by wanted.place), '[]')
    from unnest(ids) with ordinality as wanted (id, place)
    join public.spots as spot on spot.id = wanted.id
    left join public.cities as city on city.id = spot.city_id
    left join public.photos as photo on photo.id = spot.cover_photo_id
  $$;
comment on function private.describe_spots is
  'Spots as private.spot_card shows them, in the order given, all in one join. The caller has made sure that they may be seen.';

create or replace function private.list_nearest_spots(at_lng double precision, at_lat double precision, most integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select private.describe_spots(array(
      select id from (
        select id, private.distance_meters(lng, lat, at_lng, at_lat) as meters
        from public.spots where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit most
      ) as near order by meters
    ))::jsonb
  $$;

-- Stable, since joining a number to a text is: a function that says more of itself than its body holds is not inlined.
create function private.mark_spot(id text, slug text, title text, category text, lng double precision, lat double precision)
  returns text
  language sql stable
  return '{"n":1,"id":"' || id || '","slug":"' || slug || '","title":' || to_json(title)::text || ',"category":"' || category
    || '","lng":' || round(lng * 1e6) / 1e6 || ',"lat":' || round(lat * 1e6) / 1e6 || '}';
comment on function private.mark_spot is 'A spot as the map shows it, in JSON. Ids, slugs and categories hold nothing that JSON escapes.';

create function private.mark_cluster(n bigint, lng double precision, lat double precision, groups bigint[]) returns text
  language sql stable
  return '{"n":' || n || ',"lng":' || round(lng * 1e4) / 1e4 || ',"lat":' || round(lat * 1e4) / 1e4
    || ',"groups":[' || array_to_string(groups, ',') || ']}';
comment on function private.mark_cluster is 'A number of spots as the map shows it, in JSON.';

create function private.cluster_hits(hits private.spot_hit[], level integer, weight integer) returns text
  language sql stable
  as $$
    select string_agg(
      case when cluster.n = 1 and weight = 1
        then private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat)
        else private.mark_cluster(cluster.n * weight, cluster.lng, cluster.lat, cluster.groups)
      end, ',')
    from (
      select private.map_cell((hit).map_key, level) as cell, count(*) as n, avg((hit).lng) as lng, avg((hit).lat) as lat,
        min((hit).id) as spot_id,
        array[
          count(*) filter (where category.group_id = 'relief') * weight,
          count(*) filter (where category.group_id = 'water') * weight,
          count(*) filter (where category.group_id = 'green') * weight,
          count(*) filter (where category.group_id = 'past') * weight,
          count(*) filter (where category.group_id = 'culture') * weight,
          count(*) filter (where category.group_id = 'table') * weight,
          count(*) filter (where category.group_id = 'way') * weight
        ] as groups
      from unnest(hits) as hit join public.categories as category on category.id = (hit).category
      group by 1
    ) as cluster
    left join public.spots as spot on cluster.n = 1 and weight = 1 and spot.id = cluster.spot_id
  $$;
comment on function private.cluster_hits is
  'Spots as the map shows them, in JSON: one a cell, or a count. weight: how many spots each stands for. Null when there are none.';

create function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[]) returns text
  language sql stable
  as $$
    with drawn as (
      select *, x * 360 - 180 as lng, degrees(atan(sinh(pi() * (1 - 2 * y)))) as lat,
        n = 1 and (spot_id is not null or scanned <= 200) as is_single
      from unnest(clusters)
    )
    select concat_ws(',',
      (select string_agg(private.mark_cluster(n, lng, lat, groups), ',') from drawn where not is_single),
      (
        select string_agg(
          case when spot.id is null then private.mark_cluster(single.n, single.lng, single.lat, single.groups)
            else private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat)
          end, ',')
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
  $$;
comment on function private.describe_clusters is
  'Cells as the map shows them, in JSON. One that holds, or of which passes, only one spot is drawn as that spot. A cell may be two '
  'seconds old: whether its spot may be seen is asked of the spot.';

create function private.list_edge_counts(filter private.spot_filter, level integer) returns table (cell bigint, n double precision)
  language sql stable
  as $$
    with frame as materialized (
      select 1::bigint << (level + 2) as size,
        ((filter).west + 180) / 360 * (1::bigint << (level + 2)) as x0,
        ((filter).east + 180 + case when (filter).west > (filter).east then 360 else 0 end) / 360 * (1::bigint << (level + 2)) as x1,
        private.mercator_y((filter).north) * (1::bigint << (level + 2)) as y0,
        private.mercator_y((filter).south) * (1::bigint << (level + 2)) as y1
      where level <= 10
    ),
    columns as materialized (
      select private.spread_bits(place & (size - 1)) as bits, least(place + 1, x1) - greatest(place, x0) as width,
        place >> 2 in (floor(x0)::bigint >> 2, floor(x1)::bigint >> 2) as is_rim
      from frame, generate_series(floor(x0)::bigint, least(floor(x1)::bigint, floor(x0)::bigint + size - 1)) as place
    ),
    rows as materialized (
      select private.spread_bits(place) << 1 as bits, least(place + 1, y1) - greatest(place, y0) as height,
        place >> 2 in (floor(y0)::bigint >> 2, least(size - 1, floor(y1)::bigint) >> 2) as is_rim
      from frame, generate_series(least(size - 1, floor(y0)::bigint), least(size - 1, floor(y1)::bigint)) as place
    ),
    fine as materialized (
      select (1::bigint << (2 * level + 4)) | side.bits as cell, side.share
      from (
        select columns.bits | rows.bits, columns.width * rows.height
        from (select * from columns where is_rim) as columns, rows
        union all
        select columns.bits | rows.bits, columns.width * rows.height
        from (select * from columns where not is_rim) as columns, (select * from rows where is_rim) as rows
      ) as side (bits, share)
    )
    select counted.cell >> 4, sum(counted.n * fine.share)
    from private.spot_cells as counted join fine on fine.cell = counted.cell
    where counted.cell = any (array(select cell from fine)) and counted.audience = 0
    group by counted.cell >> 4
  $$;
comment on function private.list_edge_counts is
  'How many public spots of each cell at the edge of a view lie in it, by cells two levels finer: weighed by area alone the total errs by a tenth.';

alter type private.map_cluster add attribute whole integer;
comment on type private.map_cluster is
  'A cell as filters leave it. n: that pass; scanned: of the categories asked for; whole: of any category; share: how much of its area is in the view.';

-- Columns, not a row: of a row in one piece every field that is asked for is looked up anew, 10 ms for 400 cells of 24 categories.
create function private.list_best_cells(filter private.spot_filter, level integer)
  returns table (
    cell bigint, n integer, x double precision, y double precision, groups integer[], category_positions smallint[], counts integer[],
    category_x real[], category_y real[], spot_id text, share double precision
  )
  language sql stable
  as $$
    with wanted as materialized (
      select view.cell, view.share, depth
      from generate_series(least(level, 12), least(level, 16)) as depth, private.list_view_cells(filter, depth) as view
    )
    select distinct on (cells.cell) cells.cell, cells.n, cells.x, cells.y, cells.groups, cells.category_positions, cells.counts, cells.category_x,
      cells.category_y, cells.spot_id, wanted.share
    from wanted join private.spot_cells as cells on cells.cell = wanted.cell and cells.audience <= (filter).audience
    -- Said twice, since only an array makes the planner go by the index whatever it thinks of the numbers.
    where cells.cell = any (array(select cell from wanted)) and (depth = least(level, 16) or cells.n <= 64)
    order by cells.cell, cells.audience desc
  $$;
comment on function private.list_best_cells is
  'The cells of a view: of the level asked for, or coarser ones where so few spots are that the pyramid ends above it.';

create or replace function private.list_clusters(filter private.spot_filter, level integer) returns setof private.map_cluster
  language plpgsql stable
  as $$
declare
  -- The place in spot_cells.counts: all, rated at least 1 to 5, with photos.
  slot constant integer := case when (filter).has_photos then 7 else 1 + coalesce(floor((filter).min_rating), 0)::integer end;
  -- By position of the category: its place among the groups, null when it is not asked for.
  group_places constant integer[] := array(
    select case when (filter).categories is null or id = any ((filter).categories)
      then array_position('{relief,water,green,past,culture,table,way}', group_id) end
    from generate_series(1, (select max(position) from public.categories)) as place
    left join public.categories on categories.position = place
    order by place);
begin
  if (filter).categories is null and slot = 1 then
    return query
      select best.cell, best.n, best.n, best.x, best.y, best.groups, best.spot_id, best.share, best.n
      from private.list_best_cells(filter, level) as best;
    return;
  end if;
  return query
    select best.cell, part.n, part.scanned, part.x, part.y, part.groups, best.spot_id, best.share, best.n
    from private.list_best_cells(filter, level) as best
    cross join lateral (
      select sum(part.n)::integer as n, sum(part.scanned)::integer as scanned,
        sum(part.n * part.x) / nullif(sum(part.n), 0) as x, sum(part.n * part.y) / nullif(sum(part.n), 0) as y,
        array[
          coalesce(sum(part.n) filter (where part.place = 1), 0), coalesce(sum(part.n) filter (where part.place = 2), 0),
          coalesce(sum(part.n) filter (where part.place = 3), 0), coalesce(sum(part.n) filter (where part.place = 4), 0),
          coalesce(sum(part.n) filter (where part.place = 5), 0), coalesce(sum(part.n) filter (where part.place = 6), 0),
          coalesce(sum(part.n) filter (where part.place = 7), 0)
        ]::integer[] as groups
      from (
        select best.counts[i][slot] as n, best.counts[i][1] as scanned, best.category_x[i]::double precision as x,
          best.category_y[i]::double precision as y, group_places[best.category_positions[i]] as place
        from generate_subscripts(best.category_positions, 1) as i
        where group_places[best.category_positions[i]] is not null
      ) as part
    ) as part
    where part.n is not null;
end
$$;

-- One category has few spots in each step of the score, so that passing over the other 23 would cost a look at each of them.
create index spots_category_bucket_map_key_idx on public.spots (category, private.score_bucket(score), map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');

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
  elsif share * walk > 12 * most then
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

create function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
  returns json
  language plpgsql stable security definer
  -- Plans must not depend on which view came first on the connection, and compiling them costs more than running them.
  set search_path = '' set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_mergejoin = off
  as $$
declare
  level constant integer := private.choose_cell_level(filter, zoom);
  is_fine constant boolean := filter.query is not null or filter.access is not null
    or filter.min_rating <> floor(filter.min_rating) or (filter.has_photos and filter.min_rating is not null);
  -- Views of no more than this are read spot by spot, which costs 4 ms for a thousand; cells cost 2 ms, but know no fine filters.
  few constant integer := case when is_fine then 1200 else 400 end;
  -- Words that stand in no more spots than this are looked up, others are counted in a sample of the view.
  rare constant integer := 1500;
  after_rank double precision := 'infinity';
  after_id text := '';
  clusters private.map_cluster[];
  hits private.spot_hit[];
  own private.spot_hit[] := '{}';
  top private.spot_hit[];
  matched double precision;
  scanned double precision;
  one_in integer := 1;
  is_complete boolean := false;
  ids text[];
  next_cursor text;
begin
  -- Asked here and not taken from the argument: nobody can look through another's eyes.
  filter.viewer_id := auth.uid();
  filter.audience := case when filter.viewer_id is null then 0 else 1 end;
  if cursor is not null then
    after_rank := split_part(cursor, '_', 1)::double precision;
    after_id := split_part(cursor, '_', 2);
  end if;
  select array_agg(cluster) filter (where cluster.n > 0), coalesce(sum(cluster.n * seen.share), 0), coalesce(sum(cluster.scanned * seen.share), 0)
    into clusters, matched, scanned
    from private.list_clusters(filter, level) as cluster
    left join private.list_edge_counts(filter, level) as rim on rim.cell = cluster.cell
    cross join lateral (
      select case when cluster.share > 0.9999 or level > 10 then cluster.share else coalesce(rim.n, 0) / cluster.whole end as share
    ) as seen;

  if scanned <= few or level > 16 then
    hits := array(select hit from private.list_hits(filter, level, 2 * few + 1) as hit);
    is_complete := cardinality(hits) <= 2 * few;
  end if;
  if not is_complete and filter.query is not null then
    is_complete := (select count(*) from (select from public.spots where search @@ filter.query limit rare + 1) as found) <= rare;
    if is_complete then
      hits := array(select hit from private.list_found_hits(filter, rare) as hit);
    end if;
  end if;
  if not is_complete and is_fine then
    one_in := case when scanned < 8 * 2500 then 8 when scanned < 64 * 2500 then 64 else 512 end;
    hits := array(select hit from private.list_sampled_hits(filter, level, one_in) as hit);
    matched := cardinality(hits) * one_in;
  end if;

  if filter.viewer_id is not null then
    own := array(select hit from private.list_own_hits(filter, not is_complete) as hit);
  end if;
  if is_complete then
    hits := hits || own;
    top := hits;
    matched := cardinality(hits);
  else
    top := own;
    if matched > 0 then
      top := top || array(select hit
        from private.list_top_hits(filter, sort, level, page_size + 1, matched, after_rank, after_id) as hit);
    end if;
    matched := matched + cardinality(own);
  end if;

  select array_agg(ranked.id order by ranked.rank desc, ranked.id desc),
      (array_agg(ranked.rank::text || '_' || ranked.id order by ranked.rank desc, ranked.id desc))[page_size]
    into ids, next_cursor
    from (
      select distinct hit.id, private.get_hit_rank(hit, sort, filter) as rank from unnest(top) as hit
      where (private.get_hit_rank(hit, sort, filter), hit.id) < (after_rank, after_id)
      order by 2 desc, 1 desc limit page_size + 1
    ) as ranked;

  return ('{"clusters":[' || concat_ws(',',
      nullif(case
        when is_complete then private.cluster_hits(hits, least(26, level + case when level >= 17 then 1 else 0 end), 1)
        when is_fine then private.cluster_hits(hits, level, one_in)
        else private.describe_clusters(filter, clusters)
      end, ''),
      case when not is_complete then private.cluster_hits(own, 26, 1) end)
    || '],"total":{"n":' || round(matched) || ',"exact":' || is_complete::text
    || '},"spots":' || private.describe_spots(ids[1:page_size])
    || ',"cursor":' || case when cardinality(ids) > page_size then '"' || next_cursor || '"' else 'null' end
    || ',"version":' || (select version from private.spot_map) || '}')::json;
end
$$;

comment on function private.explore_view(private.spot_filter, double precision, text, integer, text) is
  'Reads past the row rules, since counts must be fast: every spot it names has passed private.is_shown or is the viewer''s own.';

create function public.explore_view(
  west double precision, south double precision, east double precision, north double precision, zoom double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best', near_lng double precision default null,
  near_lat double precision default null, page_size integer default 30, cursor text default null
) returns json
  language plpgsql stable set search_path = ''
  as $$
begin
  if sort not in ('best', 'newest', 'nearest') then
    raise invalid_parameter_value using message = 'sort must be best, newest or nearest.';
  end if;
  if cursor !~ '^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,2})?_[a-z0-9]{8,24}$' then
    raise invalid_parameter_value using message = 'cursor must be the one of the page before.';
  end if;
  return private.explore_view(
    private.to_spot_filter(west, south, east, north, categories, min_rating, has_photos, access, tags, q, near_lng, near_lat),
    greatest(0, least(24, coalesce(zoom, 0))), coalesce(sort, 'best'), greatest(1, least(100, coalesce(page_size, 30))), cursor
  );
end
$$;
comment on function public.explore_view is
  'A view of the map: clusters or single spots, how many match, and the first spots of the list. Bounded at every zoom.';

revoke execute on all functions in schema private from public;
revoke execute on function public.explore_view from public;
grant execute on function public.explore_view to anon, authenticated, service_role;
grant execute on function private.explore_view(private.spot_filter, double precision, text, integer, text)
  to anon, authenticated, service_role;
