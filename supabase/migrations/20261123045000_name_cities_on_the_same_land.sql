-- Imports find cities by a function of their own, and the search for one city uses it too, so the rule about the sea belongs there.

-- Called for the few candidates that are farther away than a crossing.
create or replace function private.list_lands(at_lng double precision, at_lat double precision) returns smallint[]
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(array_agg(distinct land), '{}')
    from (
      select floor((at_lat + 90) * 10)::integer as row, floor((at_lng + 180) * 10)::integer % 3600 as middle,
        -- Cells are narrow in the north: about as far to the sides as up and down.
        least(10, ceil(1 / greatest(0.1, cos(radians(at_lat)))))::integer as reach
    ) as cell
    join private.land_rows on land_rows.row between cell.row - 1 and cell.row + 1,
    unnest(starts, lengths, lands) as run (start, length, land),
    -- Columns continue on the other side of the antimeridian.
    (values (-3600), (0), (3600)) as turn (columns)
    where start + turn.columns <= middle + reach and start + length + turn.columns > middle - reach
  $$;

-- Within 12 km, a city names a pier, an islet or the far bank of a strait. Candidates are compared in their order, so the lands
-- are read only until one fits (`offset 0` keeps the planner from comparing all).
create or replace function private.list_nearest_cities(at_lng double precision, at_lat double precision) returns table (id integer)
  language sql stable
  as $$
    select ranked.id
    from (
      select near.id, near.lng, near.lat, near.km, (near.km + 0.3) / sqrt(sqrt(near.population + 500)) as rank
      from (
        (
          select cities.id, population, lng, lat,
            private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat) as km
          from public.cities
          order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          limit 8
        )
        union all
        (
          select cities.id, population, lng, lat,
            private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          from public.cities
          where population >= 50000
          order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          limit 4
        )
      ) as near
      where near.km <= 60
      order by rank
      offset 0
    ) as ranked
    where ranked.km <= 12 or private.list_lands(at_lng, at_lat) && private.list_lands(ranked.lng, ranked.lat)
    order by ranked.rank
    limit 1
  $$;
comment on function private.list_nearest_cities is
  'The city that a point belongs to, within 60 km and not across the sea; no row if there is none. A large city counts for more than a near village.';
