-- The map places its marks where the spots are, so it needs finer counts than cells of 64 px: cells of 32 px with their
-- centres, and of 8 px where all spots of the view are read. With cells of 16 px everywhere, views of a continent would
-- have 37 kB.

-- Reads ranges of cells instead of looking each one up, because a view has more than a thousand cells of 32 px and few of
-- them have spots.
create or replace function private.list_best_cells(filter private.spot_filter, level integer)
  returns table (
    cell bigint, n integer, x double precision, y double precision, groups integer[], category_positions smallint[], counts integer[],
    category_x real[], category_y real[], spot_id text, share double precision
  )
  language sql stable
  as $$
    with frame as materialized (
      select depth, (1::bigint << depth)::double precision as size,
        ((filter).west + 180) / 360 * (1::bigint << depth) as x0,
        ((filter).east + 180 + case when (filter).west > (filter).east then 360 else 0 end) / 360 * (1::bigint << depth) as x1,
        private.mercator_y((filter).north) * (1::bigint << depth) as y0,
        private.mercator_y((filter).south) * (1::bigint << depth) as y1
      from generate_series(least(level, 12), least(level, 16)) as depth
    )
    select distinct on (cells.cell) cells.cell, cells.n, cells.x, cells.y, cells.groups, cells.category_positions, cells.counts, cells.category_x,
      cells.category_y, cells.spot_id, area.share
    from frame
    cross join lateral private.list_view_runs(filter, greatest(0, depth - 3)) as run
    cross join lateral (
      select * from private.spot_cells
      where spot_cells.cell >= (1::bigint << (2 * depth)) + (run.from_key >> (52 - 2 * depth))
        and spot_cells.cell < (1::bigint << (2 * depth)) + (run.below_key >> (52 - 2 * depth))
        and spot_cells.audience <= (filter).audience
      offset 0
    ) as cells
    -- The centre of a cell lies inside it, so it says which column and row the cell is.
    cross join lateral (
      select (
        greatest(0, least(floor(cells.x * size) + 1, x1) - greatest(floor(cells.x * size), x0))
        + greatest(0, least(floor(cells.x * size) + 1 + size, x1) - greatest(floor(cells.x * size) + size, x0))
      ) * greatest(0, least(floor(cells.y * size) + 1, y1) - greatest(floor(cells.y * size), y0)) as share
    ) as area
    where area.share > 0 and (depth = least(level, 16) or cells.n <= 64)
    order by cells.cell, cells.audience desc
  $$;

create or replace function private.list_clusters(filter private.spot_filter, level integer) returns setof private.map_cluster
  language plpgsql stable
  as $$
declare
  -- Index in spot_cells.counts: 1 all spots, 2 to 6 rated at least 1 to 5, 7 with photos.
  slot constant integer := case when (filter).has_photos then 7 else 1 + coalesce(floor((filter).min_rating), 0)::integer end;
  -- For each category position, the index of its group; null if the category is not wanted.
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
    select part.cell, sum(part.n)::integer as n, sum(part.scanned)::integer,
      sum(part.n * part.x) / nullif(sum(part.n), 0), sum(part.n * part.y) / nullif(sum(part.n), 0),
      array[
        coalesce(sum(part.n) filter (where part.place = 1), 0), coalesce(sum(part.n) filter (where part.place = 2), 0),
        coalesce(sum(part.n) filter (where part.place = 3), 0), coalesce(sum(part.n) filter (where part.place = 4), 0),
        coalesce(sum(part.n) filter (where part.place = 5), 0), coalesce(sum(part.n) filter (where part.place = 6), 0),
        coalesce(sum(part.n) filter (where part.place = 7), 0)
      ]::integer[],
      min(part.spot_id), min(part.share), min(part.whole)
    from (
      select best.cell, best.spot_id, best.share, best.n as whole, best.counts[i][slot] as n, best.counts[i][1] as scanned,
        best.category_x[i]::double precision as x, best.category_y[i]::double precision as y,
        group_places[best.category_positions[i]] as place
      from private.list_best_cells(filter, level) as best, generate_subscripts(best.category_positions, 1) as i
    ) as part
    where part.place is not null
    group by part.cell;
end
$$;

