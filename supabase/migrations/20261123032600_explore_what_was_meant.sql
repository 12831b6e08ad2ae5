-- The explore screen follows the ranking of the suggestions.
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
$function$;
comment on function public.explore_start(double precision,double precision,text[],real,boolean,text[],text[],text,text) is 'The explore screen without a position: {city} or {category} if q names one, {words} with the corrected spelling if nothing has those of q, else the view that fits all matching spots, {position, bounds, page}.';
