-- Names that are misspelled or written in another way: two errors of which one is a pair of swapped letters, one unknown word
-- among known ones, single letters set apart ("Ulu r u"), initials, and cities with the code of their state.
create function private.has_swapped_pair(typed text, known text) returns boolean
  language sql immutable parallel safe
  return exists (select from generate_series(1, length(typed) - 1) as place
    where extensions.levenshtein_less_equal(overlay(typed placing reverse(substr(typed, place, 2)) from place for 2), known, 1) <= 1);
comment on function private.has_swapped_pair(text, text) is 'Says whether two words differ by a pair of swapped letters and at most one more error.';

create or replace function private.count_errors(typed text, known text) returns integer
  language sql immutable parallel safe
  return case
    when extensions.levenshtein_less_equal(left(typed, 60), left(known, 60), 4) = 2 and length(typed) < 8
      and length(typed) = length(known) and translate(typed, known, '') = '' and translate(known, typed, '') = ''
      and private.sort_letters(typed) = private.sort_letters(known) then 1
    when extensions.levenshtein_less_equal(left(typed, 60), left(known, 60), 4) = 3 and length(typed) between 8 and 20
      and private.has_swapped_pair(typed, known) then 2
    else extensions.levenshtein_less_equal(left(typed, 60), left(known, 60), 4) end;

create index spots_joined_name_idx on public.spots (replace(name_key, ' ', '') text_pattern_ops)
  where name_key ~ '(^| )[a-z]( |$)' and status in ('published', 'closed') and visibility in ('public', 'members');

create or replace function private.rate_name(key text, typed text) returns real
  language sql immutable parallel safe
  return (case when key = typed then 1
    when replace(key, ' ', '') = replace(typed, ' ', '') then 0.95
    when starts_with(key, typed || ' ') then 0.74 + 0.12 * length(typed) / length(key)
    when starts_with(key, typed) then 0.7 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key || ' ', ' ' || typed || ' ') > 0 then 0.63 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key, ' ' || typed) > 0 then 0.55 + 0.1 * length(typed) / length(key)
    when starts_with(replace(key, ' ', ''), replace(typed, ' ', '')) then 0.66 + 0.1 * length(typed) / length(key)
    else 0.48 + 0.1 * least(1, length(typed)::real / length(key)) end)::real;

create or replace function private.list_corrections(typed text, is_last boolean) returns setof text
  language sql stable
  as $$
    select word from (
      select word, min(errors) as errors, bool_and(is_start) as is_start, max(weight) as weight from (
        select known.word, known.weight, false as is_start, private.count_errors(typed, known.word) as errors
        from private.search_words as known
        where private.get_most_errors(typed) > 0 and known.variants && private.get_typed_variants(typed)
          and abs(length(known.word) - length(typed)) <= private.get_most_errors(typed)
          -- Cheaper than counting; a pair of swapped letters is one error more here.
          and extensions.levenshtein_less_equal(typed, known.word, private.get_most_errors(typed) + 1) <= private.get_most_errors(typed) + 1
        union all
        select left(known.word, size), known.weight, true, private.count_errors(typed, left(known.word, size))
        from private.search_words as known, generate_series(length(typed) - 1, length(typed) + 1) as size
        where is_last and private.get_most_errors(typed) > 0 and length(known.word) > size
          and known.variants && private.get_typed_variants(typed)
          and extensions.levenshtein_less_equal(typed, left(known.word, size), private.get_most_errors(typed) + 1) <= private.get_most_errors(typed) + 1
      ) as near
      where errors between 1 and private.get_most_errors(typed)
      group by word
    ) as nearest
    order by errors, is_start, weight desc, word limit 16
  $$;
create or replace function private.list_named_spots(typed text, words text[], audience smallint) returns text[]
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
  if size >= 4 then
    found := found || array(select id from public.spots
      where name_key ~ '(^| )[a-z]( |$)' and replace(name_key, ' ', '') operator(pg_catalog.~>=~) replace(typed, ' ', '')
        and replace(name_key, ' ', '') operator(pg_catalog.~<~) (replace(typed, ' ', '') || chr(1114111))
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit enough);
  end if;
  return found || private.list_spots_with_words(private.to_word_query(words), words, audience,
    size <= 3 or (select min(coalesce(known.uses, 0)) from unnest(words) as word left join private.search_words as known using (word)) > frequent);
