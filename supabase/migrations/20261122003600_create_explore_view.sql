-- The result of a view: clusters, total and list in one call.

-- Runs as the owner, because cards of members' spots are included too.
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
  'Spots in the format of private.spot_card, in the given order, with one join. The caller has checked that they may be seen.';

create function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
  returns json
  language plpgsql stable security definer
  -- Plans must not depend on the first view of a connection, and JIT compilation costs more than execution.
  set search_path = '' set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_mergejoin = off
  as $$
declare
  level constant integer := private.choose_cell_level(filter, zoom);
  is_fine constant boolean := filter.query is not null or filter.access is not null
    or filter.min_rating <> floor(filter.min_rating) or (filter.has_photos and filter.min_rating is not null);
  -- Views with at most this many spots are read spot by spot, which takes 4 ms for a thousand. Cells take 2 ms but do
  -- not support all filters.
  few constant integer := case when is_fine then 1200 else 400 end;
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
  'Bypasses RLS for speed. Every spot it returns has passed private.is_shown or belongs to the viewer.';

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
    raise invalid_parameter_value using message = 'cursor must be the value returned with the previous page.';
  end if;
  return private.explore_view(
    private.to_spot_filter(west, south, east, north, categories, min_rating, has_photos, access, tags, q, near_lng, near_lat),
    greatest(0, least(24, coalesce(zoom, 0))), coalesce(sort, 'best'), greatest(1, least(100, coalesce(page_size, 30))), cursor
  );
end
$$;
comment on function public.explore_view is
  'A map view: clusters or single spots, the number of matches, and the first spots of the list. Bounded work at every zoom.';

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
    ))::jsonb
  $$;

create function public.list_nearest_spots(lng double precision, lat double precision, most integer default 10) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.list_nearest_spots(lng, greatest(-90, least(90, lat)), greatest(1, least(50, most))) $$;
comment on function public.list_nearest_spots is 'The public spots nearest to a point, nearest first, also across the antimeridian.';

grant execute on function
  private.explore_view,
  public.explore_view,
  private.list_nearest_spots,
  public.list_nearest_spots
to anon, authenticated;
