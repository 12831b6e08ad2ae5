-- Three mends: totals that do not count what lies beside the view, times for spots that were never published, and chores that may
-- take longer than a request of a visitor.
create function private.list_rim_shares(filter private.spot_filter, level integer)
  returns table (cell bigint, share double precision)
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
      select (1::bigint << (2 * level + 4)) | columns.bits | rows.bits as cell, columns.width * rows.height as share
      from columns, rows where columns.is_rim or rows.is_rim
    )
    select coarse.cell, sum(counted.n * fine.share) / min(coarse.n)
    from private.spot_cells as counted
    join fine on fine.cell = counted.cell
    join private.spot_cells as coarse on coarse.cell = counted.cell >> 4 and coarse.audience = 0
    where counted.cell = any (array(select cell from fine)) and counted.audience = 0
      and coarse.cell = any (array(select distinct cell >> 4 from fine))
    group by coarse.cell
  $$;
comment on function private.list_rim_shares is
  'How much of each cell at the edge of a view lies in it, weighed by the spots of cells two levels finer: area alone errs by a tenth.';

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
  select array_agg(cluster), coalesce(sum(cluster.n * seen.share), 0), coalesce(sum(cluster.scanned * seen.share), 0)
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

create or replace function private.get_hit_rank(hit private.spot_hit, sort text, filter private.spot_filter) returns double precision
  language sql stable
  return case sort
    when 'newest' then coalesce(extract(epoch from (hit).published_at)::double precision, 0)
    when 'nearest' then -private.distance_meters((filter).from_lng, (filter).from_lat, (hit).lng, (hit).lat)
    else (hit).score
  end;

-- The data service takes this over before it calls.
alter function public.refresh_spot_cells set statement_timeout = '15min';
alter function public.import_batch set statement_timeout = '2min';

revoke execute on all functions in schema private from public;
