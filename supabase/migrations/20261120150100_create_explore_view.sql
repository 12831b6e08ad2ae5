-- What the map and the list beside it show of a view. Bounded work whatever the number of spots: few spots in the view are read
-- themselves, many are read from private.spot_cells, and fine filters over many are read from a sample of the view.
create function private.score_bucket(score real) returns integer
  language sql immutable strict parallel safe
  return least(25, greatest(0, floor((score - 3) * 8)))::integer;
comment on function private.score_bucket is 'The score in 26 coarse steps: the best of any stretch of the map are found from the best step down.';

create function private.get_sample_number(id text) returns integer
  language sql immutable strict parallel safe
  return (hashtextextended(id, 0) & 511)::integer;
comment on function private.get_sample_number is 'A number from 0 to 511 that an id always has: one spot in 8 has a multiple of 8, one in 64 of 64, one in 512 has 0.';

create index spots_map_key_idx on public.spots (map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_category_map_key_idx on public.spots (category, map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_bucket_map_key_idx on public.spots (private.score_bucket(score), map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_score_idx on public.spots (score desc, id desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_published_at_idx on public.spots (published_at desc, id desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_sample_8_idx on public.spots (map_key) where private.get_sample_number(id) % 8 = 0;
create index spots_sample_64_idx on public.spots (map_key) where private.get_sample_number(id) % 64 = 0;
create index spots_sample_512_idx on public.spots (map_key) where private.get_sample_number(id) = 0;
create index spots_hidden_author_id_idx on public.spots (author_id)
  where visibility in ('link', 'private') or status = 'pending';
create index spots_search_idx on public.spots using gin (search) with (fastupdate = off);

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
  'Who looks at which stretch of the map for what. west > east crosses the antimeridian; null categories, min_rating, access, tags or query mean any.';

create type private.spot_hit as (
  id text, map_key bigint, lng double precision, lat double precision, category text, score real, published_at timestamptz
);
create type private.map_cluster as (
  cell bigint, n integer, scanned integer, x double precision, y double precision, groups integer[], spot_id text,
  share double precision
);

-- Inlined by the planner, so that a column is compared where it stands.
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
comment on function private.matches_filter is 'Whether a spot lies in the view and passes the filters. Says nothing of who may see it.';

create function private.is_shown(spot public.spots, audience smallint) returns boolean
  language sql immutable
  return spot.status in ('published', 'closed')
    and (spot.visibility = 'public' or (spot.visibility = 'members' and audience >= 1));
comment on function private.is_shown is
  'Whether a spot is on the map of an audience (private.spot_audience). The author''s own others are added by private.list_own_hits.';

create function private.to_search_query(words text) returns tsquery
  language sql immutable parallel safe
  as $$
    select to_tsquery('pg_catalog.simple', string_agg('''' || word || ''':*', ' & '))
    from (
      select word from regexp_split_to_table(private.fold(left(words, 200)), '[^[:alnum:]]+') as word where word <> '' limit 8
    ) as words
  $$;
comment on function private.to_search_query is 'All of the words, each by its beginning. Null when there is none.';

-- The stretch of map ----------------------------------------------------------------------------------------------------------

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
comment on function private.list_view_cells is 'The cells of a level that a view touches, and how much of each lies in it (0 to 1).';

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
  'Cells of about 64 px at a zoom of 512 px tiles, fewer and larger when the view would hold more than 420.';

create function private.list_view_runs(filter private.spot_filter, level integer) returns table (from_key bigint, below_key bigint)
  language sql stable
  as $$
    select private.cell_start(min(cell), level), private.cell_start(max(cell) + 1, level)
    from (
      select cell, cell - row_number() over (order by cell) as run from private.list_view_cells(filter, level)
    ) as numbered
    group by run
  $$;
comment on function private.list_view_runs is 'The stretches of map keys that cover a view: neighbouring cells joined.';

-- Clusters from the pyramid ---------------------------------------------------------------------------------------------------

create function private.list_best_cells(filter private.spot_filter, level integer)
  returns table (cells private.spot_cells, share double precision)
  language sql stable
  as $$
    with wanted as materialized (
      select view.cell, view.share, depth
      from generate_series(least(level, 12), least(level, 16)) as depth, private.list_view_cells(filter, depth) as view
    )
    select distinct on (cells.cell) cells, wanted.share
    from wanted join private.spot_cells as cells on cells.cell = wanted.cell and cells.audience <= (filter).audience
    -- Said twice, since only an array makes the planner go by the index whatever it thinks of the numbers.
    where cells.cell = any (array(select cell from wanted)) and (depth = least(level, 16) or cells.n <= 64)
    order by cells.cell, cells.audience desc
  $$;
comment on function private.list_best_cells is
  'The cells of a view: of the level asked for, or coarser ones where so few spots are that the pyramid ends above it.';

create function private.list_clusters(filter private.spot_filter, level integer) returns setof private.map_cluster
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
    select part.cell, sum(part.n)::integer, sum(part.scanned)::integer, sum(part.n * part.x) / sum(part.n),
      sum(part.n * part.y) / sum(part.n),
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
    where part.n > 0
    group by part.cell;
end
$$;
comment on function private.list_clusters is 'The pyramid''s cells of a view, narrowed to categories and to a whole-numbered rating or to those with photos.';

-- Spots themselves ------------------------------------------------------------------------------------------------------------

-- offset 0 keeps each look-up by key on its own: joined freely, the planner reads all spots first and compares stretches after.
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
comment on function private.list_hits is 'The spots of a view that pass the filters, read by their keys; at most as many as said.';

create function private.list_found_hits(filter private.spot_filter, most integer) returns setof private.spot_hit
  language sql stable
  as $$
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
    from (select * from public.spots where search @@ (filter).query limit most) as spot
    where private.is_shown(spot, (filter).audience) and private.matches_filter(spot, filter)
  $$;
comment on function private.list_found_hits is 'The spots that hold the words, and of them those in the view that pass the filters.';

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
comment on function private.list_sampled_hits is 'One in 8, 64 or 512 of the spots of a view, those that pass the filters.';

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
  'What only the author sees of a view, and with_new what no cell counts yet.';

create function private.get_hit_rank(hit private.spot_hit, sort text, filter private.spot_filter) returns double precision
  language sql stable
  return case sort
    when 'newest' then extract(epoch from (hit).published_at)::double precision
    when 'nearest' then -private.distance_meters((filter).from_lng, (filter).from_lat, (hit).lng, (hit).lat)
    else (hit).score
  end;

-- The best of many ------------------------------------------------------------------------------------------------------------

create function private.list_top_hits(
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
  elsif share * walk > 4 * most then
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
    -- A bucket that holds more than is read gives as many from each stretch, so that no corner of the map crowds the others out.
    for bucket in reverse private.score_bucket(least(after_rank, 100)::real)..0 loop
      return query
        select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
        from private.list_view_runs(filter, greatest(0, level - 2)) as run,
        lateral (
          select * from public.spots
          where status in ('published', 'closed') and visibility in ('public', 'members')
            and private.score_bucket(score) = bucket and map_key >= run.from_key and map_key < run.below_key
            and private.is_shown(spots, (filter).audience) and private.matches_filter(spots, filter)
            and (score, id) < (after_rank, after_id)
          limit 40
        ) as spot;
      get diagnostics added = row_count;
      found := found + added;
      exit when found >= least(most, matched);
    end loop;
  end if;
end
$$;
comment on function private.list_top_hits is
  'Where a view holds too many spots to sort: the first ones after a place in the order. matched says about how many there are.';

-- The reply -------------------------------------------------------------------------------------------------------------------

create function private.describe_spots(ids text[]) returns jsonb
  language sql stable
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category, 'status', spot.status,
      'visibility', spot.visibility,
      'city', city.name, 'country', coalesce(city.country_name, spot.country_code), 'rating', spot.rating_average,
      'review_count', spot.review_count, 'photo_count', spot.photo_count,
      'cover', case when photo.id is not null then jsonb_build_object(
        'path', photo.storage_path, 'width', photo.width, 'height', photo.height, 'placeholder', photo.placeholder,
        'alt', photo.alt_text) end,
      'lng', spot.lng, 'lat', spot.lat
    ) order by wanted.place), '[]')
    from unnest(ids) with ordinality as wanted (id, place)
    join public.spots as spot on spot.id = wanted.id
    left join public.cities as city on city.id = spot.city_id
    left join public.photos as photo on photo.id = spot.cover_photo_id
  $$;
comment on function private.describe_spots is 'Spots as the list shows them, in the order given. The caller has made sure that they may be seen.';

create function private.cluster_hits(hits private.spot_hit[], level integer, weight integer) returns jsonb
  language sql stable
  as $$
    select coalesce(jsonb_agg(
      case when cluster.n = 1 and weight = 1
        then jsonb_build_object('n', 1, 'id', cluster.spot_id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
          'lng', round(spot.lng::numeric, 6), 'lat', round(spot.lat::numeric, 6))
        else jsonb_build_object('n', cluster.n * weight, 'lng', round(cluster.lng::numeric, 5),
          'lat', round(cluster.lat::numeric, 5), 'groups', cluster.groups)
      end), '[]')
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
comment on function private.cluster_hits is 'Spots as the map shows them: one a cell, or a count. weight: how many spots each stands for.';

-- A cell may be two seconds old: whether its only spot may be seen is asked of the spot.
create function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[], level integer) returns jsonb
  language sql stable
  as $$
    select coalesce(jsonb_agg(
      case when spot.id is null
        then jsonb_build_object('n', cluster.n, 'lng', round((cluster.x * 360 - 180)::numeric, 4),
          'lat', round(degrees(atan(sinh(pi() * (1 - 2 * cluster.y))))::numeric, 4), 'groups', cluster.groups)
        else jsonb_build_object('n', 1, 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
          'lng', round(spot.lng::numeric, 6), 'lat', round(spot.lat::numeric, 6))
      end), '[]')
    from unnest(clusters) as cluster
    left join public.spots as spot on cluster.n = 1 and spot.id = cluster.spot_id
    where cluster.spot_id is null or private.is_shown(spot, (filter).audience)
  $$;
comment on function private.describe_clusters is 'Cells as the map shows them.';
