-- A map that is too narrow for spots on several continents opened on the ocean between them. It now opens where most of the
-- spots are that it can show at once.
create function private.fit_clusters(clusters json, map_width double precision, map_height double precision)
returns table (lng double precision, lat double precision, zoom double precision)
  language plpgsql stable
  as $$
declare
  -- What fits at the lowest zoom of private.fit_map_view, with its margins.
  widest constant double precision := 360 * (map_width - 144) / 512 / 2 ^ 0.5;
  highest constant double precision := (map_height - 144) / 512 / 2 ^ 0.5;
  anchor record;
  extent record;
begin
  select coalesce(min(point.lng), -180) as west, coalesce(min(point.lat), -60) as south,
      coalesce(max(point.lng), 180) as east, coalesce(max(point.lat), 75) as north, count(*) as points
    into extent
    from json_to_recordset(clusters) as point (lng double precision, lat double precision);
  if extent.points > 1
    and (extent.east - extent.west > widest or private.mercator_y(extent.south) - private.mercator_y(extent.north) > highest)
  then
    -- The largest clusters are tried as the middle, which bounds the time.
    select middle.lng, middle.lat into anchor
      from (
        select * from json_to_recordset(clusters) as point (n double precision, lng double precision, lat double precision)
        order by point.n desc, point.lng, point.lat limit 60
      ) as middle
      join json_to_recordset(clusters) as other (n double precision, lng double precision, lat double precision)
        on abs(private.turn_towards(other.lng, middle.lng) - middle.lng) <= widest / 2
        and abs(private.mercator_y(other.lat) - private.mercator_y(middle.lat)) <= highest / 2
      group by middle.lng, middle.lat
      order by sum(other.n) desc, middle.lng, middle.lat limit 1;
    select min(private.turn_towards(point.lng, anchor.lng)) as west, min(point.lat) as south,
        max(private.turn_towards(point.lng, anchor.lng)) as east, max(point.lat) as north, count(*) as points
      into extent
      from json_to_recordset(clusters) as point (lng double precision, lat double precision)
      where abs(private.turn_towards(point.lng, anchor.lng) - anchor.lng) <= widest / 2
        and abs(private.mercator_y(point.lat) - private.mercator_y(anchor.lat)) <= highest / 2;
  end if;
  return query select fitted.lng - 360 * floor((fitted.lng + 180) / 360), fitted.lat, fitted.zoom
    from private.fit_map_view(extent.west, extent.south, extent.east, extent.north, map_width, map_height) as fitted;
end
$$;
comment on function private.fit_clusters is
  'The view that fits the clusters of a view, or the largest part of them that a map of this size can show. The world if there are none.';

create function private.turn_towards(lng double precision, other double precision) returns double precision
  language sql immutable parallel safe
  return turn_towards.lng - 360 * round((turn_towards.lng - turn_towards.other)::numeric / 360)::double precision;
comment on function private.turn_towards is 'The longitude, by whole turns, that is within 180 degrees of another.';
revoke execute on function private.fit_clusters, private.turn_towards from public;
grant execute on function private.fit_clusters, private.turn_towards to anon, authenticated;

create or replace function public.explore_member_start(by text, map_width double precision, map_height double precision, categories text[] DEFAULT NULL::text[], min_rating real DEFAULT NULL::real, has_photos boolean DEFAULT false, access text[] DEFAULT NULL::text[], tags text[] DEFAULT NULL::text[], q text DEFAULT NULL::text, sort text DEFAULT 'best'::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
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
  world := public.explore_member_page(by, -180, -85, 180, 85, 11, categories, min_rating, has_photos, access, tags, q, sort, page_size => 1);
  select fitted.* into place from private.fit_clusters(world #> '{view,clusters}', map_width, map_height) as fitted;
  half_width := map_width / 512 / 2 ^ place.zoom / 2;
  half_height := map_height / 512 / 2 ^ place.zoom / 2;
  north := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) + half_height) * 2 * pi())));
  south := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) - half_height) * 2 * pi())));
  return json_build_object(
    'position', json_build_object('lng', place.lng, 'lat', place.lat, 'zoom', place.zoom),
    'bounds', json_build_object('west', place.lng - 360 * half_width, 'south', south, 'east', place.lng + 360 * half_width, 'north', north),
    'page', public.explore_member_page(by, place.lng - 360 * half_width, south, place.lng + 360 * half_width, north, place.zoom,
      categories, min_rating, has_photos, access, tags, q, sort)
  );
end
$function$;

create or replace function public.explore_start(map_width double precision, map_height double precision, categories text[] DEFAULT NULL::text[], min_rating real DEFAULT NULL::real, has_photos boolean DEFAULT false, access text[] DEFAULT NULL::text[], tags text[] DEFAULT NULL::text[], q text DEFAULT NULL::text, sort text DEFAULT 'best'::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Other filters keep the search on the map.
  is_plain constant boolean := q is not null and coalesce(categories, access, tags) is null and min_rating is null and not has_photos;
  best jsonb;
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
  -- Words that name a city lead to the city, those that name a category to its spots.
  if q is not null then
    best := public.suggest(q) -> 0;
    if best ->> 'type' = 'city'
      and private.search_key(q) in (private.search_key(best ->> 'name'), private.search_key(best ->> 'local_name'), private.search_key(best ->> 'matched'))
    then
      return json_build_object('city', json_build_object('lng', best -> 'lng', 'lat', best -> 'lat'));
    elsif best ->> 'type' = 'category' and is_plain then
      return json_build_object('category', best);
    end if;
  end if;
  world := public.explore_view(-180, -60, 180, 75, 3, categories, min_rating, has_photos, access, tags, q, sort, page_size => 1);
  -- Nothing has these words. The best suggestion is what was meant, as in the search field.
  if best is not null and is_plain and world #>> '{total,n}' = '0' then
    if best ->> 'type' = 'city' then
      return json_build_object('city', json_build_object('lng', best -> 'lng', 'lat', best -> 'lat'));
    elsif best ->> 'type' = 'spot' and best ->> 'title' <> q then
      return json_build_object('words', best ->> 'title');
    end if;
  end if;
  select fitted.* into place from private.fit_clusters(world -> 'clusters', map_width, map_height) as fitted;
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
$function$;
