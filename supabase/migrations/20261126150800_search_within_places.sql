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
create or replace function private.find_category_match(words text[], with_errors boolean, language text) returns jsonb
  language plpgsql stable
  as $$
declare
  phrase private.category_phrase := private.read_category_phrase(words, with_errors);
  city public.cities;
  region private.regions;
begin
  if phrase.category is null then
    return null;
  end if;
  if phrase.place is not null then
    region := private.find_region(phrase.place);
    if phrase.quality::text = '0.33' then
      -- Without a preposition, only the whole name of a city makes it a place.
      select cities.* into city from public.city_names as named join public.cities on cities.id = named.city_id
        where named.key = phrase.place order by named.population desc limit 1;
    else
      select * into city from public.cities where id = private.find_named_place(phrase.place, language);
    end if;
    -- Wales is the country, unless a large city has the name.
    if region.country_code is not null and not exists (
        select from public.city_names where city_id = city.id and key = phrase.place and population >= 100000) then
      city := null;
    else
      region := null;
    end if;
    if city.id is null and region.country_code is null then
      return null;
    end if;
  end if;
  return jsonb_build_object('quality', phrase.quality, 'type', 'category', 'category', phrase.category, 'access', phrase.access,
    'near', phrase.is_near, 'city', case when city.id is not null then jsonb_build_object('slug', city.slug, 'name', city.name,
      'lng', city.lng, 'lat', city.lat, 'population', city.population) end,
    'region', case when region.country_code is not null then private.write_region(region) end);
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

create or replace function private.suggest(q text, from_lng double precision, from_lat double precision, language text default null) returns jsonb
  language plpgsql stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
  set enable_seqscan to 'off'
  as $$
declare
  audience constant smallint := case when auth.uid() is null then 0 else 1 end;
  most constant integer := 10;
  -- With so many results nobody needs corrected ones.
  enough constant integer := 4;
  words text[] := (string_to_array(private.search_key(left(q, 100)), ' '))[:8];
  typed text := array_to_string(words, ' ');
  query tsquery := private.to_word_query(words);
  matches private.search_match[];
  phrase jsonb;
  fewer text[];
  longer text[];
  -- The whole name, with errors.
  least_quality constant real := 0.33;
  articles constant text[] := '{the,la,le,les,el,los,las,il,lo,gli,der,die,das,l,o,os,as}';
  spelling text[];
  is_large boolean;
  meant real;
