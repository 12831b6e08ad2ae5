-- Countries and their regions: found by name ("tuscany", "deutschland"), and where spots are looked for ("castles in scotland").
-- They are derived from the cities.
create table private.regions (
  country_code text not null,
  -- Empty for the whole country.
  admin1_code text not null,
  name text not null,
  country_name text not null,
  population bigint not null,
  lng double precision not null,
  lat double precision not null,
  zoom real not null,
  constraint regions_pkey primary key (country_code, admin1_code)
);
alter table private.regions enable row level security;
comment on table private.regions is
  'Countries and their regions, with the map position that shows most of their cities. Derived from cities by private.collect_regions.';

create table private.region_names (
  key text not null,
  country_code text not null,
  admin1_code text not null,
  name text not null,
  -- False if the name means a city in it: Vienna, Luxembourg.
  is_shown boolean not null,
  constraint region_names_pkey primary key (key, country_code, admin1_code),
  constraint region_names_region_fkey foreign key (country_code, admin1_code) references private.regions (country_code, admin1_code)
    on delete cascade
);
create index region_names_start_idx on private.region_names (key text_pattern_ops);
create index region_names_region_idx on private.region_names (country_code, admin1_code);
alter table private.region_names enable row level security;
comment on table private.region_names is 'Names of regions, as private.search_key writes them. Filled by private.collect_regions.';

create table private.region_aliases (
  key text not null,
  country_code text not null,
  region_key text not null,
  constraint region_aliases_pkey primary key (key, country_code)
);
alter table private.region_aliases enable row level security;
comment on table private.region_aliases is 'What regions of countries are also called, besides their English name in cities. Changed only by migrations.';
insert into private.region_aliases (key, country_code, region_key)
select key, country, region from (values
  ('DE', 'bavaria', 'bayern,baviera,baviere'), ('DE', 'saxony', 'sachsen'), ('DE', 'hesse', 'hessen'), ('DE', 'thuringia', 'thuringen'),
  ('DE', 'lower saxony', 'niedersachsen'), ('DE', 'north rhine westphalia', 'nordrhein westfalen,nrw'),
  ('DE', 'rheinland pfalz', 'rhineland palatinate'), ('AT', 'carinthia', 'karnten'), ('AT', 'styria', 'steiermark'),
  ('AT', 'tyrol', 'tirol'), ('IT', 'tuscany', 'toscana,toskana,toscane'), ('IT', 'piedmont', 'piemonte,piemont'),
  ('IT', 'lombardy', 'lombardia,lombardei'), ('IT', 'sicily', 'sicilia,sizilien,sicile'),
  ('IT', 'sardinia', 'sardegna,sardinien,sardaigne,cerdena'), ('IT', 'apulia', 'puglia,apulien'), ('IT', 'lazio', 'latium'),
  ('IT', 'trentino alto adige', 'sudtirol,south tyrol,alto adige,trentino'), ('IT', 'the marches', 'marche'),
  ('ES', 'andalusia', 'andalucia,andalusien,andalousie'), ('ES', 'catalonia', 'cataluna,catalunya,katalonien,catalogne'),
  ('ES', 'basque country', 'pais vasco,baskenland,euskadi'), ('ES', 'galicia', 'galicien'),
  ('ES', 'canary islands', 'islas canarias,canarias,kanaren,kanarische inseln,canaries'),
  ('ES', 'balearic islands', 'islas baleares,baleares,balearen'), ('FR', 'brittany', 'bretagne,bretana,bretagna'),
  ('FR', 'normandy', 'normandie,normandia'), ('FR', 'corsica', 'corse,korsika,corcega'),
  ('FR', 'provence alpes cote d azur', 'provence,provenza'), ('GB', 'scotland', 'schottland,ecosse,escocia,scozia'),
  ('GB', 'wales', 'cymru,pays de galles,gales,galles'), ('GB', 'england', 'angleterre,inglaterra,inghilterra'),
  ('GB', 'northern ireland', 'nordirland,irlande du nord'), ('GR', 'crete', 'kreta,creta,kriti'), ('PT', 'azores', 'acores,azoren'),
  ('US', 'california', 'kalifornien,californie'), ('CA', 'british columbia', 'bc')
) as listed (country, region, names), unnest(string_to_array(names, ',')) as key;

