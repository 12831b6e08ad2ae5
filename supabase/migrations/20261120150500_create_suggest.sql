-- Suggestions while typing: spots, cities and tags by the beginning of their words; when that gives too little, by words that are
-- spelled alike. Words and tags of public spots are collected by the fold, so that no writer waits for them.
create table private.search_words (
  word text primary key,
  constraint search_words_word_check check (length(word) between 3 and 40)
);
create index search_words_word_trigram_idx on private.search_words using gin (word extensions.gin_trgm_ops);
alter table private.search_words enable row level security;
comment on table private.search_words is 'Words of titles of public spots, folded: what a misspelled word is mended to.';

create table private.search_tags (
  tag text primary key,
  folded text not null
);
create index search_tags_folded_idx on private.search_tags (folded text_pattern_ops);
alter table private.search_tags enable row level security;
comment on table private.search_tags is 'Tags of public spots. A tag that no spot has any more may linger.';

create index cities_folded_name_trigram_idx on public.cities using gin (private.fold(name) extensions.gin_trgm_ops);

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
  insert into private.search_tags (tag, folded)
  select distinct tag, private.fold(tag)
  from public.spots, unnest(tags) as tag
  where (spot_ids is null or id = any (spot_ids)) and status in ('published', 'closed') and visibility = 'public'
  on conflict do nothing;
end
$$;
comment on function private.collect_words is 'Notes the words and tags of spots, of all of them when spot_ids is null.';

-- Lock order: first the advisory lock, which only folds take, then rows that only folds write. Writers of spots only insert into
-- the queue, so no writer and no fold ever waits for the other.
create or replace function private.refresh_spot_cells(max_changes integer, rebuild boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  fold_lock constant bigint := 7203114520;
  changed bigint[];
  spot_ids text[];
  changes integer := 0;
  folded integer := 0;
  map_version bigint;
  is_rebuild boolean := rebuild;
begin
  if rebuild then
    perform pg_advisory_xact_lock(fold_lock);
  elsif not pg_try_advisory_xact_lock(fold_lock) then
    return jsonb_build_object('changes', 0, 'cells', 0, 'busy', true);
  end if;
  select version + 1, is_rebuild or needs_rebuild into map_version, is_rebuild from private.spot_map;
  if is_rebuild then
    folded := private.rebuild_cells(map_version);
    perform private.collect_words(null);
  else
    with taken as (
      delete from private.spot_changes
      where id in (select id from private.spot_changes order by id limit max_changes)
      returning cell, spot_id
    )
    select array_agg(distinct cell), array_agg(distinct spot_id), count(*) into changed, spot_ids, changes from taken;
    if changes > 0 then
      folded := private.refresh_cells(changed, map_version);
      perform private.collect_words(spot_ids);
    end if;
  end if;
  if is_rebuild or changes > 0 then update private.spot_map set version = map_version, needs_rebuild = false; end if;
  return jsonb_build_object('changes', changes, 'cells', folded, 'busy', false);
end
$$;

create function private.to_title_query(words text[]) returns tsquery
  language sql immutable parallel safe
  as $$ select to_tsquery('pg_catalog.simple', string_agg('''' || word || ''':*A', ' & ')) from unnest(words) as word $$;
comment on function private.to_title_query is 'All of the words by their beginnings, in the title.';

create function private.correct_words(words text[]) returns text[]
  language sql stable
  as $$
    select array_agg(coalesce(mended.word, typed.word) order by typed.place)
    from unnest(words) with ordinality as typed (word, place)
    left join lateral (
      select known.word from private.search_words as known
      where length(typed.word) >= 4 and known.word operator(extensions.%) typed.word
      order by extensions.similarity(known.word, typed.word) desc, known.word limit 1
    ) as mended on true
  $$;
comment on function private.correct_words is 'Each word as the nearest known one spells it; short ones as they are.';

create function private.list_suggested_spots(words text[], audience smallint, from_lng double precision, from_lat double precision)
  returns setof jsonb
  language sql stable
  as $$
    select jsonb_build_object('type', 'spot', 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
      'city', city.name, 'country', coalesce(city.country_name, spot.country_code), 'lng', spot.lng, 'lat', spot.lat)
    from (
      -- More than that many have this beginning: any of them may come first until a longer word is typed.
      select * from public.spots where search @@ private.to_title_query(words) limit 1000
    ) as spot
    left join public.cities as city on city.id = spot.city_id
    where private.is_shown(spot, audience)
    order by (private.fold(spot.title) like array_to_string(words, ' ') || '%')::integer + spot.score
      - case when from_lng is null or from_lat is null then 0
        else ln(1 + private.distance_meters(from_lng, from_lat, spot.lng, spot.lat) / 10000) / 2 end desc, spot.id
    limit 8
  $$;

create function private.list_suggested_cities(prefix text, with_typos boolean) returns setof jsonb
  language sql stable
  as $$
    select jsonb_build_object('type', 'city', 'slug', city.slug, 'name', city.name, 'region', city.admin1_name,
      'country', city.country_name, 'lng', city.lng, 'lat', city.lat, 'population', city.population)
    from (
      (select * from public.cities
        -- Not like: its index range is only known when the pattern is, and a kept plan does not know it.
        where private.fold(name) operator(pg_catalog.~>=~) prefix and private.fold(name) operator(pg_catalog.~<~) (prefix || chr(1114111))
        order by population desc limit 4)
      union
      (select * from public.cities
        where with_typos and length(prefix) >= 4 and private.fold(name) operator(extensions.%) prefix
        order by extensions.similarity(private.fold(name), prefix) desc, population desc limit 4)
    ) as city
    order by extensions.similarity(private.fold(city.name), prefix) * 4 + ln(1 + city.population) / 4 desc limit 4
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
  if length(prefix) < 2 then return '[]'; end if;
  tags := array(
    select jsonb_build_object('type', 'tag', 'tag', tag) from private.search_tags
    where folded operator(pg_catalog.~>=~) prefix and folded operator(pg_catalog.~<~) (prefix || chr(1114111))
    order by length(tag), tag limit 2);
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
  'At most ten cities, spots and tags for what has been typed so far, nearby ones first when a position is given. Forgives misspelling.';

revoke execute on all functions in schema private from public;
revoke execute on function public.suggest from public;
grant execute on function private.suggest, public.suggest to anon, authenticated, service_role;
