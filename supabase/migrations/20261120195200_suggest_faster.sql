-- A word that stands in many spots is found by walking down the best ones, which ends as soon as there are enough; a rare one by the
-- text index. The index alone reads every place of a common word: 25 to 290 ms of processor time at a million spots.
create or replace function private.list_suggested_spots(words text[], audience smallint, from_lng double precision, from_lat double precision)
  returns setof jsonb
  language plpgsql stable
  as $$
declare
  query constant tsquery := private.to_title_query(words);
  -- How many of the best are looked at, and how many found there are enough to choose from.
  walk constant integer := 1500;
  enough constant integer := 24;
  found text[] := array(
    select id from (
      select * from public.spots where status in ('published', 'closed') and visibility in ('public', 'members')
      order by score desc, id desc limit walk
    ) as best
    where search @@ query and private.is_shown(best, audience) limit enough);
begin
  if cardinality(found) < enough then
    found := found || array(select id from public.spots where search @@ query and private.is_shown(spots, audience) limit 300);
  end if;
  return query
    select jsonb_build_object('type', 'spot', 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
      'city', city.name, 'country', coalesce(city.country_name, spot.country_code), 'lng', spot.lng, 'lat', spot.lat)
    from (
      select * from public.spots where id = any (found)
      order by (private.fold(title) like array_to_string(words, ' ') || '%')::integer + score
        - case when from_lng is null or from_lat is null then 0
          else ln(1 + private.distance_meters(from_lng, from_lat, lng, lat) / 10000) / 2 end desc, id
      limit 8
    ) as spot
    left join public.cities as city on city.id = spot.city_id;
end
$$;

-- Misspelled words are compared with those that begin alike and are about as long, a few thousand at most: nobody mistypes the
-- first letter as easily as the rest, and trigrams of a short word stand in tens of thousands.
create index search_words_first_idx on private.search_words (left(word, 1), length(word));
drop index private.search_words_word_trigram_idx;

create or replace function private.correct_words(words text[]) returns text[]
  language sql stable
  as $$
    select array_agg(coalesce(known.word, mended.word, typed.word) order by typed.place)
    from unnest(words) with ordinality as typed (word, place)
    left join lateral (select word from private.search_words where word = typed.word) as known on true
    left join lateral (
      select near.word from (
        select word, extensions.similarity(word, typed.word) as similarity from private.search_words
        where known.word is null and length(typed.word) >= 4
          and left(word, 1) = left(typed.word, 1)
          and length(word) in (length(typed.word) - 1, length(typed.word), length(typed.word) + 1)
      ) as near
      where near.similarity > 0.3 order by near.similarity desc, near.word limit 1
    ) as mended on true
  $$;

-- The cities spelled alike are looked for among those that begin alike, for the same reason.
create index cities_first_letter_idx on public.cities (left(private.fold(name), 1), length(private.fold(name)));
drop index public.cities_folded_name_trigram_idx;

create or replace function private.list_suggested_cities(prefix text, with_typos boolean) returns setof jsonb
  language plpgsql stable
  as $$
declare
  below constant text := prefix || chr(1114111);
  found integer[];
begin
  -- Not like: its index range is only known when the pattern is, and a kept plan does not know it.
  if length(prefix) <= 3 then
    -- So many begin like this that the largest of all soon yield four.
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
  if with_typos and length(prefix) >= 4 then
    found := found || array(select id from (
      select id, population, extensions.similarity(private.fold(name), prefix) as similarity from public.cities
      where left(private.fold(name), 1) = left(prefix, 1)
        and length(private.fold(name)) in (length(prefix) - 1, length(prefix), length(prefix) + 1)
    ) as alike where similarity > 0.3 order by similarity desc, population desc limit 4);
  end if;
  return query
    select jsonb_build_object('type', 'city', 'slug', slug, 'name', name, 'region', admin1_name, 'country', country_name,
      'lng', lng, 'lat', lat, 'population', population)
    from public.cities where id = any (found)
    order by extensions.similarity(private.fold(name), prefix) * 4 + ln(1 + population) / 4 desc limit 4;
end
$$;

revoke execute on all functions in schema private from public;
