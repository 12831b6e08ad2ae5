-- Three kinds of search that found nothing or the wrong place: abbreviations ("mt everest", "köln hauptbahnhof"), a city with
-- its region or country ("paris texas"), and a large city misspelled as the name of a small one ("frankfort").

-- unaccent leaves letters such as ṟ and ḏ as they are.
create or replace function private.search_key(value text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(regexp_replace(private.fold(
      case
        when value ~ '[^\u0001-\u024f\u1e00-\u1eff\u2000-\u206f]' then private.latinise(value)
        when value ~ '[\u1e00-\u1eff]' then regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')
        else value
      end
    ), '[''’`´]s\M', 's', 'g'), '[^[:alnum:]]+', ' ', 'g'));

-- Keys are generated columns: a row gets its new key when it is written.
alter table public.spots disable trigger user;
update public.spots set title = title where title ~ '[\u1e00-\u1eff]' and name_key <> private.search_key(title);
alter table public.spots enable trigger user;
update public.city_names set name = name where name ~ '[\u1e00-\u1eff]' and key <> private.search_key(name);

create table private.abbreviations (
  short text not null,
  long text not null,
  constraint abbreviations_pkey primary key (short, long)
);
create index abbreviations_long_idx on private.abbreviations (long);
alter table private.abbreviations enable row level security;
comment on table private.abbreviations is 'Words of names and their abbreviations, as private.search_key writes them. Changed only by migrations.';
insert into private.abbreviations (short, long) values
  ('st', 'saint'), ('st', 'sankt'), ('st', 'street'), ('ste', 'sainte'), ('sta', 'santa'), ('sto', 'santo'),
  ('mt', 'mount'), ('mt', 'mont'), ('mtn', 'mountain'), ('mtns', 'mountains'), ('ft', 'fort'), ('pt', 'point'),
  ('hbf', 'hauptbahnhof'), ('bhf', 'bahnhof'), ('bf', 'bahnhof'), ('stn', 'station'), ('sta', 'station'),
  ('str', 'strasse'), ('pl', 'platz'), ('pl', 'plaza'), ('pl', 'place'), ('av', 'avenue'), ('av', 'avenida'), ('ave', 'avenue'),
  ('blvd', 'boulevard'), ('sq', 'square'), ('rd', 'road'), ('ctr', 'center'), ('ctr', 'centre'), ('center', 'centre'),
  ('theater', 'theatre'), ('harbor', 'harbour'), ('castel', 'castello'), ('natl', 'national'), ('nat', 'national'),
  ('np', 'national park'), ('intl', 'international'), ('univ', 'university'), ('isl', 'island'), ('is', 'island'), ('lk', 'lake');

create function private.list_spellings(words text[]) returns setof text[]
  language sql stable
  as $$
    with recursive alternative (word, other) as materialized (
      select short, long from private.abbreviations where short = any (words)
      union
      select long, short from private.abbreviations where long = any (words)
    ), spelling (place, text) as (
      select 0, ''
      union all
      select place + 1, text || ' ' || choice
      from spelling, lateral (
        select words[place + 1] as choice union all select other from alternative where word = words[place + 1]
      ) as choices
      where place < cardinality(words)
    )
    select string_to_array(ltrim(text), ' ') from spelling
    where place = cardinality(words) and exists (select from alternative) and ltrim(text) <> array_to_string(words, ' ')
    limit 8
  $$;
comment on function private.list_spellings is 'The typed words with abbreviations written out, or shortened; none if no word has an abbreviation.';

create table private.country_names (
  key text not null,
  country_code text not null,
  constraint country_names_pkey primary key (key)
);
alter table private.country_names enable row level security;
comment on table private.country_names is
  'What countries are also called, besides their code and their name in cities. Changed only by migrations.';
