-- All data of the explore screen in one call: a view with its origin, and the view to start with.

-- explore_view with the point from which distances count, and the nearest spot if the view holds none.
create function public.explore_page(
  west double precision, south double precision, east double precision, north double precision, zoom double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best', near_lng double precision default null,
  near_lat double precision default null, page_size integer default 30, cursor text default null
) returns json
  language plpgsql stable set search_path = ''
  as $$
declare
  -- Smaller cities say little about a region, and from further out no single city names a view.
  least_population constant integer := 50000;
  least_zoom constant integer := 5;
  width constant double precision := east - west + case when east < west then 360 else 0 end;
  middle_lng constant double precision := west + width / 2 - 360 * floor((west + width / 2 + 180) / 360);
  middle_lat constant double precision := (south + north) / 2;
  origin json;
  view json;
begin
  if near_lng is not null and near_lat is not null then
    origin := json_build_object('name', null, 'lng', near_lng, 'lat', near_lat);
  elsif zoom >= least_zoom then
    -- The largest city in the middle third of the view. None of this size lies at the antimeridian.
    select json_build_object('name', city.name, 'lng', city.lng, 'lat', city.lat) into origin
    from public.cities as city
    where city.population >= least_population
      and city.lng between middle_lng - width / 6 and middle_lng + width / 6
      and city.lat between middle_lat - (north - south) / 6 and middle_lat + (north - south) / 6
    order by city.population desc limit 1;
  end if;
  origin := coalesce(origin, json_build_object('name', null, 'lng', middle_lng, 'lat', middle_lat));
  if sort = 'nearest' then
    near_lng := (origin ->> 'lng')::double precision;
    near_lat := (origin ->> 'lat')::double precision;
  end if;
  view := public.explore_view(west, south, east, north, zoom, categories, min_rating, has_photos, access, tags, q, sort,
    near_lng, near_lat, page_size, cursor);
  return json_build_object('view', view, 'origin', origin,
    'nearest', case when view #>> '{total,n}' = '0' then public.list_nearest_spots(middle_lng, middle_lat, 1) -> 0 end);
end
$$;
comment on function public.explore_page is
  'A view as the explore screen shows it: explore_view, the point from which distances count, and the nearest spot if the view is empty.';

-- Web Mercator as the web app computes it (features/map/map-view.ts), with tiles of 512 px.
create function private.fit_map_view(
  west double precision, south double precision, east double precision, north double precision,
  map_width double precision, map_height double precision
) returns table (lng double precision, lat double precision, zoom double precision)
  language sql immutable
  as $$
    select (west + east) / 2, degrees(atan(sinh((0.5 - (bottom + top) / 2) * 2 * pi()))),
      greatest(0.5, least(11, log(2, greatest(1, scale)::numeric) - 9)::double precision)
    from (select private.mercator_y(north) as top, private.mercator_y(south) as bottom) as edges,
      -- 72 px stay free at each edge.
      lateral (select least(
        (map_width - 144) / greatest(1e-9, (east - west) / 360), (map_height - 144) / greatest(1e-9, bottom - top)
      ) as scale) as fit
  $$;
comment on function private.fit_map_view is 'The centre and zoom at which a map of a size in pixels shows a rectangle of degrees, between zoom 0.5 and 11.';

create function public.explore_start(
  map_width double precision, map_height double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best'
) returns json
  language plpgsql stable set search_path = ''
  as $$
declare
  city jsonb;
  world json;
  place record;
  half_width double precision;
  half_height double precision;
  north double precision;
  south double precision;
begin
  if not (map_width between 200 and 10000 and map_height between 200 and 10000) then
    raise invalid_parameter_value using message = 'map_width and map_height must be between 200 and 10000.';
  end if;
  -- Words that are the name of a city lead to the city.
  if q is not null then
    select suggestion into city from jsonb_array_elements(public.suggest(q)) with ordinality as suggested (suggestion, rank)
    where suggestion ->> 'type' = 'city' order by rank limit 1;
    if private.fold(city ->> 'name') = private.fold(btrim(q)) then
      return json_build_object('city', json_build_object('lng', city -> 'lng', 'lat', city -> 'lat'));
    end if;
  end if;
  world := public.explore_view(-180, -60, 180, 75, 3, categories, min_rating, has_photos, access, tags, q, sort, page_size => 1);
  select fitted.* into place
  from (
    select coalesce(min((cluster ->> 'lng')::double precision), -180) as west,
      coalesce(min((cluster ->> 'lat')::double precision), -60) as south,
      coalesce(max((cluster ->> 'lng')::double precision), 180) as east,
      coalesce(max((cluster ->> 'lat')::double precision), 75) as north
    from json_array_elements(world -> 'clusters') as cluster
  ) as extent, private.fit_map_view(extent.west, extent.south, extent.east, extent.north, map_width, map_height) as fitted;
  half_width := map_width / 512 / 2 ^ place.zoom / 2;
  half_height := map_height / 512 / 2 ^ place.zoom / 2;
  north := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) + half_height) * 2 * pi())));
  south := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) - half_height) * 2 * pi())));
  return json_build_object(
    'position', json_build_object('lng', place.lng, 'lat', place.lat, 'zoom', place.zoom),
    'bounds', json_build_object('west', place.lng - 360 * half_width, 'south', south, 'east', place.lng + 360 * half_width, 'north', north),
    'page', public.explore_page(place.lng - 360 * half_width, south, place.lng + 360 * half_width, north, place.zoom,
      categories, min_rating, has_photos, access, tags, q, sort)
  );
end
$$;
comment on function public.explore_start is
  'The explore screen without a position: {city} if q is the name of a city, else the view that fits all matching spots, {position, bounds, page}.';

grant execute on function
  private.fit_map_view,
  public.explore_page,
  public.explore_start
to anon, authenticated;
