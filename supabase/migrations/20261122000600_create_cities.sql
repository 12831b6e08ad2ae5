-- Populated places from GeoNames (CC BY 4.0). The rows are loaded after the migrations, from npm packages that contain
-- the data.
create table public.cities (
  id integer primary key,
  slug text not null,
  name text not null,
  admin1_code text,
  admin1_name text,
  admin2_name text,
  country_code text not null,
  country_name text not null,
  population integer not null default 0,
  time_zone text not null,
  feature_code text not null,
  lng double precision not null,
  lat double precision not null,
  search tsvector generated always as (to_tsvector('pg_catalog.simple', private.fold(name))) stored,
  constraint cities_slug_key unique (slug),
  constraint cities_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint cities_name_check check (length(name) between 1 and 200),
  constraint cities_country_code_check check (country_code ~ '^[A-Z]{2}$'),
  constraint cities_population_check check (population >= 0),
  constraint cities_lng_check check (lng between -180 and 180),
  constraint cities_lat_check check (lat between -90 and 90)
);
create index cities_position_idx on public.cities using gist (private.position_cube(lng, lat));
create index cities_folded_name_idx on public.cities (private.fold(name) text_pattern_ops, population desc);
create index cities_country_code_idx on public.cities (country_code, population desc);
create index cities_population_idx on public.cities (population desc);

-- Cities with similar names are searched among those with the same first letter and about the same length.
create index cities_first_letter_idx on public.cities (left(private.fold(name), 1), length(private.fold(name)));

-- Among forty neighbours, only the nearest few and the nearest large ones can win. Reading only these two sets is three
-- times faster, which matters for bulk imports.
create index cities_large_position_idx on public.cities using gist (private.position_cube(lng, lat)) where population >= 50000;
alter table public.cities enable row level security;
create policy "everyone reads cities" on public.cities for select to anon, authenticated using (true);
grant select on public.cities to anon, authenticated;
comment on table public.cities is 'Populated places. Data by GeoNames, CC BY 4.0.';
comment on column public.cities.id is 'GeoNames id.';
comment on column public.cities.slug is 'The largest city of a name has the plain slug; others add country, region or id: paris, paris-us, paris-tn-us.';
comment on column public.cities.feature_code is 'GeoNames feature code, such as PPLC for a capital.';

create table private.city_load (
  only_row boolean primary key default true,
  version text not null,
  loaded_at timestamptz not null default now(),
  constraint city_load_only_row_check check (only_row)
);
comment on table private.city_load is 'The version of the loaded city data.';
alter table private.city_load enable row level security;

-- The plain nearest city of Times Square is Weehawken. A little weight for population gives the expected result.
create function private.find_city(at_lng double precision, at_lat double precision) returns public.cities
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
comment on function private.find_city is 'The city that a position belongs to, within 60 km, by distance and population. Null at sea.';

-- Cities are loaded in batches of JSON, in the same way over a connection and over the API of a hosted project.
create function public.load_city_batch(batch jsonb) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  loaded integer;
begin
  -- A slug may have moved to another city since the last load. The city that still has it gets a temporary slug until
  -- its own batch.
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
comment on function public.load_city_batch is 'Creates or updates cities. For the loader, with the secret key.';

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
  'Stores the loaded version and deletes cities that are no longer in the data, except those that something references.';

create function public.get_city_version() returns text
  language sql stable set search_path = ''
  as $$ select version from private.city_load $$;
comment on function public.get_city_version is 'The version of the loaded city data; null if none is loaded.';
grant select, insert, update on private.city_load to service_role;

-- The form shows which city a pin belongs to before the spot exists.
create function public.find_nearest_city(lng double precision, lat double precision) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('slug', city.slug, 'name', city.name, 'country_code', city.country_code, 'country_name', city.country_name)
    from private.find_city(find_nearest_city.lng, find_nearest_city.lat) as city where city.id is not null
  $$;
comment on function public.find_nearest_city is
  'The city that a position belongs to: {slug, name, country_code, country_name}; null far from any city. For members.';

grant execute on function
  private.find_city,
  public.find_nearest_city
to authenticated;
