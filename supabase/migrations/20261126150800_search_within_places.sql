-- Search knows regions and countries, spots by the name of the place they are in, and words that only ask for a place.

create function private.get_region_weight(region private.regions, is_whole boolean) returns real
  language sql immutable parallel safe
  -- A whole name is meant before those of towns, its start only before those of villages.
  return least(case when is_whole then 0.6 else 0.42 end,
    private.get_city_weight(least((region).population, 2000000000)::integer) * case when (region).admin1_code = '' then 1 else 0.5 end)::real;
comment on function private.get_region_weight(private.regions, boolean) is 'The importance of a country or region in search.';

create function private.find_regions(typed text) returns setof private.search_match
  language sql stable
  as $$
    select 'region', named.country_code || '-' || named.admin1_code, named.name, private.rate_name(named.key, typed),
      private.get_region_weight(region, named.key = typed), region.lng, region.lat
    from private.region_names as named join private.regions as region using (country_code, admin1_code)
    where named.key operator(pg_catalog.~>=~) typed and named.key operator(pg_catalog.~<~) (typed || chr(1114111)) and named.is_shown
      and (named.key = typed or (length(typed) >= 4 and region.population >= 500000))
    order by named.key = typed desc, region.population desc limit 3
  $$;
comment on function private.find_regions(text) is 'Countries and regions whose name is the typed text or starts with it.';

create function private.find_corrected_regions(typed text) returns setof private.search_match
  language sql stable
  as $$
    select 'region', country_code || '-' || admin1_code, name, (0.52 - 0.04 * errors)::real, private.get_region_weight(region, false), lng, lat
    from (
      select named.name, region, private.count_errors(typed, named.key) as errors, region.country_code, region.admin1_code,
        region.lng, region.lat, region.population
      from private.region_names as named join private.regions as region using (country_code, admin1_code)
      where named.is_shown and region.population >= 500000 and length(typed) >= 5
        and length(named.key) between length(typed) - 2 and length(typed) + 2
    ) as near
    where errors <= private.get_most_errors(typed)
    order by errors, population desc limit 2
  $$;
comment on function private.find_corrected_regions(text) is 'Large regions whose name resembles the typed text.';

create function private.find_region(typed text) returns private.regions
  language sql stable
  as $$
    select region.* from private.region_names as named join private.regions as region using (country_code, admin1_code)
    where named.key = typed and named.is_shown
    order by region.population desc limit 1
  $$;
comment on function private.find_region(text) is 'The largest country or region of exactly this name.';

create function private.write_region(region private.regions) returns jsonb
  language sql immutable
  return jsonb_build_object('name', region.name, 'country', nullif(region.country_name, region.name), 'lng', region.lng,
    'lat', region.lat, 'zoom', region.zoom);
comment on function private.write_region(private.regions) is 'A region as suggestions show it.';

create or replace function private.describe_match(match private.search_match, phrase jsonb) returns jsonb
  language sql stable
  as $$
    select case (match).kind
      when 'city' then (
        select jsonb_build_object('type', 'city', 'slug', slug, 'name', name, 'local_name', local_name,
          'matched', nullif((match).name, name), 'region', admin1_name, 'country', country_name, 'lng', lng, 'lat', lat,
          'population', population)
        from public.cities where id = (match).id::integer)
      when 'spot' then (
        select jsonb_build_object('type', 'spot', 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
          'city', city.name, 'country', coalesce(city.country_name, spot.country_code), 'lng', spot.lng, 'lat', spot.lat)
        from public.spots as spot left join public.cities as city on city.id = spot.city_id where spot.id = (match).id)
      when 'region' then (
        select jsonb_build_object('type', 'region', 'matched', nullif((match).name, region.name)) || private.write_region(region)
        from private.regions as region
        where country_code = split_part((match).id, '-', 1) and admin1_code = split_part((match).id, '-', 2))
      when 'tag' then jsonb_build_object('type', 'tag', 'tag', (match).id)
      else phrase - 'quality'
    end
  $$;

create or replace function private.find_named_place(typed text, language text) returns integer
  language sql stable
  as $$
    select match.id::integer
    from (
      select * from private.find_city_names(typed, private.to_word_query(string_to_array(typed, ' ')), null, language)
      union all
      select * from private.find_cities_of_region(string_to_array(typed, ' '))
      union all
      select * from private.find_city_names(null, private.to_corrected_query(string_to_array(typed, ' ')), typed, language)
    ) as match
    order by private.get_total(match, null, null) desc limit 1
  $$;
drop function private.find_spots_of_city(text[], smallint, text);
create function private.find_spots_of_place(words text[], audience smallint) returns setof private.search_match
  language plpgsql stable
  as $$
declare
  last constant integer := cardinality(words);
  corrected boolean;
  place text;
  rest text[];
  city public.cities;
  region private.regions;
