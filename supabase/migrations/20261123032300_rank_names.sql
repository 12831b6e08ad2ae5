-- One ranking for every search: of cities, spots, tags and categories, by how well the name matches, how important the
-- place is, and how near.
create type private.search_match as (
  kind text, id text, name text, quality real, weight real, lng double precision, lat double precision
);
comment on type private.search_match is
  'A candidate. quality: 1 for the whole name, 0.5 for all words in any order, below that with corrected spelling; weight: importance, 0 to 1.';

create function private.to_word_query(words text[]) returns tsquery
  language sql immutable parallel safe
  as $$ select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words) as word $$;
comment on function private.to_word_query is 'Names with all words, in any order. Each may be the start of a word.';

create function private.rate_name(key text, typed text) returns real
  language sql immutable parallel safe
  return case
    when key = typed then 1
    when replace(key, ' ', '') = replace(typed, ' ', '') then 0.95
    when starts_with(key, typed || ' ') then 0.74 + 0.12 * length(typed) / length(key)
    when starts_with(key, typed) then 0.7 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key || ' ', ' ' || typed || ' ') > 0 then 0.6 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key, ' ' || typed) > 0 then 0.55 + 0.1 * length(typed) / length(key)
    else 0.48 + 0.1 * least(1, length(typed)::real / length(key))
  end::real;
comment on function private.rate_name is 'How well a name matches text whose words it contains, from 0.48 to 1.';

create function private.rate_correction(key text, typed text) returns real
  language sql immutable parallel safe
  return case
    when replace(key, ' ', '') = replace(typed, ' ', '') then 0.7
    when private.count_errors(typed, key) <= least(4, greatest(1, length(typed) / 4))
      then 0.52 - 0.04 * private.count_errors(typed, key)
    when private.count_errors(typed, left(key, length(typed))) <= least(4, greatest(1, length(typed) / 4)) + 1
      then 0.38 - 0.05 * private.count_errors(typed, left(key, length(typed)))
    else 0.24 end::real;
comment on function private.rate_correction is 'How well a name matches misspelled text, from 0.18 to 0.7.';

create function private.get_total(match private.search_match, from_lng double precision, from_lat double precision) returns double precision
  language sql stable
  return 2.2 * (match).quality + (match).weight + case
    when from_lng is null or from_lat is null or (match).lng is null then 0
    else 0.5 / (1 + private.distance_meters(from_lng, from_lat, (match).lng, (match).lat) / 30000) end;

-- Short names start thousands of others, so the first of them are read in the order of the population. Ranges use ~>=~
-- and not LIKE, whose range is only known when the pattern is, which is not the case in a cached plan.
create function private.list_city_names(typed text, query tsquery) returns setof public.city_names
  language plpgsql stable
  as $$
declare
  size constant integer := length(typed);
  -- So many names are read in a range before the order of the population is tried instead.
  few constant integer := 200;
  found integer;
begin
  if typed is null then
    return query select * from (
      select * from public.city_names where array_to_tsvector(string_to_array(key, ' ')) @@ query limit 1000
    ) as named order by population desc limit 60;
    return;
  end if;
  if size = 1 then
    return query select * from public.city_names where left(key, 1) = typed order by population desc limit 150;
    return;
  elsif size = 2 then
    return query select * from public.city_names where left(key, 2) = typed order by population desc limit 100;
    return query select * from public.city_names where key = typed limit 12;
    return;
  end if;
  return query select * from public.city_names where replace(key, ' ', '') = replace(typed, ' ', '') order by population desc limit 12;
  return query select * from public.city_names
    where key operator(pg_catalog.~>=~) typed and key operator(pg_catalog.~<~) (typed || chr(1114111)) limit few;
  get diagnostics found = row_count;
  if found = few then
    return query select * from (
      select * from public.city_names where left(key, 3) = left(typed, 3) order by population desc limit 1500
    ) as large where starts_with(key, typed) limit 24;
    return;
  end if;
  return query select * from public.city_names where array_to_tsvector(string_to_array(key, ' ')) @@ query limit 400;
end
$$;
comment on function private.list_city_names is 'Candidates whose name starts with the typed text or matches the query; only the latter if typed is null.';

