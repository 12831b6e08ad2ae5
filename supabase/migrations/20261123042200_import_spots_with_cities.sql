-- Without a query inside, so that the queries that call it take it in.
create or replace function private.list_near_cells(lng double precision, lat double precision) returns bigint[]
  language sql immutable parallel safe
  return array[
    private.own_cell(lng, lat) - 1000001, private.own_cell(lng, lat) - 1000000, private.own_cell(lng, lat) - 999999,
    private.own_cell(lng, lat) - 1, private.own_cell(lng, lat), private.own_cell(lng, lat) + 1,
    private.own_cell(lng, lat) + 999999, private.own_cell(lng, lat) + 1000000, private.own_cell(lng, lat) + 1000001];

-- The cities of a batch are found by one plan. The trigger of each spot looks only for those that have none.
create or replace function private.import_spots(places jsonb) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  created integer;
begin
  with incoming as materialized (
    select distinct on (place.source, key) private.random_id() as id, place.*, key
    from jsonb_to_recordset(places) as place (
      title text, description text, category text, tags text[], lng double precision, lat double precision, country_code text,
      source text
    ),
    md5(concat_ws('|', place.title, place.category, place.lng, place.lat)) as key
  ),
  fresh as (
    insert into private.spot_origins (source, key, spot_id)
    select source, key, id from incoming
    on conflict do nothing
    returning spot_id
  )
  insert into public.spots (id, title, description, category, tags, lng, lat, city_id, country_code, author_id, visibility, status)
  select incoming.id, title, description, category, tags, incoming.lng, incoming.lat, cities.id,
    coalesce(cities.country_code, incoming.country_code), null, 'public', 'published'
  from incoming join fresh on fresh.spot_id = incoming.id
  left join lateral private.list_nearest_cities(incoming.lng, incoming.lat) as nearest on true
  left join public.cities on cities.id = nearest.id;
  get diagnostics created = row_count;
  return created;
end
$$;
