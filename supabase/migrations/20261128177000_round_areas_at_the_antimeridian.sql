-- A spot that shows only an area could not be saved within a kilometre of the antimeridian: its rounded longitude was beyond
-- 180 degrees.
create or replace function private.area_point(lng double precision, lat double precision, OUT area_lng double precision, OUT area_lat double precision)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select
      -- The nearest point of the grid may lie on the other side of the antimeridian.
      nearest.lng - case when nearest.lng > 180 then 360 when nearest.lng < -180 then -360 else 0 end,
      rounded.lat
    from (select round(lat::numeric, 2)::double precision as lat) as rounded,
      lateral (select 0.01 / greatest(cos(radians(rounded.lat)), 0.01) as step) as grid,
      lateral (select round((round(area_point.lng / step) * step)::numeric, 5) as lng) as nearest
  $function$;