create function private.find_city_names(typed text, query tsquery, corrected text, language text) returns setof private.search_match
  language sql stable
  as $$
    select distinct on (named.city_id) 'city', named.city_id::text, named.name,
      (case when typed is null then private.rate_correction(named.key, corrected) else private.rate_name(named.key, typed) end
        - case
          when named.source = 'own' or 'en' = any (named.languages) or language = any (named.languages) then 0
          -- The start of a name in a language that few people here speak is hardly what was meant.
          when typed is null then 0.05 else 0.03 + 0.3 * (1 - least(1, length(typed)::real / length(named.key))) end)::real
        as quality,
      (private.get_city_weight(named.population) + case city.feature_code when 'PPLC' then 0.03 else 0 end)::real,
      city.lng, city.lat
    from private.list_city_names(typed, query) as named join public.cities as city on city.id = named.city_id
    order by named.city_id, quality desc, (named.name = city.name) desc,
      starts_with(private.fold(named.name), coalesce(typed, corrected)) desc, cardinality(named.languages) desc, named.name
  $$;
comment on function private.find_city_names is
  'Cities with their best matching name. If typed is null, names match the query of corrected words and are rated against the misspelled text.';

-- Frequent words are found by walking down the best spots until there are enough, rare ones by the index of words, which
-- would read every occurrence of a frequent one.
create function private.list_spots_with_words(query tsquery, words text[], audience smallint, is_frequent boolean) returns text[]
  language plpgsql stable
  as $$
declare
  walk constant integer := 1500;
  enough constant integer := 24;
  most constant integer := 200;
  found text[] := '{}';
begin
  if not is_frequent then
    found := array(select id from public.spots
      where array_to_tsvector(string_to_array(name_key, ' ')) @@ query
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit most);
    if cardinality(found) < most then
      return found;
    end if;
  end if;
  return found || array(select id from (
    select * from public.spots where status in ('published', 'closed') and visibility in ('public', 'members')
    order by score desc, id desc limit walk
  ) as best
  where strpos(' ' || name_key, ' ' || words[1]) > 0
    and (cardinality(words) = 1 or array_to_tsvector(string_to_array(name_key, ' ')) @@ query)
    and private.is_shown(best, audience)
  limit enough);
end
$$;
comment on function private.list_spots_with_words is
  'Spots whose name matches the query of the words. The number read is bounded; for frequent words they are the best.';

create function private.list_named_spots(typed text, words text[], audience smallint) returns text[]
  language plpgsql stable
  as $$
declare
  size constant integer := length(typed);
  few constant integer := 200;
  walk constant integer := 1500;
  enough constant integer := 24;
  -- The index of words takes a millisecond for so many occurrences.
  frequent constant integer := 20000;
  found text[] := '{}';
begin
  if size >= 3 then
    found := array(select id from public.spots
      where name_key operator(pg_catalog.~>=~) typed and name_key operator(pg_catalog.~<~) (typed || chr(1114111))
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit few);
  end if;
  if size = 2 or (size = 3 and cardinality(found) = few) then
    found := found || array(select id from (
      select * from public.spots
      where left(name_key, 2) = left(typed, 2) and status in ('published', 'closed') and visibility in ('public', 'members')
      order by score desc limit walk
    ) as best where starts_with(name_key, typed) and private.is_shown(best, audience) limit enough);
  elsif cardinality(found) = few then
    found := found || array(select id from (
      select * from public.spots
      where left(name_key, 4) = left(typed, 4) and status in ('published', 'closed') and visibility in ('public', 'members')
      order by score desc limit walk
    ) as best where starts_with(name_key, typed) and private.is_shown(best, audience) limit enough);
  end if;
  return found || private.list_spots_with_words(private.to_word_query(words), words, audience,
    size <= 3 or (select min(coalesce(known.uses, 0)) from unnest(words) as word left join private.search_words as known using (word)) > frequent);
end
$$;
comment on function private.list_named_spots is 'Candidates whose name starts with the typed text or has all words. The number read is bounded.';

create function private.find_spot_names(typed text, words text[], audience smallint) returns setof private.search_match
  language sql stable
  as $$
    select 'spot', id, title, private.rate_name(name_key, typed), private.get_spot_weight(score), lng, lat
    from public.spots where id = any (private.list_named_spots(typed, words, audience))
  $$;

create function private.find_corrected_spots(query tsquery, typed text, audience smallint) returns setof private.search_match
  language sql stable
  as $$
    select 'spot', id, title, private.rate_correction(name_key, typed), private.get_spot_weight(score), lng, lat
    from public.spots where id = any (private.list_spots_with_words(query, '{""}', audience, false))
  $$;
