-- Loading the cities in batches of JSON: the same way over a connection and over the API of a hosted project.
create function public.load_city_batch(batch jsonb) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  loaded integer;
begin
  -- A slug may have moved to another city since the last load. Whoever still holds it steps aside until its own batch comes.
  update public.cities set slug = cities.slug || '-' || cities.id
  from jsonb_to_recordset(batch) as given (id integer, slug text)
  where cities.slug = given.slug and cities.id <> given.id;

  insert into public.cities (id, slug, name, admin1_code, admin1_name, admin2_name, country_code, country_name, population,
    time_zone, feature_code, lng, lat)
  select id, slug, name, admin1_code, admin1_name, admin2_name, country_code, country_name, population, time_zone,
    feature_code, lng, lat
  from jsonb_to_recordset(batch) as given (
    id integer, slug text, name text, admin1_code text, admin1_name text, admin2_name text, country_code text,
    country_name text, population integer, time_zone text, feature_code text, lng double precision, lat double precision
  )
  on conflict (id) do update set slug = excluded.slug, name = excluded.name, admin1_code = excluded.admin1_code,
    admin1_name = excluded.admin1_name, admin2_name = excluded.admin2_name, country_code = excluded.country_code,
    country_name = excluded.country_name, population = excluded.population, time_zone = excluded.time_zone,
    feature_code = excluded.feature_code, lng = excluded.lng, lat = excluded.lat;
  get diagnostics loaded = row_count;
  return loaded;
end
$$;
comment on function public.load_city_batch is 'Creates or changes cities. For the loader, with the secret key.';

create function public.finish_city_load(version text, ids integer[]) returns integer
  language plpgsql volatile security invoker set search_path = ''
  as $$
declare
  deleted integer;
begin
  delete from public.cities where id <> all (ids)
    and not exists (select from public.spots where city_id = cities.id)
    and not exists (select from public.posts where city_id = cities.id)
    and not exists (select from public.follows where city_id = cities.id);
  get diagnostics deleted = row_count;
  insert into private.city_load (version) values (finish_city_load.version)
    on conflict (only_row) do update set version = excluded.version, loaded_at = now();
  return deleted;
end
$$;
comment on function public.finish_city_load is
  'Notes which version is loaded and deletes cities that it has no more, except those that something belongs to.';

create function public.get_city_version() returns text
  language sql stable set search_path = ''
  as $$ select version from private.city_load $$;
comment on function public.get_city_version is 'The version of the city data that is loaded; null when none is.';

grant select, insert, update on private.city_load to service_role;
revoke execute on all functions in schema public, private from public;
grant execute on function public.load_city_batch, public.finish_city_load, public.get_city_version to service_role;