end
$$;
create or replace function private.is_in_region(city public.cities, region text) returns boolean
  language sql stable
  return region = lower(city.country_code)
    or (city.country_code = 'US' and region = lower(city.admin1_code))
    or (length(region) >= 4 and (starts_with(private.search_key(city.country_name), region)
      or starts_with(private.search_key(city.admin1_name), region)))
    or exists (select from private.country_names as called where called.key = region and called.country_code = city.country_code)
    or exists (select from private.region_names as called where called.key = region
      and called.country_code = city.country_code and called.admin1_code in ('', city.admin1_code));

insert into private.region_aliases (key, country_code, region_key)
select key, country, region from (values
  ('CA', 'alberta', 'ab'), ('CA', 'ontario', 'on,ont'), ('CA', 'quebec', 'qc,que'), ('CA', 'nova scotia', 'ns'),
  ('CA', 'new brunswick', 'nb'), ('CA', 'manitoba', 'mb'), ('CA', 'saskatchewan', 'sk'), ('CA', 'newfoundland and labrador', 'nl,newfoundland'),
  ('CA', 'prince edward island', 'pei'), ('AU', 'new south wales', 'nsw'), ('AU', 'victoria', 'vic'), ('AU', 'queensland', 'qld'),
  ('AU', 'western australia', 'wa'), ('AU', 'south australia', 'sa'), ('AU', 'tasmania', 'tas'), ('AU', 'northern territory', 'nt')
) as listed (country, region, names), unnest(string_to_array(names, ',')) as key
on conflict do nothing;

insert into private.abbreviations (short, long) values
  ('jfk', 'john f kennedy'), ('mlk', 'martin luther king'), ('fdr', 'franklin d roosevelt'), ('cdg', 'charles de gaulle'),
  ('uni', 'university'), ('uni', 'universitat'), ('arpt', 'airport'), ('bldg', 'building'), ('un', 'united nations')
on conflict do nothing;

alter table private.region_names add column variants bigint[] not null default '{}';
create index region_names_variants_idx on private.region_names using gin (variants) with (fastupdate = off);
comment on column private.region_names.variants is 'Of large regions, the forms by which misspelled names are found, as in private.search_words.';
create or replace function private.collect_regions() returns void
  language sql security definer
  set search_path to ''
  as $$
    delete from private.regions;
    insert into private.regions (country_code, admin1_code, name, country_name, population, lng, lat, zoom)
    select country_code, coalesce(admin1_code, ''), name, country_name, population, (west + east) / 2, (south + north) / 2,
      -- A degree is 1.4 pixels wide at zoom 0; the map is taken to be 700 pixels wide and 450 high.
      greatest(2, least(10, log(2, (500 / greatest(0.5, east - west, 1.6 * (north - south)))::numeric)))
    from (
      select country_code, admin1_code, min(case when admin1_code is null then country_name else admin1_name end) as name,
        min(country_name) as country_name, sum(population) as population,
        percentile_cont(0.02) within group (order by lng) as west, percentile_cont(0.98) within group (order by lng) as east,
        percentile_cont(0.02) within group (order by lat) as south, percentile_cont(0.98) within group (order by lat) as north
      from (
        select country_code, null as admin1_code, null as admin1_name, country_name, population, lng, lat from public.cities
        union all
        select country_code, admin1_code, admin1_name, country_name, population, lng, lat from public.cities
        where admin1_code <> '' and admin1_name is not null
      ) as placed
      group by country_code, admin1_code
    ) as region;
    insert into private.region_names (key, country_code, admin1_code, name, variants, is_shown)
    select named.key, named.country_code, named.admin1_code, min(named.name),
      case when max(named.population) >= 500000 then array(select variant from private.list_word_variants(named.key) as variant) else '{}' end,
      bool_and(not exists (
      -- A city of this name in the region, or one that the region is named after: Nairobi County.
      select from generate_series(1, cardinality(string_to_array(named.key, ' '))) as size
      join public.city_names as called on called.key = array_to_string((string_to_array(named.key, ' '))[:size], ' ')
      join public.cities as city on city.id = called.city_id
      where city.country_code = named.country_code and case
        when called.key = named.key and (named.admin1_code = '' or city.admin1_code = named.admin1_code)
          then city.population >= 50000 or city.population >= 0.1 * named.population
        else named.admin1_code <> '' and called.source = 'own' and city.population >= 300000 end))
    from (
      select private.search_key(name) as key, country_code, admin1_code, name, population from private.regions
      union all
      select alias.key, country_code, '', region.name, region.population
      from private.country_names as alias join private.regions as region using (country_code) where region.admin1_code = ''
      union all
      select alias.key, country_code, region.admin1_code, region.name, region.population
      from private.region_aliases as alias join private.regions as region using (country_code)
      where region.admin1_code <> '' and private.search_key(region.name) = alias.region_key
    ) as named
    where named.key <> ''
    group by 1, 2, 3;
  $$;