comment on function private.find_corrected_spots is 'Spots that match the query of corrected words, rated against the misspelled text.';

-- "trattoria roma torino": the last or the first words may name the city instead of being part of the name.
create function private.find_spots_of_city(words text[], audience smallint, language text) returns setof private.search_match
  language plpgsql stable
  as $$
declare
  last constant integer := cardinality(words);
  place text[];
  rest text[];
  city record;
begin
  for cut in 1..last - 1 loop
    for side in 1..2 loop
      place := case side when 1 then words[last - cut + 1:] else words[:cut] end;
      rest := case side when 1 then words[:last - cut] else words[cut + 1:] end;
      select named.city_id into city from public.city_names as named
        where key = array_to_string(place, ' ') order by population desc limit 1;
      continue when not found;
      return query
        select 'spot', best.id, best.title, (private.rate_name(best.name_key, array_to_string(rest, ' ')) * 0.6)::real,
          private.get_spot_weight(best.score), best.lng, best.lat
        from (
          select * from public.spots
          where city_id = city.city_id and status = 'published' and visibility in ('public', 'members')
          order by score desc limit 1500
        ) as best
        where array_to_tsvector(string_to_array(best.name_key, ' ')) @@ private.to_word_query(rest) and private.is_shown(best, audience)
        limit 20;
      if found then
        return;
      end if;
    end loop;
  end loop;
end
$$;
comment on function private.find_spots_of_city is 'Spots whose name has some of the words, in the city that the other words name.';

create function private.find_tags(typed text) returns setof private.search_match
  language sql stable
  as $$
    select 'tag', tag, tag, private.rate_name(key, typed), 0.1::real, null::double precision, null::double precision
    from (
      select tag, key, spot_id from private.search_tags
      where key operator(pg_catalog.~>=~) typed and key operator(pg_catalog.~<~) (typed || chr(1114111)) and length(typed) >= 2
      order by length(key), key limit 50
    ) as candidates
    where private.is_public_tag(tag, spot_id) limit 2
  $$;

create function private.list_corrections(typed text, is_last boolean) returns setof text
  language sql stable
  as $$
    select word from (
      select word, min(errors) as errors, bool_and(is_start) as is_start, max(weight) as weight from (
        select known.word, known.weight, false as is_start, private.count_errors(typed, known.word) as errors
        from private.search_words as known
        where private.get_most_errors(typed) > 0 and known.variants && private.get_typed_variants(typed)
        union all
        select left(known.word, size), known.weight, true, private.count_errors(typed, left(known.word, size))
        from private.search_words as known, generate_series(length(typed) - 1, length(typed) + 1) as size
        where is_last and private.get_most_errors(typed) > 0 and length(known.word) > size
          and known.variants && private.get_typed_variants(typed)
      ) as near
      where errors between 1 and private.get_most_errors(typed)
      group by word
    ) as nearest
    order by errors, is_start, weight desc, word limit 16
  $$;
comment on function private.list_corrections is
  'The known words nearest to a misspelled one, and the starts of longer ones if it is the last, which may be unfinished.';

create function private.split_word(typed text) returns text
  language sql stable
  as $$
    select string_agg(format('(%s & %s:*)', quote_literal(left(typed, cut)), quote_literal(substr(typed, cut + 1))), ' | ')
    from generate_series(3, length(typed) - 3) as cut
    where exists (select from private.search_words where word = left(typed, cut))
      and exists (select from private.search_words where word = substr(typed, cut + 1))
  $$;
comment on function private.split_word is 'The two known words that were typed without a blank, as part of a tsquery.';

create function private.to_corrected_query(words text[]) returns tsquery
  language sql stable
  as $$
    select (string_agg(choice, ' & ' order by place) || coalesce((
        -- "stone henge"
        select ' | ' || quote_literal(word) from private.search_words where cardinality(words) > 1 and word = array_to_string(words, '')
      ), ''))::tsquery from (
      select typed.place, '(''' || typed.word || ''':*' || coalesce(string_agg(
        ' | ''' || known || '''' || case when typed.place = cardinality(words) then ':*' else '' end, ''), '')
        || coalesce(' | ' || private.split_word(typed.word), '') || ')' as choice
      from unnest(words) with ordinality as typed (word, place)
      left join lateral private.list_corrections(typed.word, typed.place = cardinality(words)) as known on true
      group by typed.place, typed.word
    ) as choices
  $$;
comment on function private.to_corrected_query is 'Names with all words, each as typed or with corrected spelling.';