begin
  foreach corrected in array array[false, true] loop
    for cut in 1..last - 1 loop
      for side in 1..2 loop
        place := array_to_string(case side when 1 then words[last - cut + 1:] else words[:cut] end, ' ');
        rest := case side when 1 then words[:last - cut] else words[cut + 1:] end;
        select cities.* into city from public.city_names as named join public.cities on cities.id = named.city_id
          where named.key = place order by named.population desc limit 1;
        if city.id is not null then
          return query select * from private.list_spots_around(city, rest, corrected, audience);
          if found then return; end if;
        end if;
        region := private.find_region(place);
        if region.country_code is not null then
          return query select * from private.list_spots_of_region(region, rest, corrected, audience);
          if found then return; end if;
        end if;
      end loop;
    end loop;
  end loop;
end
$$;
comment on function private.find_spots_of_place(text[], smallint) is
  'Spots whose name has some of the words, if need be with corrected spelling, in the city or region that the other words name.';

create function private.find_large_cities_of_region(words text[], language text) returns setof private.search_match
  language sql stable
  as $$
    select meant.*
    from private.find_region(array_to_string(words[2:], ' ')) as region, private.find_large_city_meant(words[1], 0.8, false, language) as meant
    join public.cities as city on city.id = meant.id::integer
    where length(words[1]) >= 4 and city.country_code = region.country_code and region.admin1_code in ('', city.admin1_code)
  $$;
comment on function private.find_large_cities_of_region(text[], text) is 'Large cities whose name is the first word with one error, in the region that the other words name.';

create function private.are_frequent(words text[]) returns boolean
  language sql stable
  return (select min(coalesce(known.uses, 0)) from unnest(words) as word left join private.search_words as known using (word)) > 20000;
comment on function private.are_frequent(text[]) is
  'Says whether each word is in the names of so many spots that reading them all from the index takes too long.';

create function private.rate_rest(key text, rest text[], corrected boolean) returns real
  language sql immutable parallel safe
  return (0.6 * case when corrected then private.rate_correction(key, array_to_string(rest, ' '))
    else private.rate_name(key, array_to_string(rest, ' ')) end)::real;
comment on function private.rate_rest(text, text[], boolean) is 'How well the name of a spot matches the words that do not name its place.';

create function private.list_spots_around(city public.cities, rest text[], corrected boolean, audience smallint)
  returns setof private.search_match
  language plpgsql stable
  as $$
declare
  query constant tsquery := case when corrected then private.to_corrected_query(rest) else private.to_word_query(rest) end;
begin
  return query
    select 'spot', best.id, best.title, private.rate_rest(best.name_key, rest, corrected),
      private.get_spot_weight(best.score, best.category), best.lng, best.lat
    from (
      select * from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by score desc limit 1500
    ) as best
    where array_to_tsvector(string_to_array(best.name_key, ' ')) @@ query and private.is_shown(best, audience)
    limit 20;
  if found then return; end if;
  -- Not among the best, or in a suburb.
  return query
    select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest, corrected),
      private.get_spot_weight(spot.score, spot.category), spot.lng, spot.lat
    from public.spots as spot
    where id = any (private.list_spots_with_words(query, case when corrected then '{""}' else rest end, audience, private.are_frequent(rest)))
      and private.distance_meters(city.lng, city.lat, spot.lng, spot.lat) < 30000
    limit 20;
end
$$;
comment on function private.list_spots_around(public.cities, text[], boolean, smallint) is 'Spots with these words in or around a city.';

create function private.list_spots_of_region(region private.regions, rest text[], corrected boolean, audience smallint)
  returns setof private.search_match
  language sql stable
  as $$
    select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest, corrected),
      private.get_spot_weight(spot.score, spot.category), spot.lng, spot.lat
    from public.spots as spot
    where id = any (private.list_spots_with_words(
        case when corrected then private.to_corrected_query(rest) else private.to_word_query(rest) end,
        case when corrected then '{""}' else rest end, audience, private.are_frequent(rest)))
      and country_code = region.country_code
      and (region.admin1_code = ''
        or exists (select from public.cities where cities.id = spot.city_id and cities.admin1_code = region.admin1_code))
    limit 20
  $$;
comment on function private.list_spots_of_region(private.regions, text[], boolean, smallint) is 'Spots with these words in a country or region.';

create function private.drop_request(words text[]) returns text[]
  language sql immutable parallel safe
  as $$
    select words[1 + length(request) - length(replace(request, ' ', '')):] from unnest(array[
      'where is ', 'where are ', 'wo ist ', 'how to get to ', 'directions to ', 'way to ', 'what to see in ', 'what to do in ', 'trip to ',
      'visit to ', 'guide to ', 'map of ', 'photos of ', 'pictures of ', 'tickets for ', 'tickets to ', 'visit ', 'visiting ', 'see ',
      'show me ', 'show ', 'find ', 'explore ', 'city of ', 'town of ', 'old town of ', 'downtown ', 'central ']) as request
    where starts_with(array_to_string(words, ' '), request)
    order by length(request) desc limit 1
  $$;
comment on function private.drop_request(text[]) is 'The words without those that only ask for what follows ("where is", "visit"); null if there are none.';
