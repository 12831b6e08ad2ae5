-- A place on one side of the antimeridian was imported again if the member had marked it on the other side.
create or replace function private.list_near_cells(lng double precision, lat double precision)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[(private.own_cell(lng, lat) - 1000001), (private.own_cell(lng, lat) - 1000000), (private.own_cell(lng, lat) - 999999), (private.own_cell(lng, lat) - 1), private.own_cell(lng, lat), (private.own_cell(lng, lat) + 1), (private.own_cell(lng, lat) + 999999), (private.own_cell(lng, lat) + 1000000), (private.own_cell(lng, lat) + 1000001)]
  || case when abs(lng) > 179.998 then array(
    select private.own_cell(lng - 360 * sign(lng), lat) + column_step + row_step
    from unnest(array[-1, 0, 1]) as column_step, unnest(array[-1000000, 0, 1000000]) as row_step) end;