create function private.mark_scale(level integer) returns double precision
  language sql immutable parallel safe
  return 10 ^ greatest(0, ceil(level * 0.30103 - 1.35));
comment on function private.mark_scale is
  'The number of steps of a degree to which positions are rounded for cells of a level: a step is at most a sixteenth of a cell.';

drop function private.mark_spot(text, text, text, text, double precision, double precision);
create function private.mark_spot(
  id text, slug text, title text, category text, lng double precision, lat double precision, with_title boolean
) returns text
  language sql stable
  return '{"n":1,"id":"' || id || '"' || case when with_title then ',"slug":"' || slug || '","title":' || to_json(title)::text else '' end
    || ',"category":"' || category || '","lng":' || round(lng * 1e6) / 1e6 || ',"lat":' || round(lat * 1e6) / 1e6 || '}';
comment on function private.mark_spot is 'A single spot as the map shows it, in JSON. Ids, slugs and categories contain nothing that JSON escapes.';

drop function private.mark_cluster(bigint, double precision, double precision, bigint[]);
create function private.mark_cluster(
  n bigint, lng double precision, lat double precision, groups bigint[], scale double precision, stack_category text
) returns text
  language sql stable
  return '{"n":' || n || ',"lng":' || round(lng * scale) / scale || ',"lat":' || round(lat * scale) / scale
    || ',"groups":[' || array_to_string(groups, ',') || ']'
    || case when stack_category is not null then ',"stack":"' || stack_category || '"' else '' end || '}';
comment on function private.mark_cluster is
  'A cluster as the map shows it, in JSON. stack_category: the category of the best spot if all lie at one point, otherwise null.';

create or replace function private.cluster_hits(hits private.spot_hit[], level integer, weight integer) returns text
  language sql stable
  as $$
    select string_agg(
      case when cluster.n = 1 and weight = 1
        then private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat, cluster.loneliness <= 150)
        else private.mark_cluster(cluster.n * weight, cluster.lng, cluster.lat, cluster.groups,
          case when cluster.is_point then 1e6 else private.mark_scale(level) end,
          case when cluster.is_point and weight = 1 then cluster.category end)
      end, ',')
    from (
      -- Titles are long. Only the spots with the fewest others around them have marks of their own.
      select *, rank() over (order by n <> 1, around, cell) as loneliness
      from (
        select private.map_cell((hit).map_key, level) as cell, count(*) as n,
          sum(count(*)) over (partition by private.map_cell((hit).map_key, greatest(0, level - 3))) as around, avg((hit).lng) as lng, avg((hit).lat) as lat,
          -- About two metres: 14 px at the closest zoom.
          count(*) > 1 and min((hit).map_key) >> 4 = max((hit).map_key) >> 4 as is_point,
          (array_agg((hit).category order by (hit).score desc, (hit).id))[1] as category,
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
        group by private.map_cell((hit).map_key, level), private.map_cell((hit).map_key, greatest(0, level - 3))
      ) as counted
    ) as cluster
    left join public.spots as spot on cluster.n = 1 and weight = 1 and spot.id = cluster.spot_id
  $$;
comment on function private.cluster_hits is
  'Spots as the map shows them, in JSON: single spots or clusters per cell. weight: how many spots each one stands for. Null if there are none.';

