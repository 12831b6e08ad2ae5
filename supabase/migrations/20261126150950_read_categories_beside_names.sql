-- A category beside a name may be part of the name ("waterloo station", "etna volcano"), a city may stand with its state after a
-- category ("brewery portland oregon"), and one word alone is rarely an abbreviation.
insert into private.category_words (key, category, variants)
select key, category, array(select variant from private.list_word_variants(key) as variant)
from (values
  ('museum', 'galerie,galeries,galerien,galerias,gallerie,galerie d art,galeries d art,galeria de arte,galerias de arte,galleria d arte,gallerie d arte'),
  ('castle', 'manor house,manor houses'), ('swim', 'thermae'), ('market', 'souk,souks,bazaars,christmas market,christmas markets')
) as listed (category, words), unnest(string_to_array(words, ',')) as key
on conflict (key) do nothing;

create function private.find_spots_of_category(words text[], category text, audience smallint) returns setof private.search_match
  language sql stable
  as $$
    select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest.words, false), private.get_spot_weight(spot.score, spot.category),
      spot.lng, spot.lat
    from (
      select case side when 1 then words[2:] else words[:cardinality(words) - 1] end as words from generate_series(1, 2) as side
      where (private.find_category(case side when 1 then words[1] else words[cardinality(words)] end, false)).quality = 1
    ) as rest
    join public.spots as spot on spot.id = any (private.list_spots_with_words(private.to_word_query(rest.words), rest.words, audience,
      private.are_frequent(rest.words)))
    where spot.category = find_spots_of_category.category
      -- A volcano may be listed as a wood: landscapes have many sides.
      or (spot.category in ('summit', 'viewpoint', 'wood') and find_spots_of_category.category in ('summit', 'viewpoint', 'wood'))
    order by private.rate_rest(spot.name_key, rest.words, false) desc, spot.score desc, spot.id limit 3
  $$;
comment on function private.find_spots_of_category(text[], text, smallint) is
  'Spots of a category whose name has the words except the first or last, which names the category: "waterloo station".';

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
      if city.id is null and region.country_code is null then
        select cities.* into city
          from private.find_cities_of_region(string_to_array(phrase.place, ' ')) as match join public.cities on cities.id = match.id::integer
          order by match.weight desc, cities.id limit 1;
      end if;
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
      select row(match.kind, match.id, match.name, match.quality - case when cardinality(words) = 1 then 0.15 else 0.02 end, match.weight, match.lng, match.lat)::private.search_match
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
  if cardinality(words) > 1 and not exists (select from unnest(matches) as match where match.kind = 'spot' or match.quality >= 0.95) then
    matches := matches || array(select match from private.find_spots_of_place(words, audience, false) as match);
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
    if cardinality(words) > 1 and not exists (select from unnest(matches) as match where match.quality >= least_quality) then
      matches := matches || array(select match from private.find_spots_of_place(words, audience, true) as match);
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
    fewer := private.list_likely_words(words);
    return private.suggest(array_to_string(fewer, ' '), from_lng, from_lat, language);
  end if;
  if cardinality(matches) = 0 and phrase is null and typed ~ '[\u2e80-\u9fff]' and length(typed) > 1 then
    -- Chinese and Japanese have no blanks between words.
    return private.suggest(left(typed, length(typed) - 1), from_lng, from_lat, language);
  end if;
  if phrase is not null and phrase ->> 'quality' < '0.4' and cardinality(words) > 1 and (phrase #>> '{city,population}')::integer < 250000 then
    matches := matches || array(select match from private.find_spots_of_category(words, phrase ->> 'category', audience) as match);
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
