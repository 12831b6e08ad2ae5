-- A frequent word is looked up as it is, not as the start of others: an index lookup by a start collects every spot of every
-- word that begins so. "old town of dubrovnik" took 34 ms among a million spots, and takes 8.
create function private.write_lexeme(word text, is_start boolean) returns text
  language sql stable
  as $$
    select quote_literal(write_lexeme.word) || case when is_start and not exists (
      select from private.search_words as known where known.word = write_lexeme.word and uses > 8000
    ) then ':*' else '' end
  $$;
comment on function private.write_lexeme is 'A word as part of a tsquery. A start matches all words that begin so, unless it is a frequent word itself.';

create function private.to_name_query(words text[]) returns tsquery
  language sql stable
  as $$ select string_agg(private.write_lexeme(word, true), ' & ')::tsquery from unnest(words) as word $$;
comment on function private.to_name_query is 'Like to_word_query, for looking up names of spots by index.';

create or replace function private.list_spots_with_words(query tsquery, words text[], audience smallint, is_frequent boolean) returns text[]
  language plpgsql stable
  as $$
declare
  walk constant integer := 1500;
  enough constant integer := 24;
  most constant integer := 200;
  longer constant text[] := private.list_longer_words(words);
  -- Without words, the query is that of corrected ones.
  rough constant tsquery := case when words[1] = '' then query else private.to_name_query(longer) end;
  found text[] := '{}';
begin
  if not is_frequent then
    found := array(select id from public.spots
      where array_to_tsvector(string_to_array(name_key, ' ')) @@ rough
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit most);
    if cardinality(found) < most then
      return case when rough = query then found
        else array(select id from public.spots where id = any (found) and array_to_tsvector(string_to_array(name_key, ' ')) @@ query) end;
    end if;
  end if;
  return found || array(select id from (
    select * from public.spots where status in ('published', 'closed') and visibility in ('public', 'members')
    order by score desc, id desc limit walk
  ) as best
  where strpos(' ' || name_key, ' ' || longer[1]) > 0
    and (cardinality(words) = 1 or array_to_tsvector(string_to_array(name_key, ' ')) @@ query)
    and private.is_shown(best, audience)
  limit enough);
end
$$;

create or replace function private.split_word(typed text) returns text
  language sql stable
  as $$
    select string_agg(format('(%s & %s)', quote_literal(left(typed, cut)), private.write_lexeme(substr(typed, cut + 1), true)), ' | ')
    from generate_series(3, length(typed) - 3) as cut
    where exists (select from private.search_words where word = left(typed, cut))
      and exists (select from private.search_words where word = substr(typed, cut + 1))
  $$;

create or replace function private.to_corrected_query(words text[]) returns tsquery
  language sql stable
  as $$
    select (string_agg(choice, ' & ' order by place) || coalesce((
        -- "stone henge"
        select ' | ' || quote_literal(word) from private.search_words where cardinality(words) > 1 and word = array_to_string(words, '')
      ), ''))::tsquery from (
      select typed.place, '(' || private.write_lexeme(typed.word, true) || coalesce(string_agg(
        ' | ' || private.write_lexeme(known, typed.is_start), ''), '')
        || coalesce(' | ' || private.split_word(typed.word), '') || ')' as choice
      from (
        select word, place,
          -- The last word may be unfinished. One that is known is hardly the misspelled start of another.
          word = words[cardinality(words)] and (cardinality(words) = 1
            or not exists (select from private.search_words as other where other.word = longer.word and other.uses > 0)) as is_start
        from unnest(private.list_longer_words(words)) with ordinality as longer (word, place)
      ) as typed
      left join lateral private.list_corrections(typed.word, typed.is_start) as known on true
      group by typed.place, typed.word
    ) as choices
  $$;

-- "resturants near me" names a category, although the words are also those of a spot.
create or replace function private.read_category_phrase(words text[], with_errors boolean) returns private.category_phrase
  language plpgsql stable
  as $$
declare
  links constant text[] := '{in,near,around,at,nearby,nahe,bei,pres,vicino,cerca}';
  plain text[] := words;
  phrase private.category_phrase;
  access text;
  link integer;
begin
  while plain[1] in ('free', 'best', 'top', 'good', 'the', 'all', 'kostenlose', 'gratis') and cardinality(plain) > 1 loop
    if plain[1] in ('free', 'kostenlose', 'gratis') then access := 'free'; end if;
    plain := plain[2:];
  end loop;
  phrase := private.find_category(array_to_string(plain, ' '), with_errors);
  if phrase.category is not null then
    phrase.access := access;
    return phrase;
  end if;
  link := (select min(place) from unnest(plain) with ordinality as word (word, place) where word = any (links) and place > 1);
  if link < cardinality(plain) then
    phrase := private.find_category(array_to_string(plain[:link - 1], ' '), with_errors);
    while plain[link] = any (links || '{the,to,la,le,de,a,der,dem,von}'::text[]) and link < cardinality(plain) loop
      link := link + 1;
    end loop;
    phrase.is_near := array_to_string(plain[link:], ' ') in ('me', 'here', 'mir', 'moi');
    phrase.place := case when not phrase.is_near then array_to_string(plain[link:], ' ') end;
    -- A spot of exactly this name comes before a misspelled category.
    phrase.quality := case when with_errors then 0.75 else 0.98 end;
  elsif cardinality(plain) > 1 then
    for cut in reverse cardinality(plain) - 1..1 loop
      phrase := private.find_category(array_to_string(plain[:cut], ' '), with_errors);
      phrase.place := array_to_string(plain[cut + 1:], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null and length(array_to_string(plain[:cut], ' ')) > 3);
      phrase := private.find_category(array_to_string(plain[cut + 1:], ' '), with_errors);
      phrase.place := array_to_string(plain[:cut], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null and length(array_to_string(plain[cut + 1:], ' ')) > 3);
      phrase := null;
    end loop;
    phrase.quality := case when with_errors then 0.3 else 0.33 end;
  end if;
  phrase.access := access;
  return phrase;
end
$$;

create or replace function private.suggest(q text, from_lng double precision, from_lat double precision, language text default null) returns jsonb
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
  longer text[];
  -- As in private.read_category_phrase.
  links constant text[] := '{in,near,around,at,nearby,nahe,bei,pres,vicino,cerca}';
  -- The whole name, with errors.
  least_quality constant real := 0.33;
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
    if cardinality(words) > 1 and cardinality(matches) = 0 then
      -- The error may be in a short word, of which nearly every other is a misspelling.
      longer := array(select word from unnest(words) with ordinality as typed_words (word, place) where length(word) >= 4 order by place);
      if cardinality(longer) between 1 and cardinality(words) - 1 then
        query := private.to_corrected_query(longer);
        matches := array(select match from private.find_corrected_spots(query, typed, audience) as match
          where match.quality >= least_quality);
      end if;
    end if;
    if phrase is null and (cardinality(words) = 1 or cardinality(matches) = 0 or words[2:] && links) then
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