drop function private.describe_clusters(private.spot_filter, private.map_cluster[]);
create function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[], level integer) returns text
  language sql stable
  as $$
    with drawn as (
      select *, x * 360 - 180 as lng, degrees(atan(sinh(pi() * (1 - 2 * y)))) as lat,
        -- Only the spots with the fewest others around them have marks of their own.
        n = 1 and (spot_id is not null or scanned <= 200)
          and rank() over (order by n <> 1, around, cell) <= 150 as is_single
      from (select *, sum(n) over (partition by cell >> 6) as around from unnest(clusters)) as counted
    )
    select concat_ws(',',
      (select string_agg(private.mark_cluster(n, lng, lat, groups, private.mark_scale(level), null), ',') from drawn where not is_single),
      (
        select string_agg(
          case when spot.id is null
            then private.mark_cluster(single.n, single.lng, single.lat, single.groups, private.mark_scale(level), null)
            else private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat, true)
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
  'Cells as the map shows them, in JSON. A cell with only one spot, or only one that matches, is shown as that spot. A cell may be two '
  'seconds old, so visibility is checked on the spot itself.';

create or replace function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
  returns json
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
  set enable_seqscan to 'off'
  set enable_mergejoin to 'off'
  as $$
declare
  -- Marks stand at the centres of cells of 32 px. Ranges of map keys are read by cells of 64 px.
  level constant integer := private.choose_cell_level(filter, zoom);
  mark_level constant integer := level + 1;
  is_fine constant boolean := filter.query is not null or filter.access is not null
    or filter.min_rating <> floor(filter.min_rating) or (filter.has_photos and filter.min_rating is not null);
  -- Views with at most this many spots are read spot by spot, which takes 4 ms for a thousand. Cells take 2 ms but do
  -- not support all filters.
  few constant integer := case when is_fine then 1200 when mark_level > 12 then 800 else 400 end;
  -- Words found in at most this many spots are looked up; more frequent words are counted in a sample of the view.
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
  -- Taken from the token and not from the argument, so that nobody can see what only another member may see.
  filter.viewer_id := auth.uid();
  if filter.viewer_id is not null then
    perform private.has_valid_session();
  end if;
  filter.audience := case when filter.viewer_id is null then 0 else 1 end;
  if cursor is not null then
    after_rank := split_part(cursor, '_', 1)::double precision;
    after_id := split_part(cursor, '_', 2);
  end if;
  select array_agg(cluster) filter (where cluster.n > 0), coalesce(sum(cluster.n * cluster.share), 0),
      coalesce(sum(cluster.scanned * cluster.share), 0)
    into clusters, matched, scanned
    from private.list_clusters(filter, mark_level) as cluster;

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
        when is_complete then private.cluster_hits(hits, least(26, level + 3), 1)
        when is_fine then private.cluster_hits(hits, mark_level, one_in)
        else private.describe_clusters(filter, clusters, mark_level)
      end, ''),
      case when not is_complete then private.cluster_hits(own, 26, 1) end)
    || '],"total":{"n":' || round(matched) || ',"exact":' || is_complete::text
    || '},"spots":' || private.describe_spots(ids[1:page_size])
    || ',"cursor":' || case when cardinality(ids) > page_size then '"' || next_cursor || '"' else 'null' end
    || ',"version":' || (select version from private.spot_map) || '}')::json;
end
$$;

create or replace function private.explore_member(by text, filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
  returns json
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  as $$
declare
  -- Members who have imported more see their newest on the map.
  most constant integer := 3000;
  level constant integer := private.choose_cell_level(filter, zoom);
  hits private.spot_hit[];
  after_rank double precision := 'infinity';
  after_id text := '';
  ids text[];
  next_cursor text;
begin
  filter.viewer_id := auth.uid();
  if filter.viewer_id is not null then
    perform private.has_valid_session();
  end if;
  filter.audience := case when filter.viewer_id is null then 0 else 1 end;
  if cursor is not null then
    after_rank := split_part(cursor, '_', 1)::double precision;
    after_id := split_part(cursor, '_', 2);
  end if;
  hits := array(select hit from private.list_member_hits(private.find_open_profile(by), filter, most) as hit);
  select array_agg(ranked.id order by ranked.rank desc, ranked.id desc),
      (array_agg(ranked.rank::text || '_' || ranked.id order by ranked.rank desc, ranked.id desc))[page_size]
    into ids, next_cursor
    from (
      select hit.id, private.get_hit_rank(hit, sort, filter) as rank from unnest(hits) as hit
      where (private.get_hit_rank(hit, sort, filter), hit.id) < (after_rank, after_id)
      order by 2 desc, 1 desc limit page_size + 1
    ) as ranked;
  return ('{"clusters":[' || coalesce(private.cluster_hits(hits, least(26, level + 3), 1), '')
    || '],"total":{"n":' || cardinality(hits) || ',"exact":' || (cardinality(hits) < most)::text
    || '},"spots":' || private.describe_spots(ids[1:page_size])
    || ',"cursor":' || case when cardinality(ids) > page_size then '"' || next_cursor || '"' else 'null' end
    || ',"version":' || (select version from private.spot_map) || '}')::json;
end
$$;

-- Cells of 32 px are fine enough to be weighted by their area at the edge of a view.
drop function private.list_edge_counts(private.spot_filter, integer);