insert into private.country_names (key, country_code) values
  ('uk', 'GB'), ('great britain', 'GB'), ('britain', 'GB'), ('usa', 'US'), ('america', 'US'), ('uae', 'AE'), ('emirates', 'AE'),
  ('holland', 'NL'), ('nederland', 'NL'), ('czech republic', 'CZ'), ('russia', 'RU'), ('korea', 'KR'), ('south korea', 'KR'),
  ('vietnam', 'VN'), ('iran', 'IR'), ('syria', 'SY'), ('turkey', 'TR'), ('turkiye', 'TR'), ('deutschland', 'DE'),
  ('allemagne', 'DE'), ('germania', 'DE'), ('alemania', 'DE'), ('italia', 'IT'), ('italien', 'IT'), ('italie', 'IT'),
  ('espana', 'ES'), ('espagne', 'ES'), ('spanien', 'ES'), ('spagna', 'ES'), ('frankreich', 'FR'), ('francia', 'FR'),
  ('osterreich', 'AT'), ('autriche', 'AT'), ('schweiz', 'CH'), ('suisse', 'CH'), ('svizzera', 'CH'), ('polska', 'PL'),
  ('brasil', 'BR'), ('belgie', 'BE'), ('belgique', 'BE'), ('belgien', 'BE'), ('sverige', 'SE'), ('norge', 'NO'),
  ('danmark', 'DK'), ('suomi', 'FI'), ('magyarorszag', 'HU'), ('hellas', 'GR'), ('nippon', 'JP'), ('burma', 'MM');

create function private.is_in_region(city public.cities, region text) returns boolean
  language sql stable
  return region = lower(city.country_code)
    or (city.country_code = 'US' and region = lower(city.admin1_code))
    or (length(region) >= 4 and (starts_with(private.search_key(city.country_name), region)
      or starts_with(private.search_key(city.admin1_name), region)))
    or exists (select from private.country_names as called where called.key = region and called.country_code = city.country_code);
comment on function private.is_in_region is 'Says whether the text names the country or the region of a city, in full, by its code or by its first letters.';

create function private.find_cities_of_region(words text[]) returns setof private.search_match
  language sql stable
  as $$
    select distinct on (city.id) 'city', city.id::text, named.name, 0.97::real, private.get_city_weight(city.population), city.lng, city.lat
    from generate_series(1, cardinality(words) - 1) as cut
    join public.city_names as named on named.key = array_to_string(words[:cut], ' ')
    join public.cities as city on city.id = named.city_id
    where private.is_in_region(city, array_to_string(words[cut + 1:], ' '))
    order by city.id, (named.name = city.name) desc
  $$;
comment on function private.find_cities_of_region is 'Cities of exactly this name in the region or country that the last words name: "paris texas".';

create function private.find_large_city_meant(typed text, quality real, only_usual boolean, language text) returns setof private.search_match
  language sql stable
  as $$
    select distinct on (city.id) 'city', city.id::text, named.name,
      (quality - case when named.is_usual then 0 else 0.08 end - case when left(named.key, 1) = left(typed, 1) then 0 else 0.06 end)::real as quality,
      private.get_city_weight(city.population), city.lng, city.lat
    from (
      select word from (
        select word from private.search_words where variants && private.get_typed_variants(typed) and weight >= 0.54 offset 0
      ) as candidate
      where private.count_errors(typed, word) = 1
    ) as known
    join lateral (
      select *, source = 'own' or 'en' = any (languages) or find_large_city_meant.language = any (languages) as is_usual
      from (
        select * from public.city_names
        where key = known.word and population >= case when length(typed) < 6 then 300000 else 100000 end
        union all
        -- "Frankfurt am Main"
        select * from public.city_names
        where key operator(pg_catalog.~>=~) (known.word || ' ') and key operator(pg_catalog.~<~) (known.word || '!') and population >= 500000
      ) as alike
    ) as named on true
    join public.cities as city on city.id = named.city_id
    where named.is_usual or not only_usual
    order by city.id, quality desc, (named.name = city.name) desc
  $$;
comment on function private.find_large_city_meant is
  'Large cities whose name is the typed word with one error. If only_usual, names in other languages than English and that of the viewer do not count.';

create function private.find_large_city_with_errors(typed text) returns setof private.search_match
  language sql stable
  as $$
    select distinct on (near.city_id) 'city', near.city_id::text, near.name, 0.46::real, private.get_city_weight(near.population), city.lng, city.lat
    from (
      select * from public.city_names
      where population >= 500000 and abs(length(key) - length(typed)) <= 1 and strpos(key, ' ') = 0
        and extensions.levenshtein_less_equal(typed, key, 3) <= 3
    ) as near join public.cities as city on city.id = near.city_id
    where extensions.levenshtein_less_equal(typed, near.key, 2) <= 2 or exists (
      select from generate_series(1, length(typed) - 1) as place
      where extensions.levenshtein_less_equal(
        overlay(typed placing reverse(substr(typed, place, 2)) from place for 2), near.key, 1) <= 1
    )
    order by near.city_id, (near.name = city.name) desc
  $$;
comment on function private.find_large_city_with_errors is
  'Large cities whose name is the typed word with two errors, of which one may be a pair of swapped letters: "ambrug". Compares thousands of names.';
