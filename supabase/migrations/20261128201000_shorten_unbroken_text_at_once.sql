-- A long Chinese or Japanese text was searched for again without its last letter, a hundred times in a row.
create or replace function private.suggest(q text, from_lng double precision, from_lat double precision, language text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
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
    -- Chinese and Japanese have no blanks between words. Hardly a name has more than twelve letters.
    return private.suggest(left(typed, least(length(typed) - 1, 12)), from_lng, from_lat, language);
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
$function$;
