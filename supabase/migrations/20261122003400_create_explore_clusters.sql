-- Clusters of the map, from cells or from single spots.

-- Returns columns, not a composite: reading fields of a composite costs 10 ms for 400 cells of 24 categories.
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
    -- The condition is repeated because only an array makes the planner use the index whatever the estimates are.
    where cells.cell = any (array(select cell from wanted)) and (depth = least(level, 16) or cells.n <= 64)
    order by cells.cell, cells.audience desc
  $$;
comment on function private.list_best_cells is
  'The cells of a view at the given level, or coarser ones where there are so few spots that the pyramid ends above it.';

create function private.list_clusters(filter private.spot_filter, level integer) returns setof private.map_cluster
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
comment on function private.list_clusters is 'The cells of a view, filtered by categories and by a whole-number rating or by having photos.';

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
  'For each cell at the edge of a view, the number of public spots inside the view, from cells two levels finer. Weighting by area alone is wrong by a tenth.';

-- Stable, because concatenating a number with a text is stable. A function declared stricter than its body is not
-- inlined.
create function private.mark_spot(id text, slug text, title text, category text, lng double precision, lat double precision)
  returns text
  language sql stable
  return '{"n":1,"id":"' || id || '","slug":"' || slug || '","title":' || to_json(title)::text || ',"category":"' || category
    || '","lng":' || round(lng * 1e6) / 1e6 || ',"lat":' || round(lat * 1e6) / 1e6 || '}';
comment on function private.mark_spot is 'A single spot as the map shows it, in JSON. Ids, slugs and categories contain nothing that JSON escapes.';

create function private.mark_cluster(n bigint, lng double precision, lat double precision, groups bigint[]) returns text
  language sql stable
  return '{"n":' || n || ',"lng":' || round(lng * 1e4) / 1e4 || ',"lat":' || round(lat * 1e4) / 1e4
    || ',"groups":[' || array_to_string(groups, ',') || ']}';
comment on function private.mark_cluster is 'A cluster as the map shows it, in JSON.';

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
  'Spots as the map shows them, in JSON: single spots or clusters per cell. weight: how many spots each one stands for. Null if there are none.';

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
  'Cells as the map shows them, in JSON. A cell with only one spot, or only one that matches, is shown as that spot. A cell may be two '
  'seconds old, so visibility is checked on the spot itself.';