select private.collect_regions();

create or replace function private.find_corrected_regions(typed text) returns setof private.search_match
  language sql stable
  as $$
    select 'region', country_code || '-' || admin1_code, name, (0.52 - 0.04 * errors)::real, private.get_region_weight(region, false), lng, lat
    from (
      select named.name, region, private.count_errors(typed, named.key) as errors, region.country_code, region.admin1_code,
        region.lng, region.lat, region.population
      from private.region_names as named join private.regions as region using (country_code, admin1_code)
      where named.is_shown and length(typed) >= 5 and named.variants && private.get_typed_variants(typed)
    ) as near
    where errors <= private.get_most_errors(typed)
    order by errors, population desc limit 2
  $$;

drop function private.find_spots_of_place(text[], smallint);
create function private.find_spots_of_place(words text[], audience smallint, corrected boolean) returns setof private.search_match
  language plpgsql stable
  as $$
declare
  last constant integer := cardinality(words);
  place text;
  rest text[];
  city public.cities;
  region private.regions;
begin
  for cut in 1..last - 1 loop
    for side in 1..2 loop
      place := array_to_string(case side when 1 then words[last - cut + 1:] else words[:cut] end, ' ');
      rest := case side when 1 then words[:last - cut] else words[cut + 1:] end;
      select cities.* into city from public.city_names as named join public.cities on cities.id = named.city_id
        where named.key = place order by named.population desc limit 1;
      if city.id is not null then
        return query select * from private.list_spots_around(city, rest, corrected, audience);
        if found then return; end if;
      end if;
      region := private.find_region(place);
      if region.country_code is not null then
        return query select * from private.list_spots_of_region(region, rest, corrected, audience);
        if found then return; end if;
      end if;
    end loop;
  end loop;
end
$$;
comment on function private.find_spots_of_place(text[], smallint, boolean) is
  'Spots whose name has some of the words, as typed or with corrected spelling, in the city or region that the other words name.';

create function private.list_likely_words(words text[]) returns text[]
  language plpgsql stable
  as $$
declare
  known text[] := array(
    select word from unnest(words) with ordinality as typed (word, place)
    where length(word) < 3 or exists (select from private.search_words as other where other.word = typed.word)
    order by place);
begin
  if cardinality(known) < cardinality(words) and exists (select from unnest(known) as word where length(word) >= 3) then
    return known;
  end if;
  -- The last word may be unfinished. If it is known, and rarer than the others, it says more than they do.
  return array(
    select word from unnest(words) with ordinality as typed (word, place)
    where case
      when (select bool_or(length(last.word) >= 5 and last.uses <= all (
          select coalesce(other.uses, 0) from unnest(words) as one (word) join private.search_words as other using (word)))
        from private.search_words as last where last.word = words[cardinality(words)])
      then place = cardinality(words) else place < cardinality(words) end
    order by place);
end
$$;
comment on function private.list_likely_words(text[]) is
  'The words of a search that found nothing, without those that are in no name, or else the one that says most or all but the last.';
