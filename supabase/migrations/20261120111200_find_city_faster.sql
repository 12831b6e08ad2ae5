-- Of forty neighbours only the nearest few and the nearest big ones ever win. Asking for these two is three times faster than for
-- forty, which is what a bulk import feels.
create index cities_large_position_idx on public.cities using gist (private.position_cube(lng, lat)) where population >= 50000;

create or replace function private.find_city(at_lng double precision, at_lat double precision) returns public.cities
  language sql stable security definer set search_path = ''
  as $$
    select cities.*
    from (
      (
        select id, population,
          private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat) as km
        from public.cities
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit 8
      )
      union all
      (
        select id, population,
          private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        from public.cities
        where population >= 50000
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit 4
      )
    ) as near join public.cities using (id)
    where near.km <= 60
    order by (near.km + 0.3) / power(near.population + 500, 0.25)
    limit 1
  $$;
