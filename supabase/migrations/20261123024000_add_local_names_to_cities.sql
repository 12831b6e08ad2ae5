-- The name of a city on its own signs, where it differs from the English one: Firenze for Florence. People search by both.
alter table public.cities
  add local_name text,
  add local_language text,
  add constraint cities_local_name_check check (length(local_name) between 1 and 200),
  add constraint cities_local_language_check check (local_language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?$'),
  add constraint cities_local_pair_check check ((local_name is null) = (local_language is null));
comment on column public.cities.local_name is 'The name in the language of the city, where it differs from name.';
comment on column public.cities.local_language is 'The language of local_name as a BCP 47 tag.';
create index cities_folded_local_name_idx on public.cities (private.fold(local_name) text_pattern_ops, population desc)
  where local_name is not null;

create or replace function public.load_city_batch(batch jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  loaded integer;
begin
  -- A slug may have moved to another city since the last load. The city that still has it gets a temporary slug until
  -- its own batch.
  update public.cities set slug = cities.slug || '-' || cities.id
  from jsonb_to_recordset(batch) as given (id integer, slug text)
  where cities.slug = given.slug and cities.id <> given.id;

  insert into public.cities (id, slug, name, local_name, local_language, admin1_code, admin1_name, admin2_name, country_code,
    country_name, population, time_zone, feature_code, lng, lat)
  select id, slug, name, local_name, local_language, admin1_code, admin1_name, admin2_name, country_code, country_name,
    population, time_zone, feature_code, lng, lat
  from jsonb_to_recordset(batch) as given (
    id integer, slug text, name text, local_name text, local_language text, admin1_code text, admin1_name text,
    admin2_name text, country_code text, country_name text, population integer, time_zone text, feature_code text,
    lng double precision, lat double precision
  )
  on conflict (id) do update set slug = excluded.slug, name = excluded.name, local_name = excluded.local_name,
    local_language = excluded.local_language, admin1_code = excluded.admin1_code, admin1_name = excluded.admin1_name,
    admin2_name = excluded.admin2_name, country_code = excluded.country_code, country_name = excluded.country_name,
    population = excluded.population, time_zone = excluded.time_zone, feature_code = excluded.feature_code,
    lng = excluded.lng, lat = excluded.lat;
  get diagnostics loaded = row_count;
  return loaded;
end
$function$;

create or replace function private.city_card(of_city integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object('id', id, 'slug', slug, 'name', name, 'local_name', local_name, 'local_language', local_language,
      'admin1_name', admin1_name, 'country_code', country_code, 'country_name', country_name, 'population', population,
      'time_zone', time_zone, 'lng', lng, 'lat', lat)
    from public.cities where id = of_city
  $function$;
comment on function private.city_card(integer) is '{id, slug, name, local_name, local_language, admin1_name, country_code, country_name, population, time_zone, lng, lat}.';

create or replace function private.list_suggested_cities(prefix text, with_typos boolean)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  below constant text := prefix || chr(1114111);
  found integer[];
begin
  -- Not LIKE, whose index range is known only when the pattern is known, which is not the case in a cached plan.
  if length(prefix) <= 3 then
    -- So many cities have such a short prefix that a walk by population soon finds four.
    found := array(select id from public.cities
      where private.fold(name) operator(pg_catalog.~>=~) prefix and private.fold(name) operator(pg_catalog.~<~) below
        and population >= 20000
      order by population desc limit 4);
  end if;
  if found is null or cardinality(found) < 4 then
    found := array(select id from (
      select id, population from public.cities
      where private.fold(name) operator(pg_catalog.~>=~) prefix and private.fold(name) operator(pg_catalog.~<~) below
      offset 0
    ) as named order by population desc limit 4);
  end if;
  -- A few hundred cities have a local name, so all matches can be sorted.
  found := found || array(select id from public.cities
    where local_name is not null
      and private.fold(local_name) operator(pg_catalog.~>=~) prefix and private.fold(local_name) operator(pg_catalog.~<~) below
    order by population desc limit 4);
  if with_typos and length(prefix) >= 4 then
    found := found || array(select id from (
      select id, population, extensions.similarity(private.fold(name), prefix) as similarity from public.cities
      where left(private.fold(name), 1) = left(prefix, 1)
        and length(private.fold(name)) in (length(prefix) - 1, length(prefix), length(prefix) + 1)
    ) as alike where similarity > 0.3 order by similarity desc, population desc limit 4);
  end if;
  return query
    select jsonb_build_object('type', 'city', 'slug', slug, 'name', name, 'local_name', local_name, 'region', admin1_name, 'country', country_name,
      'lng', lng, 'lat', lat, 'population', population)
    from public.cities where id = any (found)
    order by greatest(extensions.similarity(private.fold(name), prefix), extensions.similarity(private.fold(local_name), prefix))
      * 4 + ln(1 + population) / 4 desc limit 4;
end
$function$;

create or replace function public.explore_start(map_width double precision, map_height double precision, categories text[] DEFAULT NULL::text[], min_rating real DEFAULT NULL::real, has_photos boolean DEFAULT false, access text[] DEFAULT NULL::text[], tags text[] DEFAULT NULL::text[], q text DEFAULT NULL::text, sort text DEFAULT 'best'::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    if private.fold(btrim(q)) in (private.fold(city ->> 'name'), private.fold(city ->> 'local_name')) then
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
$function$;