insert into private.country_names (key, country_code)
select key, country from (values
  ('AT', 'austria'), ('AU', 'australien,australie'), ('BE', 'belgica,belgio'), ('CH', 'suiza'), ('CN', 'china,chine,cina'),
  ('CZ', 'czechia,cesko,tschechien,tchequie,chequia'), ('DK', 'danemark,dinamarca,danimarca'), ('EG', 'agypten,egypte,egipto,egitto'),
  ('FI', 'finnland,finlande,finlandia'), ('FR', 'frankrijk'), ('GB', 'england and wales,grossbritannien,royaume uni,reino unido,regno unito'),
  ('GR', 'griechenland,grece,grecia,ellada'), ('HR', 'hrvatska,kroatien,croatie,croacia,croazia'), ('HU', 'ungarn,hongrie,hungria,ungheria'),
  ('IE', 'irland,irlande,irlanda,eire'), ('IN', 'indien,inde,bharat'), ('IS', 'island,islande,islandia,islanda'),
  ('JP', 'japon,giappone,nihon'), ('KE', 'kenia'), ('LA', 'laos'), ('LI', 'furstentum liechtenstein'), ('MA', 'marokko,maroc,marruecos,marocco'),
  ('MX', 'mexiko,mexique,messico'), ('NL', 'the netherlands,niederlande,pays bas,paises bajos,paesi bassi'),
  ('NO', 'norwegen,norvege,noruega,norvegia'), ('NZ', 'neuseeland,aotearoa'), ('PE', 'perou'), ('PL', 'polen,pologne,polonia'),
  ('PS', 'palestine'), ('PT', 'portogallo'), ('RO', 'rumanien,roumanie,rumania'), ('RU', 'russland,russie,rusia,rossiya'),
  ('SE', 'schweden,suede,suecia,svezia'), ('SI', 'slovenija,slowenien'), ('SK', 'slovensko,slowakei'), ('TH', 'thailande,tailandia'),
  ('TR', 'turkei,turquie,turquia,turchia'), ('TW', 'taiwan'), ('TZ', 'tanzania,tansania'), ('UA', 'ukraina,ukrayina,ucrania,ucraina'),
  ('US', 'united states,etats unis,estados unidos,stati uniti,vereinigte staaten'), ('VA', 'vatican,vatikan,vaticano'), ('ZA', 'sudafrika'),
  ('CD', 'dr congo'), ('CG', 'congo'), ('MD', 'moldova'), ('MK', 'north macedonia'), ('GM', 'gambia'), ('CI', 'ivory coast'), ('BO', 'bolivia'),
  ('VE', 'venezuela'), ('BN', 'brunei'), ('AL', 'albanien,albanie,shqiperi'), ('BG', 'bulgarien,bulgarie'), ('EE', 'estland,eesti'),
  ('LV', 'lettland'), ('LT', 'litauen'), ('BR', 'brasilien,bresil,brasile'), ('AR', 'argentinien,argentine'), ('CL', 'chili'), ('CO', 'kolumbien,colombie')
) as listed (country, names), unnest(string_to_array(names, ',')) as key
on conflict do nothing;

create function private.collect_regions() returns void
  language sql security definer
  set search_path to ''
  as $$
    delete from private.regions;
    insert into private.regions (country_code, admin1_code, name, country_name, population, lng, lat, zoom)
    select country_code, coalesce(admin1_code, ''), name, country_name, population, (west + east) / 2, (south + north) / 2,
      -- A degree is 1.4 pixels wide at zoom 0; the map is taken to be 700 pixels wide and 450 high.
      greatest(2, least(10, log(2, (500 / greatest(0.5, east - west, 1.6 * (north - south)))::numeric)))
    from (
      select country_code, admin1_code, min(case when admin1_code is null then country_name else admin1_name end) as name,
        min(country_name) as country_name, sum(population) as population,
        percentile_cont(0.02) within group (order by lng) as west, percentile_cont(0.98) within group (order by lng) as east,
        percentile_cont(0.02) within group (order by lat) as south, percentile_cont(0.98) within group (order by lat) as north
      from (
        select country_code, null as admin1_code, null as admin1_name, country_name, population, lng, lat from public.cities
        union all
        select country_code, admin1_code, admin1_name, country_name, population, lng, lat from public.cities
        where admin1_code <> '' and admin1_name is not null
      ) as placed
      group by country_code, admin1_code
    ) as region;
    insert into private.region_names (key, country_code, admin1_code, name, is_shown)
    select named.key, named.country_code, named.admin1_code, min(named.name), bool_and(not exists (
      -- A city of this name in the region, or one that the region is named after: Nairobi County.
      select from generate_series(1, cardinality(string_to_array(named.key, ' '))) as size
      join public.city_names as called on called.key = array_to_string((string_to_array(named.key, ' '))[:size], ' ')
      join public.cities as city on city.id = called.city_id
      where city.country_code = named.country_code and case
        when called.key = named.key and (named.admin1_code = '' or city.admin1_code = named.admin1_code)
          then city.population >= 50000 or city.population >= 0.1 * named.population
        else named.admin1_code <> '' and called.source = 'own' and city.population >= 300000 end))
    from (
      select private.search_key(name) as key, country_code, admin1_code, name, population from private.regions
      union all
      select alias.key, country_code, '', region.name, region.population
      from private.country_names as alias join private.regions as region using (country_code) where region.admin1_code = ''
      union all
      select alias.key, country_code, region.admin1_code, region.name, region.population
      from private.region_aliases as alias join private.regions as region using (country_code)
      where region.admin1_code <> '' and private.search_key(region.name) = alias.region_key
    ) as named
    where named.key <> ''
    group by 1, 2, 3;
  $$;
comment on function private.collect_regions() is 'Derives the countries and regions, with their names, from the cities.';

create or replace function public.finish_city_load(version text, ids integer[]) returns integer
  language plpgsql
  set search_path to ''
  as $$
declare
  deleted integer;
begin
  delete from public.cities where id <> all (ids)
    and not exists (select from public.spots where city_id = cities.id)
    and not exists (select from public.posts where city_id = cities.id)
    and not exists (select from public.follows where city_id = cities.id);
  get diagnostics deleted = row_count;
  perform private.collect_regions();
  insert into private.city_load (version, has_words) values (finish_city_load.version, false)
    on conflict (only_row) do update set version = excluded.version, has_words = false, loaded_at = now();
  return deleted;
end
$$;
select private.collect_regions();
