-- A form says beside a pin which city it belongs to, before there is a spot.
create function public.find_nearest_city(lng double precision, lat double precision) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('slug', city.slug, 'name', city.name, 'country_code', city.country_code, 'country_name', city.country_name)
    from private.find_city(find_nearest_city.lng, find_nearest_city.lat) as city where city.id is not null
  $$;
comment on function public.find_nearest_city is
  'The city that a position belongs to: {slug, name, country_code, country_name}; null far from any. For members.';
revoke execute on function public.find_nearest_city from public;
grant execute on function public.find_nearest_city to authenticated, service_role;
