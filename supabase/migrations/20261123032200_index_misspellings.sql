-- Misspelled words are found by the letters that they share with a known word: both are indexed with one or two letters
-- left out. The time of a lookup does not depend on the number of words, and the first letter may be wrong too. Trigrams
-- of short words match tens of thousands of others, and miss a pair of swapped letters.
create view private.word_cuts as
  select 5 as size, place as first, 0 as second from generate_series(0, 5) as place
  union all
  select 7, place, 0 from generate_series(0, 7) as place
  union all
  select 7, later, earlier from generate_series(2, 7) as later, generate_series(1, later - 1) as earlier;
comment on view private.word_cuts is 'Which letters are left out of the first 5 or 7 letters of a word. 0 means none.';

create function private.cut_word(word text, size integer, first integer, second integer) returns text
  language sql immutable parallel safe
  return case
    when second > 0 then overlay(overlay(left(word, size) placing '' from first for 1) placing '' from second for 1)
    when first > 0 then overlay(left(word, size) placing '' from first for 1)
    else left(word, size) end;

-- Inlined where it is called in FROM.
create function private.list_word_variants(word text) returns setof bigint
  language sql stable
  as $$
    select hashtextextended(private.cut_word(word, cut.size, cut.first, cut.second), 0)
    from private.word_cuts as cut
    where case cut.size when 5 then length(word) >= 6 else cut.first <= length(word) and (cut.second = 0 or length(word) >= 8) end
  $$;
comment on function private.list_word_variants is
  'Hashes of what a known word may be misspelled as. Long words are indexed by their start, which may be all that was typed.';

create function private.get_typed_variants(word text) returns bigint[]
  language sql immutable parallel safe
  as $$
    select array_agg(distinct hashtextextended(form, 0)) from (
      select left(word, 7) as form
      union all
      select overlay(left(word, 7) placing '' from place for 1) from generate_series(1, least(7, length(word))) as place
      union all
      select overlay(overlay(left(word, 7) placing '' from later for 1) placing '' from place for 1)
      from generate_series(2, 7) as later, generate_series(1, later - 1) as place where length(word) >= 8
    ) as variants
  $$;
comment on function private.get_typed_variants is 'Hashes of what a typed word may be a misspelling of.';

create function private.sort_letters(value text) returns text
  language sql immutable parallel safe
  as $$ select string_agg(letter, '' order by letter) from unnest(string_to_array(value, null)) as letter $$;

-- Simple enough to be inlined: it runs for hundreds of words. Long words may have two errors anyway, so that swapped letters
-- need no count of their own.
create function private.count_errors(typed text, known text) returns integer
  language sql immutable parallel safe
  return case
    when extensions.levenshtein_less_equal(left(typed, 60), left(known, 60), 4) = 2 and length(typed) < 8 and length(typed) = length(known)
      and private.sort_letters(typed) = private.sort_letters(known) then 1
    else extensions.levenshtein_less_equal(left(typed, 60), left(known, 60), 4) end;
comment on function private.count_errors is 'Letters to add, remove or replace; swapped letters count once. 5 or more means many.';

create function private.get_most_errors(word text) returns integer
  language sql immutable parallel safe
  return case when length(word) < 4 then 0 when length(word) < 8 then 1 when length(word) < 11 then 2 else 3 end;
comment on function private.get_most_errors is 'How many errors a word of this length may have and still be understood.';

alter table private.search_words
  add weight real not null default 0,
  add uses integer not null default 0,
  add variants bigint[] not null default '{}';
create index search_words_variants_idx on private.search_words using gin (variants) with (fastupdate = off);
drop index private.search_words_first_idx;
update private.search_words as known
  set variants = array(select variant from private.list_word_variants(known.word) as variant);
comment on table private.search_words is 'Words from names of cities and public spots: the candidates for misspelled words.';
comment on column private.search_words.uses is 'Roughly how many spots have the word in their name.';
comment on column private.search_words.weight is 'The importance of the best known place with this word, from 0 to 1.';

alter table private.search_tags add key text generated always as (private.search_key(tag)) stored;
create index search_tags_key_idx on private.search_tags (key text_pattern_ops);

