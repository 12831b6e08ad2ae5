-- Populated places from GeoNames (CC BY 4.0). Rows are loaded after the migrations, from npm packages that carry the data.
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

alter table public.cities enable row level security;
create policy "everyone reads cities" on public.cities for select to anon, authenticated using (true);
grant select on public.cities to anon, authenticated;

comment on table public.cities is 'Populated places, data by GeoNames, CC BY 4.0.';
comment on column public.cities.id is 'GeoNames id.';
comment on column public.cities.slug is 'The largest of a name has the plain one, others add country, region or id: paris, paris-us, paris-tn-us.';
comment on column public.cities.feature_code is 'GeoNames feature code, such as PPLC for a capital.';

create table private.city_load (
  only_row boolean primary key default true,
  version text not null,
  loaded_at timestamptz not null default now(),
  constraint city_load_only_row_check check (only_row)
);
comment on table private.city_load is 'Which version of the city data is loaded.';
alter table private.city_load enable row level security;

-- Plain nearest gives Weehawken for Times Square: a little weight for size gives what people expect.
create function private.find_city(at_lng double precision, at_lat double precision) returns public.cities
  language sql stable security definer set search_path = ''
  as $$
    select (near.city).*
    from (
      select cities as city,
        private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat) as km
      from public.cities
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
      limit 40
    ) as near
    where near.km <= 60
    order by (near.km + 0.3) / power((near.city).population + 500, 0.25)
    limit 1
  $$;
comment on function private.find_city is 'The city that a point belongs to: within 60 km, near and big weighed together. None at sea.';
revoke execute on all functions in schema private from public;
grant execute on function private.find_city to authenticated, service_role;
