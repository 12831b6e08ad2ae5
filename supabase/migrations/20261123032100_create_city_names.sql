-- The names by which cities are found: their own and those in other languages.
create table public.city_names (
  city_id integer not null references public.cities (id) on delete cascade,
  name text not null,
  languages text[] not null default '{}',
  source text not null,
  population integer not null,
  key text generated always as (private.search_key(name)) stored,
  constraint city_names_pkey primary key (city_id, name),
  constraint city_names_name_check check (length(name) between 1 and 200),
  constraint city_names_source_check check (source in ('own', 'shipped', 'file'))
);
alter table public.city_names enable row level security;
create policy "everyone reads names of cities" on public.city_names for select to anon, authenticated using (true);
grant select on public.city_names to anon, authenticated;
comment on table public.city_names is
  'Names of cities in all languages. Data by GeoNames (CC BY 4.0), Natural Earth (public domain) and Unicode CLDR.';
comment on column public.city_names.languages is 'BCP 47 tags of the languages that use the name, as far as known.';
comment on column public.city_names.source is 'own: copied from cities by a trigger; shipped: comes with the software; file: loaded by the operator.';
comment on column public.city_names.population is 'Copied from cities, for the order of results.';

create index city_names_key_idx on public.city_names (key text_pattern_ops);
create index city_names_start_1_idx on public.city_names (left(key, 1), population desc);
create index city_names_start_2_idx on public.city_names (left(key, 2), population desc);
create index city_names_start_3_idx on public.city_names (left(key, 3), population desc);
create index city_names_population_idx on public.city_names (population desc);
create index city_names_compact_idx on public.city_names (replace(key, ' ', ''));
create index city_names_words_idx on public.city_names using gin (array_to_tsvector(string_to_array(key, ' '))) with (fastupdate = off);

-- A statement trigger, because 130,000 cities are loaded at once.
create function private.copy_city_names() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.city_names as known using changed
    where known.city_id = changed.id and known.source = 'own'
      and known.name <> changed.name and known.name is distinct from changed.local_name;
  end if;
  insert into public.city_names as known (city_id, name, languages, source, population)
  select id, name, '{}', 'own', population from changed
  union all
  select id, local_name, array[local_language], 'own', population from changed where local_name <> name
  on conflict (city_id, name) do update
    set languages = excluded.languages, source = 'own', population = excluded.population;
  if tg_op = 'UPDATE' then
    update public.city_names as known set population = changed.population from changed
    where known.city_id = changed.id and known.population <> changed.population;
  end if;
  return null;
end
$$;
create trigger copy_new_names after insert on public.cities
  referencing new table as changed for each statement execute function private.copy_city_names();
create trigger copy_changed_names after update on public.cities
  referencing new table as changed for each statement execute function private.copy_city_names();

insert into public.city_names (city_id, name, languages, source, population)
select id, name, '{}', 'own', population from public.cities
union all
select id, local_name, array[local_language], 'own', population from public.cities where local_name <> name;

create function public.load_city_names(batch jsonb, source text) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  loaded integer;
begin
  insert into public.city_names as known (city_id, name, languages, source, population)
  select city.id, given.name, coalesce(given.languages, '{}'), load_city_names.source, city.population
  from (
    select id, btrim(name) as name, array(select distinct language from unnest(array_agg(language)) as language where language <> '' order by 1) as languages
    from jsonb_to_recordset(batch) as row (id integer, name text, languages text[]),
      unnest(coalesce(nullif(row.languages, '{}'), '{""}')) as language
    where length(btrim(name)) between 1 and 200
    group by id, btrim(name)
  ) as given join public.cities as city on city.id = given.id
  on conflict (city_id, name) do update
    set languages = array(select distinct language from unnest(known.languages || excluded.languages) as language order by 1)
    where not known.languages @> excluded.languages;
  get diagnostics loaded = row_count;
  if source = 'file' then
    perform private.collect_city_words(array(select id from jsonb_to_recordset(batch) as row (id integer)));
  end if;
  return loaded;
end
$$;
comment on function public.load_city_names is
  'Adds names of cities: [{id, name, languages}]. Source is shipped or file. Unknown cities are skipped. For the loader, with the secret key.';

create function public.delete_city_names(source text) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  deleted integer;
begin
  delete from public.city_names as known where known.source = delete_city_names.source and known.source <> 'own';
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_city_names is 'Deletes the names of a source, shipped or file. For the loader, with the secret key.';
revoke execute on function public.load_city_names, public.delete_city_names from public, anon, authenticated;
