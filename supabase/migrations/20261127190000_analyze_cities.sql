-- Without statistics each search for the nearest city takes three times as long. After a load, autovacuum collects them
-- only a minute later, when a new site may already import its places.
create function private.analyze_cities() returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  analyze public.cities, public.city_names;
end
$$;
comment on function private.analyze_cities is 'Collects the statistics of the cities, which only their owner may do.';

create or replace function public.finish_city_load(version text, ids integer[]) returns integer
  language plpgsql set search_path = ''
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
  perform private.analyze_cities();
  return deleted;
end
$$;
