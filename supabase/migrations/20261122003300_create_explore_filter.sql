-- What a map view and the list beside it show. The work is bounded whatever the number of spots: views with few spots read
-- them, views with many read private.spot_cells, and fine filters over many spots read a sample of the view.
create type private.spot_filter as (
  audience smallint,
  viewer_id uuid,
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  categories text[],
  min_rating real,
  has_photos boolean,
  access public.spot_access[],
  tags text[],
  query tsquery,
  from_lng double precision,
  from_lat double precision
);
comment on type private.spot_filter is
  'Viewer, bounds and filters of a map view. west > east crosses the antimeridian; null categories, min_rating, access, tags or query match everything.';

create type private.spot_hit as (
  id text, map_key bigint, lng double precision, lat double precision, category text, score real, published_at timestamptz
);

create type private.map_cluster as (
  cell bigint, n integer, scanned integer, x double precision, y double precision, groups integer[], spot_id text,
  share double precision, whole integer
);
comment on type private.map_cluster is
  'A cell after filtering. n: spots that match; scanned: spots of the wanted categories; whole: all spots; share: fraction of the area inside the view.';

-- Inlined by the planner, so that conditions are evaluated on the columns directly.
create function private.matches_filter(spot public.spots, filter private.spot_filter) returns boolean
  language sql stable
  return spot.lat between (filter).south and (filter).north
    and case when (filter).west <= (filter).east then spot.lng between (filter).west and (filter).east
      else spot.lng >= (filter).west or spot.lng <= (filter).east end
    and ((filter).categories is null or spot.category = any ((filter).categories))
    and ((filter).min_rating is null or spot.rating_average >= (filter).min_rating)
    and (not (filter).has_photos or spot.photo_count > 0)
    and ((filter).access is null or spot.access = any ((filter).access))
    and ((filter).tags is null or spot.tags @> (filter).tags)
    and ((filter).query is null or spot.search @@ (filter).query);
comment on function private.matches_filter is 'True if a spot lies in the view and matches the filters. Does not check who may see it.';

create function private.is_shown(spot public.spots, audience smallint) returns boolean
  language sql immutable
  return spot.status in ('published', 'closed')
    and (spot.visibility = 'public' or (spot.visibility = 'members' and audience >= 1));
comment on function private.is_shown is
  'True if a spot is on the map of an audience (private.spot_audience). private.list_own_hits adds the author''s own hidden spots.';

create function private.to_search_query(words text) returns tsquery
  language sql immutable parallel safe
  as $$
    select to_tsquery('pg_catalog.simple', string_agg('''' || word || ''':*', ' & '))
    from (
      select word from regexp_split_to_table(private.fold(left(words, 200)), '[^[:alnum:]]+') as word where word <> '' limit 8
    ) as words
  $$;
comment on function private.to_search_query is 'Prefix matches of all words; null if there are none.';

create function private.list_view_cells(filter private.spot_filter, level integer) returns table (cell bigint, share double precision)
  language sql stable
  as $$
    with frame as materialized (
      select 1::bigint << level as size,
        ((filter).west + 180) / 360 * (1::bigint << level) as x0,
        ((filter).east + 180 + case when (filter).west > (filter).east then 360 else 0 end) / 360 * (1::bigint << level) as x1,
        private.mercator_y((filter).north) * (1::bigint << level) as y0,
        private.mercator_y((filter).south) * (1::bigint << level) as y1
    ),
    columns as materialized (
      select private.spread_bits(place & (size - 1)) as bits, least(place + 1, x1) - greatest(place, x0) as width
      from frame, generate_series(floor(x0)::bigint, least(floor(x1)::bigint, floor(x0)::bigint + size - 1)) as place
    ),
    rows as materialized (
      select private.spread_bits(place) << 1 as bits, least(place + 1, y1) - greatest(place, y0) as height
      from frame, generate_series(least(size - 1, floor(y0)::bigint), least(size - 1, floor(y1)::bigint)) as place
    )
    select (1::bigint << (2 * level)) | columns.bits | rows.bits, columns.width * rows.height from columns, rows
  $$;
comment on function private.list_view_cells is 'The cells of a level that a view touches, and the fraction of each inside it (0 to 1).';

create function private.choose_cell_level(filter private.spot_filter, zoom double precision) returns integer
  language plpgsql immutable
  as $$
declare
  width constant double precision :=
    ((filter).east - (filter).west + case when (filter).west > (filter).east then 360 else 0 end) / 360;
  height constant double precision := private.mercator_y((filter).south) - private.mercator_y((filter).north);
  level integer := least(21, greatest(2, round(zoom)::integer + 3));
begin
  while level > 0 and (width * (1::bigint << level) + 1) * (height * (1::bigint << level) + 1) > 420 loop
    level := level - 1;
  end loop;
  return level;
end
$$;
comment on function private.choose_cell_level is
  'Cells of about 64 px at a zoom of 512 px tiles; fewer and larger cells if the view would contain more than 420.';

create function private.list_view_runs(filter private.spot_filter, level integer) returns table (from_key bigint, below_key bigint)
  language sql stable
  as $$
    select private.cell_start(min(cell), level), private.cell_start(max(cell) + 1, level)
    from (
      select cell, cell - row_number() over (order by cell) as run from private.list_view_cells(filter, level)
    ) as numbered
    group by run
  $$;
comment on function private.list_view_runs is 'The ranges of map keys that cover a view, with neighbouring cells joined.';

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
    raise invalid_parameter_value using message = 'west, south, east and north must be degrees, with south below north.';
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
    -- 180 stays 180, so that a view that ends there does not become one that wraps around.
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
comment on function private.to_spot_filter is 'Validates the bounds and filters of a view. Raises invalid_parameter_value with a message for the client.';

grant execute on function
  private.to_search_query,
  private.to_spot_filter
to anon, authenticated;
