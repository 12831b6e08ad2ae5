-- The index of names collects every name with a word that starts as typed before it returns the first. `a b c d e f g h`
-- took 0.9 s at 86,000 spots and 25 s at 10,000,000, and `gard` 0.3 s there. Only words in few names are looked up now;
-- the others are compared with the names that these find, or with the best spots.

create index search_words_start_idx on private.search_words (word text_pattern_ops) include (uses);

create function private.pick_rare_words(query tsquery) returns tsquery
language plpgsql stable as $$
declare
  written constant text := query::text;
  -- Alternatives to several words stay together with them.
  parts constant text[] := case
    when written ~ '\([^()]*&' or regexp_replace(written, '\([^()]*\)', '', 'g') ~ '\|' then array[written]
    else string_to_array(written, ' & ') end;
begin
  return (
    select string_agg(part, ' & ')::tsquery from (
      select part
      from unnest(parts) as part
      cross join regexp_matches(part, '''([^'']+)''(:\*)?', 'g') as lexeme
      left join lateral (
        select sum(uses) as uses from (
          select uses from private.search_words
          where lexeme[2] is not null and word operator(pg_catalog.~>=~) lexeme[1]
            and word operator(pg_catalog.~<~) (lexeme[1] || chr(1114111))
          limit 2000
        ) as longer
      ) as starts on length(lexeme[1]) >= 3
      left join private.search_words as known on lexeme[2] is null and known.word = lexeme[1]
      group by part
      -- Too many words start with one or two letters to add them up. The index takes a millisecond for 20,000 occurrences.
      having sum(case when length(lexeme[1]) < 3 and (length(lexeme[1]) = 1 or lexeme[1] !~ '[\u2e80-\u9fff]')
        then 1000000000 else coalesce(starts.uses, known.uses, 0) end) <= 20000
    ) as rare
  );
end
$$;
comment on function private.pick_rare_words(tsquery) is 'The words of a query that few names contain, which an index finds quickly; null if all are frequent. Spots that match the query match them, too.';

drop function private.list_spots_with_words(tsquery, text[], smallint, boolean);
create function private.list_spots_with_words(query tsquery, words text[], audience smallint) returns text[]
language plpgsql stable as $$
declare
  walk constant integer := 500;
  enough constant integer := 24;
  longer constant text[] := private.list_longer_words(words);
  -- Without words, the query is that of corrected ones.
  wanted constant tsquery := case when words[1] = '' then query else private.to_name_query(longer) end;
  rare constant tsquery := private.pick_rare_words(wanted);
  -- How many spots with the rare words are compared with the others.
  most constant integer := case when rare = query then 200 else 1000 end;
  found text[] := '{}';
  is_complete boolean := false;
begin
  if rare is not null then
    found := array(select id from public.spots
      where array_to_tsvector(string_to_array(name_key, ' ')) @@ rare
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit most);
    is_complete := cardinality(found) < most;
    if rare <> query then
      found := array(select id from public.spots where id = any (found) and array_to_tsvector(string_to_array(name_key, ' ')) @@ query);
    end if;
  end if;
  if is_complete then
    return found;
  end if;
  return found || array(select id from (
    select * from public.spots where status in ('published', 'closed') and visibility in ('public', 'members')
    order by score desc, id desc limit walk
  ) as best
  where strpos(' ' || name_key, ' ' || longer[1]) > 0
    and ((cardinality(words) = 1 and words[1] <> '') or array_to_tsvector(string_to_array(name_key, ' ')) @@ query)
    and private.is_shown(best, audience)
  limit enough);
end
$$;
comment on function private.list_spots_with_words(tsquery, text[], smallint) is 'Spots whose name matches the query of the words. The number read is bounded; for frequent words they are the best.';

create or replace function private.find_corrected_spots(query tsquery, typed text, audience smallint) returns setof private.search_match
language sql stable as $$
  select 'spot', id, title, private.rate_correction(name_key, typed), private.get_spot_weight(score, category), lng, lat
  from public.spots where id = any (private.list_spots_with_words(query, '{""}', audience))
$$;

create or replace function private.list_spots_of_region(region private.regions, rest text[], corrected boolean, audience smallint)
returns setof private.search_match
language sql stable as $$
  select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest, corrected),
    private.get_spot_weight(spot.score, spot.category), spot.lng, spot.lat
  from public.spots as spot
  where id = any (private.list_spots_with_words(
      case when corrected then private.to_corrected_query(rest) else private.to_word_query(rest) end,
      case when corrected then '{""}' else rest end, audience))
    and country_code = region.country_code
    and (region.admin1_code = ''
      or exists (select from public.cities where cities.id = spot.city_id and cities.admin1_code = region.admin1_code))
  limit 20
$$;

-- Without bitmaps the planner takes the index by score. It read all spots of a large city otherwise.
create function private.list_best_of_city(city_id integer) returns setof public.spots
language sql stable set enable_bitmapscan = off as $$
  select * from public.spots
  where spots.city_id = list_best_of_city.city_id and status = 'published' and visibility in ('public', 'members')
  order by score desc limit 500
$$;
comment on function private.list_best_of_city(integer) is 'The spots of a city with the highest scores, at most 500, for every audience.';

create or replace function private.list_spots_around(city public.cities, rest text[], corrected boolean, audience smallint)
returns setof private.search_match
language plpgsql stable as $$
declare
  query constant tsquery := case when corrected then private.to_corrected_query(rest) else private.to_word_query(rest) end;
begin
  return query
    select 'spot', best.id, best.title, private.rate_rest(best.name_key, rest, corrected),
      private.get_spot_weight(best.score, best.category), best.lng, best.lat
    from private.list_best_of_city(city.id) as best
    where array_to_tsvector(string_to_array(best.name_key, ' ')) @@ query and private.is_shown(best, audience)
    limit 20;
  if found then return; end if;
  -- Not among the best, or in a suburb.
  return query
    select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest, corrected),
      private.get_spot_weight(spot.score, spot.category), spot.lng, spot.lat
    from public.spots as spot
    where id = any (private.list_spots_with_words(query, case when corrected then '{""}' else rest end, audience))
      and private.distance_meters(city.lng, city.lat, spot.lng, spot.lat) < 30000
    limit 20;
end
$$;

-- Without bitmaps, which collect all rows first, the planner stops at the limit.
create function private.list_names_that_start(typed text, audience smallint, most integer) returns text[]
language sql stable set enable_bitmapscan = off as $$
  select array(
    select id from public.spots
    where name_key operator(pg_catalog.~>=~) typed and name_key operator(pg_catalog.~<~) (typed || chr(1114111))
      and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
    limit most)
$$;
comment on function private.list_names_that_start(text, smallint, integer) is 'Spots whose whole name starts with the typed text, any of them.';

create or replace function private.list_named_spots(typed text, words text[], audience smallint) returns text[]
language plpgsql stable as $$
declare
  size constant integer := length(typed);
  few constant integer := 200;
  walk constant integer := 500;
  enough constant integer := 24;
  found text[] := '{}';
begin
  if size >= 3 then
    found := private.list_names_that_start(typed, audience, few);
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
  if size >= 4 then
    found := found || array(select id from public.spots
      where name_key ~ '(^| )[a-z]( |$)' and replace(name_key, ' ', '') operator(pg_catalog.~>=~) replace(typed, ' ', '')
        and replace(name_key, ' ', '') operator(pg_catalog.~<~) (replace(typed, ' ', '') || chr(1114111))
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit enough);
  end if;
  return found || private.list_spots_with_words(private.to_word_query(words), words, audience);
end
$$;

create or replace function private.find_spots_of_category(words text[], category text, audience smallint)
returns setof private.search_match
language sql stable as $$
  select 'spot', spot.id, spot.title, private.rate_rest(spot.name_key, rest.words, false), private.get_spot_weight(spot.score, spot.category),
    spot.lng, spot.lat
  from (
    select case side when 1 then words[2:] else words[:cardinality(words) - 1] end as words from generate_series(1, 2) as side
    where (private.find_category(case side when 1 then words[1] else words[cardinality(words)] end, false)).quality = 1
  ) as rest
  join public.spots as spot on spot.id = any (private.list_spots_with_words(private.to_word_query(rest.words), rest.words, audience))
  where spot.category = find_spots_of_category.category
    -- A volcano may be listed as a wood: landscapes have many sides.
    or (spot.category in ('summit', 'viewpoint', 'wood') and find_spots_of_category.category in ('summit', 'viewpoint', 'wood'))
  order by private.rate_rest(spot.name_key, rest.words, false) desc, spot.score desc, spot.id limit 3
$$;

drop function private.are_frequent(text[]);
