-- Suggestions while typing: spots, cities and tags by prefix; if that finds too little, by similar words. The refresh
-- of the cells collects the words and tags of public spots, so that no writer waits for it.
create table private.search_words (
  word text primary key,
  constraint search_words_word_check check (length(word) between 3 and 40)
);

-- A misspelled word is compared only with words that share the first letter and have about the same length, a few
-- thousand at most. The first letter is rarely mistyped, and trigrams of a short word match tens of thousands.
create index search_words_first_idx on private.search_words (left(word, 1), length(word));
alter table private.search_words enable row level security;
comment on table private.search_words is 'Normalised words from titles of public spots: the candidates for misspelled words.';

create table private.search_tags (
  tag text primary key,
  folded text not null,
  spot_id text not null
);
create index search_tags_folded_idx on private.search_tags (folded text_pattern_ops);
alter table private.search_tags enable row level security;
comment on table private.search_tags is 'Tags of public spots. A tag may stay after its last spot is gone; private.is_public_tag tells.';
comment on column private.search_tags.spot_id is 'A public spot that had the tag when it was collected.';

create function private.collect_words(spot_ids text[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.search_words (word)
  select distinct word
  from public.spots, regexp_split_to_table(private.fold(title), '[^[:alnum:]]+') as word
  where (spot_ids is null or id = any (spot_ids))
    and status in ('published', 'closed') and visibility = 'public' and length(word) between 3 and 40
  on conflict do nothing;
  insert into private.search_tags as known (tag, folded, spot_id)
  select tag, private.fold(tag), min(id)
  from public.spots, unnest(tags) as tag
  where (spot_ids is null or id = any (spot_ids)) and status in ('published', 'closed') and visibility = 'public'
  group by tag
  on conflict (tag) do update set spot_id = excluded.spot_id where known.spot_id <> excluded.spot_id;
end
$$;
comment on function private.collect_words is 'Collects the words and tags of the given spots, or of all spots if spot_ids is null.';

-- The collected spot answers for nearly all tags. Only if it changed, another spot is searched.
create function private.is_public_tag(tag text, likely_spot_id text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.spots
      where id = likely_spot_id and tag = any (tags) and status in ('published', 'closed') and visibility = 'public'
    ) or exists (
      select from public.spots
      where search @@ private.to_search_query(tag) and tag = any (tags)
        and status in ('published', 'closed') and visibility = 'public'
    )
  $$;
comment on function private.is_public_tag is 'True if a public spot has the tag now.';

create function private.to_title_query(words text[]) returns tsquery
  language sql immutable parallel safe
  as $$ select to_tsquery('pg_catalog.simple', string_agg('''' || word || ''':*A', ' & ')) from unnest(words) as word $$;
comment on function private.to_title_query is 'Prefix matches of all words in the title.';

create function private.correct_words(words text[]) returns text[]
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
comment on function private.correct_words is 'Replaces each word with the nearest known word; short words stay.';

-- A frequent word is found by walking down the best spots until there are enough; a rare word by the text index. The
-- index alone would read every occurrence of a frequent word: 25 to 290 ms of CPU time at a million spots.
create function private.list_suggested_spots(words text[], audience smallint, from_lng double precision, from_lat double precision)
  returns setof jsonb
  language plpgsql stable
  as $$
declare
  query constant tsquery := private.to_title_query(words);
  -- How many of the best spots are read, and how many matches among them are enough.
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

create function private.list_suggested_cities(prefix text, with_typos boolean) returns setof jsonb
  language plpgsql stable
  as $$
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

create function private.suggest(q text, from_lng double precision, from_lat double precision) returns jsonb
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off
  as $$
declare
  audience constant smallint := case when auth.uid() is null then 0 else 1 end;
  words text[] := array(
    select word from regexp_split_to_table(private.fold(left(q, 100)), '[^[:alnum:]]+') as word where word <> '' limit 6);
  prefix constant text := array_to_string(words, ' ');
  spots jsonb[] := '{}';
  cities jsonb[];
  tags jsonb[];
begin
  if auth.uid() is not null then
    perform private.has_valid_session();
  end if;
  if length(prefix) < 2 then return '[]'; end if;
  tags := array(
    select jsonb_build_object('type', 'tag', 'tag', tag)
    from (
      select tag, spot_id from private.search_tags
      where folded operator(pg_catalog.~>=~) prefix and folded operator(pg_catalog.~<~) (prefix || chr(1114111))
      order by length(tag), tag limit 50
    ) as candidates
    where private.is_public_tag(tag, spot_id) limit 2);
  cities := array(select private.list_suggested_cities(prefix, false));
  spots := array(select private.list_suggested_spots(words, audience, from_lng, from_lat));
  if cardinality(spots) + cardinality(cities) < 3 then
    cities := array(select private.list_suggested_cities(prefix, true));
    spots := spots || array(
      select spot from private.list_suggested_spots(private.correct_words(words), audience, from_lng, from_lat) as spot
      where spot <> all (spots));
  end if;
  cities := cities[1:greatest(2, 10 - cardinality(tags) - cardinality(spots))];
  return to_jsonb(cities || spots[1:10 - cardinality(tags) - cardinality(cities)] || tags);
end
$$;

create function public.suggest(q text, lng double precision default null, lat double precision default null) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.suggest(q, lng, lat) $$;
comment on function public.suggest is
  'At most ten cities, spots and tags for the text typed so far, nearby ones first if a position is given. Tolerates misspelling.';

grant execute on function
  private.suggest,
  public.suggest
to anon, authenticated;
