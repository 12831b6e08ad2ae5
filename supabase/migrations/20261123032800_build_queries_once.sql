-- The query was built anew for each of up to 1,500 spots of the city.
create or replace function private.find_spots_of_city(words text[], audience smallint, language text) returns setof private.search_match
  language plpgsql stable
  as $$
declare
  last constant integer := cardinality(words);
  place text[];
  rest text[];
  city record;
  query tsquery;
begin
  for cut in 1..last - 1 loop
    for side in 1..2 loop
      place := case side when 1 then words[last - cut + 1:] else words[:cut] end;
      rest := case side when 1 then words[:last - cut] else words[cut + 1:] end;
      select named.city_id into city from public.city_names as named
        where key = array_to_string(place, ' ') order by population desc limit 1;
      continue when not found;
      query := private.to_word_query(rest);
      return query
        select 'spot', best.id, best.title, (private.rate_name(best.name_key, array_to_string(rest, ' ')) * 0.6)::real,
          private.get_spot_weight(best.score), best.lng, best.lat
        from (
          select * from public.spots
          where city_id = city.city_id and status = 'published' and visibility in ('public', 'members')
          order by score desc limit 1500
        ) as best
        where array_to_tsvector(string_to_array(best.name_key, ' ')) @@ query and private.is_shown(best, audience)
        limit 20;
      if found then
        return;
      end if;
    end loop;
  end loop;
end
$$;
