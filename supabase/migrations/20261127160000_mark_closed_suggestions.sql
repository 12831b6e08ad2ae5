-- Suggestions of the search did not say that a spot is closed, so only its page did.
create or replace function private.describe_match(match private.search_match, phrase jsonb)
 returns jsonb
 language sql
 stable
as $$
    select case (match).kind
      when 'city' then (
        select jsonb_build_object('type', 'city', 'slug', slug, 'name', name, 'local_name', local_name,
          'matched', nullif((match).name, name), 'region', admin1_name, 'country', country_name, 'lng', lng, 'lat', lat,
          'population', population)
        from public.cities where id = (match).id::integer)
      when 'spot' then (
        select jsonb_build_object('type', 'spot', 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
          'status', spot.status, 'city', city.name, 'country', coalesce(city.country_name, spot.country_code),
          'lng', spot.lng, 'lat', spot.lat)
        from public.spots as spot left join public.cities as city on city.id = spot.city_id where spot.id = (match).id)
      when 'region' then (
        select jsonb_build_object('type', 'region', 'matched', nullif((match).name, region.name)) || private.write_region(region)
        from private.regions as region
        where country_code = split_part((match).id, '-', 1) and admin1_code = split_part((match).id, '-', 2))
      when 'tag' then jsonb_build_object('type', 'tag', 'tag', (match).id)
      else phrase - 'quality'
    end
  $$;