create function private.get_city_weight(population integer) returns real
  language sql immutable parallel safe
  return greatest(0, least(1, (ln(population + 1) - 5) / 12))::real;
comment on function private.get_city_weight is 'The importance of a city in search: 0 below 150 people, 1 from 24 million.';

create function private.get_spot_weight(score real) returns real
  language sql immutable parallel safe
  return greatest(0, least(0.8, (score - 3.2) / 4))::real;
comment on function private.get_spot_weight is 'The importance of a spot in search, from rating and saves: the best spots equal a city of two million.';

create or replace function private.collect_words(spot_ids text[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.search_words as known (word, weight, uses, variants)
  select word, weight, uses, array(select variant from private.list_word_variants(word) as variant)
  from (
    select word, max(private.get_spot_weight(score)) as weight, count(*) as uses
    from public.spots, unnest(string_to_array(name_key, ' ')) as word
    where (spot_ids is null or id = any (spot_ids))
      and status in ('published', 'closed') and visibility = 'public' and length(word) between 3 and 40
    group by word
  ) as collected
  on conflict (word) do update set weight = greatest(known.weight, excluded.weight),
    uses = case when spot_ids is null then excluded.uses else known.uses end
    where known.weight < excluded.weight or (spot_ids is null and known.uses <> excluded.uses);
  insert into private.search_tags as known (tag, folded, spot_id)
  select tag, private.fold(tag), min(id)
  from public.spots, unnest(tags) as tag
  where (spot_ids is null or id = any (spot_ids)) and status in ('published', 'closed') and visibility = 'public'
  group by tag
  on conflict (tag) do update set spot_id = excluded.spot_id where known.spot_id <> excluded.spot_id;
  insert into private.search_words (word, variants)
  select word, array(select variant from private.list_word_variants(word) as variant)
  from (
    select distinct word from private.search_tags, unnest(string_to_array(key, ' ')) as word
    where (spot_ids is null or search_tags.spot_id = any (spot_ids)) and length(word) between 3 and 40
  ) as collected
  on conflict do nothing;
end
$$;

-- Villages would double the dictionary, and with it the candidates for each misspelling.
create function private.collect_city_words(city_ids integer[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.search_words as known (word, weight, variants)
    select word, weight, array(select variant from private.list_word_variants(word) as variant)
    from (
      select word, max(private.get_city_weight(population)) as weight
      from public.city_names, unnest(string_to_array(key, ' ')) as word
      where (city_ids is null or city_id = any (city_ids)) and population >= 15000 and length(word) between 3 and 40
      group by word
    ) as collected
    on conflict (word) do update set weight = excluded.weight where known.weight < excluded.weight
  $$;
comment on function private.collect_city_words is 'Collects the words from names of the given cities, or of all if city_ids is null. Called after names were loaded.';
select private.collect_city_words(null);
select private.collect_words(null);

-- Computing the variants of all words takes seconds, which would delay the first start. The chore that updates the cells
-- does it instead.
alter table private.city_load add has_words boolean not null default true;
comment on column private.city_load.has_words is 'False until the words from names of the loaded cities are in the dictionary.';

create or replace function public.finish_city_load(version text, ids integer[]) returns integer
  language plpgsql volatile security invoker set search_path = ''
  as $$
declare
  deleted integer;
begin
  delete from public.cities where id <> all (ids)
    and not exists (select from public.spots where city_id = cities.id)
    and not exists (select from public.posts where city_id = cities.id)
    and not exists (select from public.follows where city_id = cities.id);
  get diagnostics deleted = row_count;
  insert into private.city_load (version, has_words) values (finish_city_load.version, false)
    on conflict (only_row) do update set version = excluded.version, has_words = false, loaded_at = now();
  return deleted;
end
$$;

create function private.collect_new_city_words() returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  update private.city_load set has_words = true where not has_words;
  if found then
    perform private.collect_city_words(null);
  end if;
end
$$;
comment on function private.collect_new_city_words is 'Collects the words from names of cities once after each load.';

create or replace function private.refresh_spot_cells(max_changes integer, rebuild boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.collect_new_city_words();
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
$function$;
