-- Cells in which nothing passes the filters still hold spots that a look at each would have to pass over.
create or replace function private.list_clusters(filter private.spot_filter, level integer) returns setof private.map_cluster
  language plpgsql stable
  as $$
declare
  -- The place in spot_cells.counts: all, rated at least 1 to 5, with photos.
  slot constant integer := case when (filter).has_photos then 7 else 1 + coalesce(floor((filter).min_rating), 0)::integer end;
begin
  if (filter).categories is null and slot = 1 then
    return query
      select (best.cells).cell, (best.cells).n, (best.cells).n, (best.cells).x, (best.cells).y, (best.cells).groups,
        (best.cells).spot_id, best.share
      from private.list_best_cells(filter, level) as best;
    return;
  end if;
  return query
    select part.cell, sum(part.n)::integer, sum(part.scanned)::integer, sum(part.n * part.x) / nullif(sum(part.n), 0),
      sum(part.n * part.y) / nullif(sum(part.n), 0),
      array[
        coalesce(sum(part.n) filter (where part.group_id = 'relief'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'water'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'green'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'past'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'culture'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'table'), 0),
        coalesce(sum(part.n) filter (where part.group_id = 'way'), 0)
      ]::integer[],
      min(part.spot_id), min(part.share)
    from (
      select (best.cells).cell, (best.cells).counts[i][slot] as n, (best.cells).counts[i][1] as scanned,
        (best.cells).category_x[i]::double precision as x, (best.cells).category_y[i]::double precision as y,
        category.group_id, (best.cells).spot_id, best.share
      from private.list_best_cells(filter, level) as best
        cross join generate_subscripts((best.cells).category_positions, 1) as i
        join public.categories as category on category.position = (best.cells).category_positions[i]
      where (filter).categories is null or category.id = any ((filter).categories)
    ) as part
    group by part.cell;
end
$$;

create or replace function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
  returns jsonb
  language plpgsql stable security definer
  -- Plans must not depend on which view came first on the connection, and compiling them costs more than running them.
  set search_path = '' set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_mergejoin = off
  as $$
declare
  -- Views of no more than this are read spot by spot.
  few constant integer := 1500;
  level constant integer := private.choose_cell_level(filter, zoom);
  is_fine constant boolean := filter.query is not null or filter.access is not null
    or filter.min_rating <> floor(filter.min_rating) or (filter.has_photos and filter.min_rating is not null);
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
    left join private.list_rim_shares(filter, level) as rim on rim.cell = cluster.cell
    cross join lateral (
      select case when cluster.share > 0.9999 or level > 10 then cluster.share else coalesce(rim.share, 0) end as share
    ) as seen;

  if scanned <= few or level > 16 then
    hits := array(select hit from private.list_hits(filter, level, 2 * few + 1) as hit);
    is_complete := cardinality(hits) <= 2 * few;
  end if;
  if not is_complete and filter.query is not null then
    hits := array(select hit from private.list_found_hits(filter, 4001) as hit);
    is_complete := (select count(*) from (select from public.spots where search @@ filter.query limit 4001) as found) < 4001;
  end if;
  if not is_complete and is_fine then
    one_in := case when scanned < 8 * 4000 then 8 when scanned < 64 * 4000 then 64 else 512 end;
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

  return jsonb_build_object(
    'clusters', case
      when is_complete then private.cluster_hits(hits, least(26, level + case when level >= 17 then 1 else 0 end), 1)
      when is_fine then private.cluster_hits(hits, level, one_in) || private.cluster_hits(own, 26, 1)
      else private.describe_clusters(filter, clusters, level) || private.cluster_hits(own, 26, 1)
    end,
    'total', jsonb_build_object('n', round(matched), 'exact', is_complete),
    'spots', private.describe_spots(ids[1:page_size]),
    'cursor', case when cardinality(ids) > page_size then next_cursor end,
    'version', (select version from private.spot_map)
  );
end
$$;


revoke execute on all functions in schema private from public;
