-- An empty view leads to the nearest spot that passes the same filters, unless it is too far away to help.
create function private.find_nearest_match(filter private.spot_filter)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A few hours away. A spot beyond is no alternative.
  most_meters constant integer := 300000;
  -- The number of spots to read before giving up, which bounds the time for a filter that no spot passes.
  most_read constant integer := 2000;
begin
  filter.west := -180;
  filter.south := -90;
  filter.east := 180;
  filter.north := 90;
  return private.describe_spots(array(
    select spot.id
    from (
      select * from public.spots where status in ('published', 'closed') and visibility = 'public'
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(filter.from_lng, filter.from_lat)
      limit most_read
    ) as spot
    where private.matches_filter(spot, filter)
      and private.distance_meters(filter.from_lng, filter.from_lat, spot.lng, spot.lat) <= most_meters
    order by private.distance_meters(filter.from_lng, filter.from_lat, spot.lng, spot.lat)
    limit 1
  ))::jsonb -> 0;
end
$function$;
revoke execute on function private.find_nearest_match(private.spot_filter) from public;
grant execute on function private.find_nearest_match(private.spot_filter) to anon, authenticated;
comment on function private.find_nearest_match(private.spot_filter) is 'The public spot within 300 km of the filter''s point that passes the filter anywhere on the map; null if there is none.';

create or replace function public.explore_page(west double precision, south double precision, east double precision, north double precision, zoom double precision, categories text[] DEFAULT NULL::text[], min_rating real DEFAULT NULL::real, has_photos boolean DEFAULT false, access text[] DEFAULT NULL::text[], tags text[] DEFAULT NULL::text[], q text DEFAULT NULL::text, sort text DEFAULT 'best'::text, near_lng double precision DEFAULT NULL::double precision, near_lat double precision DEFAULT NULL::double precision, page_size integer DEFAULT 30, cursor text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    'nearest', case when view #>> '{total,n}' = '0' then private.find_nearest_match(
      private.to_spot_filter(west, south, east, north, categories, min_rating, has_photos, access, tags, q, middle_lng, middle_lat)) end);
end
$function$;
comment on function public.explore_page(double precision,double precision,double precision,double precision,double precision,text[],real,boolean,text[],text[],text,text,double precision,double precision,integer,text) is 'A view as the explore screen shows it: explore_view, the point from which distances count, and the nearest spot that passes the filters if the view is empty.';
