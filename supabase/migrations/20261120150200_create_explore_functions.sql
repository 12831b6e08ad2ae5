-- The one call of the explore screen: clusters, total and list of a view.
create function private.to_spot_filter(
  west double precision, south double precision, east double precision, north double precision, categories text[], min_rating real,
  has_photos boolean, access text[], tags text[], q text, near_lng double precision, near_lat double precision
) returns private.spot_filter
  language plpgsql stable set search_path = ''
  as $$
declare
  filter private.spot_filter;
begin
  if not (west between -3600 and 3600 and east between -3600 and 3600 and south between -90 and 90 and north between -90 and 90)
    or south > north or west is null or east is null or south is null or north is null
  then
    raise invalid_parameter_value using message = 'The view must be west, south, east and north in degrees, south below north.';
  end if;
  if exists (select from unnest(access) as wanted where wanted not in (select unnest(enum_range(null::public.spot_access))::text)) then
    raise invalid_parameter_value using message = 'access must be free, fee, customers, permit or unknown.';
  end if;
  filter.south := south;
  filter.north := north;
  if east - west >= 360 then
    filter.west := -180;
    filter.east := 180;
  else
    -- 180 itself stays 180, so that a view that ends there does not become one that goes round.
    filter.west := west - 360 * floor((west + 180) / 360);
    filter.east := east - 360 * ceil((east - 180) / 360);
  end if;
  filter.categories := nullif(array(select distinct category from unnest(categories) as category limit 24), '{}');
  filter.min_rating := nullif(greatest(min_rating, 0), 0);
  filter.has_photos := coalesce(has_photos, false);
  filter.access := nullif(array(select wanted::public.spot_access from unnest(access) as wanted), '{}');
  filter.tags := nullif(array(select lower(btrim(tag)) from unnest(tags) as tag where btrim(tag) <> '' limit 12), '{}');
  filter.query := private.to_search_query(concat_ws(' ', q, array_to_string(filter.tags, ' ')));
  filter.from_lng := coalesce(near_lng, filter.west + (filter.east - filter.west
    + case when filter.west > filter.east then 360 else 0 end) / 2);
  filter.from_lat := greatest(-90, least(90, coalesce(near_lat, (south + north) / 2)));
  return filter;
end
$$;
comment on function private.to_spot_filter is 'Checks what a view asks for. Raises invalid_parameter_value with a sentence for the reader.';

create function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
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
  select array_agg(cluster), coalesce(sum(cluster.n * cluster.share), 0), coalesce(sum(cluster.scanned * cluster.share), 0)
    into clusters, matched, scanned
    from private.list_clusters(filter, level) as cluster;

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
comment on function private.explore_view(private.spot_filter, double precision, text, integer, text) is
  'Reads past the row rules, since counts must be fast: every spot it names has passed private.is_shown or is the viewer''s own.';

create function public.explore_view(
  west double precision, south double precision, east double precision, north double precision, zoom double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best', near_lng double precision default null,
  near_lat double precision default null, page_size integer default 30, cursor text default null
) returns jsonb
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

create function private.list_nearest_spots(at_lng double precision, at_lat double precision, most integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select private.describe_spots(array(
      select id from (
        select id, private.distance_meters(lng, lat, at_lng, at_lat) as meters
        from public.spots where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit most
      ) as near order by meters
    ))
  $$;

create function public.list_nearest_spots(lng double precision, lat double precision, most integer default 10) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.list_nearest_spots(lng, greatest(-90, least(90, lat)), greatest(1, least(50, most))) $$;
comment on function public.list_nearest_spots is 'The public spots nearest to a point, nearest first, across the antimeridian too.';

revoke execute on all functions in schema private from public;
revoke execute on function public.explore_view, public.list_nearest_spots from public;
grant execute on function private.to_spot_filter, private.to_search_query, private.list_nearest_spots, public.explore_view,
  public.list_nearest_spots to anon, authenticated, service_role;
grant execute on function private.explore_view(private.spot_filter, double precision, text, integer, text)
  to anon, authenticated, service_role;
