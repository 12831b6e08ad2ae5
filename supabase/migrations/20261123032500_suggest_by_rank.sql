-- Suggestions by the one ranking.
create function private.find_named_place(typed text, language text) returns integer
  language sql stable
  as $$
    select match.id::integer
    from (
      select * from private.find_city_names(typed, private.to_word_query(string_to_array(typed, ' ')), null, language)
      union all
      select * from private.find_city_names(null, private.to_corrected_query(string_to_array(typed, ' ')), typed, language)
    ) as match
    order by private.get_total(match, null, null) desc limit 1
  $$;
comment on function private.find_named_place is 'The city that a phrase most likely names; null if none.';

create function private.find_category_match(words text[], with_errors boolean, language text) returns jsonb
  language plpgsql stable
  as $$
declare
  phrase private.category_phrase := private.read_category_phrase(words, with_errors);
  city public.cities;
begin
  if phrase.category is null then
    return null;
  end if;
  if phrase.place is not null then
    if phrase.quality::text = '0.33' then
      -- Without a preposition, only the whole name of a city makes it a place.
      select cities.* into city from public.city_names as named join public.cities on cities.id = named.city_id
        where named.key = phrase.place order by named.population desc limit 1;
    else
      select * into city from public.cities where id = private.find_named_place(phrase.place, language);
    end if;
    if city.id is null then
      return null;
    end if;
  end if;
  return jsonb_build_object('quality', phrase.quality, 'type', 'category', 'category', phrase.category, 'access', phrase.access,
    'near', phrase.is_near, 'city', case when city.id is not null then jsonb_build_object('slug', city.slug, 'name', city.name,
      'lng', city.lng, 'lat', city.lat, 'population', city.population) end);
end
$$;

create function private.describe_match(match private.search_match, phrase jsonb) returns jsonb
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
      when 'tag' then jsonb_build_object('type', 'tag', 'tag', (match).id)
      else phrase - 'quality'
    end
  $$;

drop function private.suggest(text, double precision, double precision);
create function private.suggest(q text, from_lng double precision, from_lat double precision, language text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
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
begin
  if auth.uid() is not null then
    perform private.has_valid_session();
  end if;
  if typed = '' then return '[]'; end if;
  -- A long word that almost names a category is not left to names of places that start with it.
  phrase := private.find_category_match(words, cardinality(words) = 1 and length(typed) >= 6, language);
  matches := array(select match from private.find_city_names(typed, query, null, language) as match)
    || array(select match from private.find_spot_names(typed, words, audience) as match)
    || array(select match from private.find_tags(typed) as match);
  if cardinality(words) > 1 and not exists (select from unnest(matches) as match where match.kind = 'spot') then
    matches := matches || array(select match from private.find_spots_of_city(words, audience, language) as match);
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
    if phrase is null and (cardinality(words) = 1 or cardinality(matches) = 0) then
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
        select alike.match, alike.total, row_number() over (partition by (alike.match).kind order by alike.total desc, (alike.match).id) as place
        from (
          select distinct on ((match).kind, (match).id) match, private.get_total(match, from_lng, from_lat) as total
          from unnest(matches) as match
          order by (match).kind, (match).id, private.get_total(match, from_lng, from_lat) desc
        ) as alike
      ) as ranked
      -- One kind does not crowd out the others.
      order by (ranked.place > 6), ranked.total desc, (ranked.match).id limit most
    ) as best
  );
end
$$;
comment on function private.suggest is
  'Bypasses RLS for speed. Every spot it returns has passed private.is_shown, every tag private.is_public_tag.';

drop function public.suggest(text, double precision, double precision);
create function public.suggest(
  q text, lng double precision default null, lat double precision default null, language text default null
) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.suggest(q, lng, lat, language) || private.suggest_stories(q) $$;
comment on function public.suggest is
  'At most ten cities, spots, tags and categories for the text typed so far, best first, and three stories. Places near the position and names in the language are preferred. Tolerates misspelling.';
grant execute on function private.suggest, public.suggest to anon, authenticated;

drop function private.list_suggested_spots(text[], smallint, double precision, double precision);
drop function private.list_suggested_cities(text, boolean);
drop function private.correct_words(text[]);
drop function private.to_title_query(text[]);