begin
  if auth.uid() is not null then
    perform private.has_valid_session();
  end if;
  if typed = '' then return '[]'; end if;
  -- A long word that almost names a category is not left to names of places that start with it.
  phrase := private.find_category_match(words, cardinality(words) = 1 and length(typed) >= 6, language);
  matches := array(select match from private.find_city_names(typed, query, null, language) as match)
    || array(select match from private.find_spot_names(typed, words, audience) as match)
    || array(select match from private.find_tags(typed) as match)
    || array(select match from private.find_regions(typed) as match);
  fewer := private.drop_request(words);
  if cardinality(fewer) > 0 and not exists (select from unnest(matches) as match where match.quality >= 0.55) then
    return private.suggest(array_to_string(fewer, ' '), from_lng, from_lat, language);
  end if;
  for spelling in
    select other from private.list_spellings(words) as other
    union all
    select words[2:] where words[1] = any (articles) and cardinality(words) > 1
      and not exists (select from unnest(matches) as match where match.quality >= 0.7)
  loop
    matches := matches || array(
      select row(match.kind, match.id, match.name, match.quality - 0.02, match.weight, match.lng, match.lat)::private.search_match
      from (
        select * from private.find_city_names(array_to_string(spelling, ' '), private.to_word_query(spelling), null, language)
        union all
        select * from private.find_spot_names(array_to_string(spelling, ' '), spelling, audience)
      ) as match);
  end loop;
  if cardinality(words) > 1 then
    matches := matches || array(select match from private.find_cities_of_region(words) as match);
  elsif length(typed) >= 5 and (phrase is null or phrase ->> 'quality' < '0.9') then
    -- A large city, misspelled, is meant rather than a small one whose name the typed text is or starts.
    is_large := exists (select from unnest(matches) as match where match.kind = 'city' and match.quality >= 0.65 and match.weight >= 0.485);
    meant := (select max(match.quality) from unnest(matches) as match);
    if not is_large then
      matches := matches || array(select match from private.find_large_city_meant(typed,
        case when meant < 0.95 then 0.86
          when exists (select from unnest(matches) as match where match.kind = 'spot' and match.quality >= 0.95) then 0.8 else 0.97 end::real,
        meant >= 0.95, language) as match);
    end if;
  end if;
  if cardinality(words) > 1 and cardinality(matches) = 0 then
    matches := array(select match from private.find_large_cities_of_region(words, language) as match);
  end if;
  if cardinality(words) > 1 and not exists (select from unnest(matches) as match where match.kind = 'spot') then
    matches := matches || array(select match from private.find_spots_of_place(words, audience) as match);
  end if;
  if cardinality(matches) < enough and (phrase is null or phrase ->> 'quality' < '0.9') then
    query := private.to_corrected_query(words);
    matches := matches
      || array(select match from private.find_city_names(null, query, typed, language) as match)
      || array(select match from private.find_corrected_spots(query, typed, audience) as match);
    if cardinality(words) = 1 then
      matches := matches || array(
        select row('tag', tag.id, tag.name, 0.4, 0.1, null, null)::private.search_match
        from private.list_corrections(typed, true) as correction, private.find_tags(correction) as tag limit 2);
    end if;
    matches := matches || array(select match from private.find_corrected_regions(typed) as match);
    if cardinality(words) > 1 and cardinality(matches) = 0 then
      -- The error may be in a short word, of which nearly every other is a misspelling.
      longer := array(select word from unnest(words) with ordinality as typed_words (word, place) where length(word) >= 4 order by place);
      if cardinality(longer) between 1 and cardinality(words) - 1 then
        query := private.to_corrected_query(longer);
        matches := array(select match from private.find_corrected_spots(query, typed, audience) as match
          where match.quality >= least_quality);
      end if;
    end if;
    if cardinality(words) = 1 and length(typed) between 6 and 8
      and not exists (select from unnest(matches) as match where match.quality > 0.46) then
      matches := matches || array(select match from private.find_large_city_with_errors(typed) as match);
    end if;
    if phrase is null and (cardinality(words) = 1 or cardinality(matches) = 0 or words[2:] && private.get_place_links()) then
      phrase := private.find_category_match(words, true, language);
    end if;
  end if;
  if cardinality(matches) = 0 and phrase is null and cardinality(words) > 1 then
    -- Words that are found nowhere together. The last one may be unfinished; if it is known, and rarer than the others, it
    -- says more than they do.
    select array_agg(word order by place) into fewer from (
      select word, place from unnest(words) with ordinality as typed_words (word, place)
    ) as all_words
    where case
      when (select bool_or(known.word is not null and length(known.word) >= 5 and known.uses <= all (
          select coalesce(other.uses, 0) from unnest(words) as one (word) join private.search_words as other using (word)))
        from private.search_words as known where known.word = words[cardinality(words)])
      then place = cardinality(words) else place < cardinality(words) end;
    return private.suggest(array_to_string(fewer, ' '), from_lng, from_lat, language);
  end if;
  if cardinality(matches) = 0 and phrase is null and typed ~ '[\u2e80-\u9fff]' and length(typed) > 1 then
    -- Chinese and Japanese have no blanks between words.
    return private.suggest(left(typed, length(typed) - 1), from_lng, from_lat, language);
  end if;
  if phrase is not null then
    matches := matches || row('category', '', '', phrase -> 'quality',
      case when (phrase ->> 'quality')::real < 0.4 then 0.4 else 0.5 end, null, null)::private.search_match;
  end if;
  return (
    select coalesce(jsonb_agg(private.describe_match(best.match, phrase) order by best.total desc, (best.match).id), '[]')
    from (
      select ranked.match, ranked.total from (
        select numbered.match, numbered.place, numbered.total - case when numbered.place > 3 then 0.3 else 0 end as total from (
        select alike.match, alike.total, row_number() over (partition by (alike.match).kind order by alike.total desc, (alike.match).id) as place
        from (
          select distinct on ((match).kind, (match).id) match, private.get_total(match, from_lng, from_lat) as total
          from unnest(matches) as match
          order by (match).kind, (match).id, private.get_total(match, from_lng, from_lat) desc
        ) as alike
        ) as numbered
      ) as ranked
      -- One kind does not crowd out the others, from its fourth result on.
      order by (ranked.place > 6), ranked.total desc, (ranked.match).id limit most
    ) as best
  );
end
$$;
