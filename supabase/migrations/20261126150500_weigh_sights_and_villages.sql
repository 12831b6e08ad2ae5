-- Spots and cities of the same name are weighed by what people search for: a sight before the hotel or the restaurant that is
-- named after it, and a large city or a sight that starts with the typed text before a village of exactly that name.
create function private.get_spot_weight(score real, category text) returns real
  language sql immutable parallel safe
  return (private.get_spot_weight(score) + case
    when category in ('kitchen', 'bar', 'cafe', 'market', 'stay') then -0.1
    when category in ('station', 'art', 'ruin', 'walk') then 0.1
    else 0.25 end)::real;
comment on function private.get_spot_weight(real, text) is
  'The importance of a spot in search: that of its score, and more for a sight than for a service, which is often named after one.';

create or replace function private.find_spot_names(typed text, words text[], audience smallint) returns setof private.search_match
  language sql stable
  as $$
    select 'spot', id, title, private.rate_name(name_key, typed), private.get_spot_weight(score, category), lng, lat
    from public.spots where id = any (private.list_named_spots(typed, words, audience))
  $$;

create or replace function private.find_corrected_spots(query tsquery, typed text, audience smallint) returns setof private.search_match
  language sql stable
  as $$
    select 'spot', id, title, private.rate_correction(name_key, typed), private.get_spot_weight(score, category), lng, lat
    from public.spots where id = any (private.list_spots_with_words(query, '{""}', audience, false))
  $$;

create or replace function private.rank_found_hits(hits private.spot_hit[], query tsquery) returns private.spot_hit[]
  language sql stable
  as $$
    select coalesce(array_agg(row(spot.id, spot.map_key, (hit).lng, (hit).lat, spot.category,
      -- Names that match equally well keep the order of the score.
      2.2 * case when array_to_tsvector(string_to_array(spot.name_key, ' ')) @@ private.to_word_query(string_to_array(asked.words, ' '))
        then private.rate_name(spot.name_key, asked.words) else 0 end
        + private.get_spot_weight(spot.score, spot.category) + spot.score / 1000,
      spot.published_at)::private.spot_hit), '{}')
    from unnest(hits) as hit join public.spots as spot on spot.id = (hit).id,
      lateral (select btrim(regexp_replace(query::text, '[^[:alnum:]]+', ' ', 'g')) as words) as asked
  $$;

create function private.get_doubt(key text, population integer, usual_name text, typed text) returns real
  language sql immutable parallel safe
  return (case
    -- One or two letters are the start of the name that the city is shown with.
    when length(typed) <= 2 and not starts_with(private.search_key(usual_name), typed) then 0.15
    when key = typed then
      0.16 * greatest(0, least(1, (0.42 - private.get_city_weight(population)) / 0.2))
        + case when length(typed) <= 3 and population < 100000 then 0.13 else 0 end
    else 0 end)::real;
comment on function private.get_doubt(text, integer, text, text) is
  'What the quality of a name loses, because a village of exactly this name, or a city that is also called so, is hardly meant.';

create or replace function private.find_city_names(typed text, query tsquery, corrected text, language text) returns setof private.search_match
  language sql stable
  as $$
    select distinct on (named.city_id) 'city', named.city_id::text, named.name,
      (case when typed is null then private.rate_correction(named.key, corrected) else private.rate_name(named.key, typed) end
        - case
          when named.source = 'own' or 'en' = any (named.languages) or language = any (named.languages) then 0
          -- The start of a name in a language that few people here speak is hardly what was meant.
          when typed is null then 0.05 else 0.03 + 0.3 * (1 - least(1, length(typed)::real / length(named.key))) end
        - private.get_doubt(named.key, named.population, city.name, typed))::real as quality,
      (private.get_city_weight(named.population) + case city.feature_code when 'PPLC' then 0.03 else 0 end)::real,
      city.lng, city.lat
    from private.list_city_names(typed, query) as named join public.cities as city on city.id = named.city_id
    order by named.city_id, quality desc, (named.name = city.name) desc,
      starts_with(private.fold(named.name), coalesce(typed, corrected)) desc, cardinality(named.languages) desc, named.name
  $$;

create or replace function private.rate_name(key text, typed text) returns real
  language sql immutable parallel safe
  return (case when key = typed then 1
    when replace(key, ' ', '') = replace(typed, ' ', '') then 0.95
    when starts_with(key, typed || ' ') then 0.74 + 0.12 * length(typed) / length(key)
    when starts_with(key, typed) then 0.7 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key || ' ', ' ' || typed || ' ') > 0 then 0.63 + 0.1 * length(typed) / length(key)
    when strpos(' ' || key, ' ' || typed) > 0 then 0.55 + 0.1 * length(typed) / length(key)
    else 0.48 + 0.1 * least(1, length(typed)::real / length(key)) end)::real;
