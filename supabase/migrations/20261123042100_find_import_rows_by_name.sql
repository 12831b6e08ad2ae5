-- Rows without a position are found by their name among spots and cities before the import, and by the geocoder of the site
-- afterwards. Both are guesses, so the row keeps what it was found as and its member can check it.
alter table public.import_rows
  add column found_as text,
  add column is_asked boolean not null default false,
  add constraint import_rows_found_as_check check (length(found_as) <= 300);
create index import_rows_unasked_idx on public.import_rows (import_id, number) where state = 'pinless' and not is_asked;
comment on column public.import_rows.found_as is 'What the row was found as by its name, such as "Museo Egizio, Turin"; null if the file has its position.';
comment on column public.import_rows.is_asked is 'Whether the geocoder has been asked for its position.';

create function private.find_clear_place(name text, address text)
  returns table (lng double precision, lat double precision, found_as text)
  language sql stable
  as $$
    with asked as materialized (
      select private.search_key(split_part(name, ',', 1)) as key,
        private.fold(concat_ws(' ', substr(name, length(split_part(name, ',', 1)) + 2), address)) as at
    ),
    named as (
      select spots.lng, spots.lat, concat_ws(', ', spots.title, cities.name) as found_as,
        position(private.fold(cities.name) in asked.at) > 0 or position(private.fold(cities.local_name) in asked.at) > 0
          or position(private.fold(spots.address) in asked.at) > 0 as is_there
      from asked join public.spots on name_key = asked.key left join public.cities on cities.id = spots.city_id
      where length(asked.key) >= 3 and spots.status in ('published', 'closed') and spots.visibility = 'public' limit 20
    ),
    counted as (
      select named.*, count(*) over () as of_name, count(*) filter (where is_there) over () as of_place from named
    ),
    called as (
      select cities.*, lead(cities.population, 1, 0) over (order by cities.population desc) as next
      from asked join lateral (select distinct city_id from public.city_names where key = asked.key) as known on true
      join public.cities on cities.id = city_id
      where length(asked.key) >= 3
      order by cities.population desc limit 1
    )
    -- Only what is clear: the only spot of that name, or the only one at that address; or a large city, three times the next one.
    -- A restaurant may well have the name of a village.
    select counted.lng, counted.lat, counted.found_as from counted, asked
    where (is_there and of_place = 1) or (btrim(asked.at) = '' and of_name = 1)
    union all
    select called.lng, called.lat, concat_ws(', ', called.name, called.country_name) from called, asked
    where called.population >= greatest(100000, 3 * called.next) and not exists (select from counted)
      and (btrim(asked.at) = '' or position(private.fold(called.country_name) in asked.at) > 0)
    limit 1
  $$;
comment on function private.find_clear_place is 'The public spot or the city that a name and an address clearly mean; no row if there is none or several.';

create or replace function private.match_import_rows(rows jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to import places.';
  end if;
  if jsonb_typeof(rows) <> 'array' or jsonb_array_length(rows) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 rows at once.';
  end if;
  return (
    with place as (
      select * from jsonb_to_recordset(rows) as place (number integer, title text, address text, lng double precision, lat double precision)
    ),
    found as materialized (
      select place.number, named.* from place
      cross join lateral private.find_clear_place(left(place.title, 200), left(coalesce(place.address, ''), 300)) as named
      where place.lng is null
    ),
    positioned as (
      select place.number, place.title, place.lng, place.lat from place where lng between -180 and 180 and lat between -90 and 90
      union all
      select found.number, split_part(place.title, ',', 1), found.lng, found.lat from found join place using (number)
    ),
    matched as (
      select positioned.number, match.* from positioned
      cross join lateral private.match_place(auth.uid(), positioned.lng, positioned.lat, positioned.title) as match
    )
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('number', number, 'is_own', matched.is_own, 'title', matched.title,
      'meters', matched.meters, 'lng', found.lng, 'lat', found.lat, 'found_as', found.found_as)) order by number), '[]')
    from matched full join found using (number)
  );
end
$$;
comment on function private.match_import_rows is 'The rows that the caller has or that are public, and those without a position that were found by name: [{number, is_own, title, meters, lng, lat, found_as}].';
comment on function public.match_import_rows is 'For a preview: of at most 500 places {number, title, address, lng, lat}, those that the caller has already or that are public, as [{number, is_own, title, meters}]. Those without a position that were found by name also have lng, lat and found_as.';

create or replace function private.add_import_rows(of_import uuid, rows jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(rows) <> 'array' or jsonb_array_length(rows) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 rows at once.';
  end if;
  insert into public.import_rows (import_id, number, title, category, lng, lat, description, address, website, tags, list, state, reason,
    found_as)
  select of_import, number, title, category, lng, lat, coalesce(description, ''), nullif(address, ''), nullif(website, ''),
    coalesce(tags, '{}'), coalesce(list, ''),
    case when coalesce(reason, '') <> '' then 'failed' when lng is null then 'pinless' else 'waiting' end::public.import_row_state,
    coalesce(reason, ''), case when lng is not null then nullif(left(found_as, 300), '') end
  from jsonb_to_recordset(rows) as place (number integer, title text, category text, lng double precision, lat double precision,
    description text, address text, website text, tags text[], list text, reason text, found_as text)
  where number <= import.row_count
  on conflict do nothing;
  get diagnostics added = row_count;
  update public.imports set updated_at = now() where id = of_import;
  return added;
end
$$;

create function private.list_import_rows_to_find(most integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(unasked)), '[]') from (
      select import_id, number, title, coalesce(address, '') as address
      from public.import_rows join public.imports on imports.id = import_id
      where import_rows.state = 'pinless' and not is_asked and imports.status in ('running', 'paused', 'done')
      order by imports.created_at, number limit most
    ) as unasked
  $$;
comment on function private.list_import_rows_to_find is 'Rows of started imports that have no position and for which the geocoder has not been asked.';

create function private.place_found_row(of_import uuid, of_number integer, at_lng double precision, at_lat double precision, label text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import public.imports;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where id = of_import for update;
  update public.import_rows set is_asked = true, lng = at_lng, lat = at_lat, found_as = case when at_lng is not null then left(label, 300) end,
    state = case when at_lng is null then 'pinless' else 'waiting' end::public.import_row_state
  where import_id = of_import and number = of_number and state = 'pinless' and import.status in ('running', 'paused', 'done');
  if found and at_lng is not null then
    perform private.act_as_member(import.member_id);
    perform private.import_rows_safely(import, array[of_number]);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
end
$$;
comment on function private.place_found_row is 'Imports a row where the geocoder found it, or notes that it found nothing.';

revoke execute on function private.find_clear_place, private.list_import_rows_to_find, private.place_found_row from public;
grant execute on function private.list_import_rows_to_find, private.place_found_row to service_role;
create function public.list_import_rows_to_find(most integer default 20) returns jsonb language sql stable set search_path = ''
  return private.list_import_rows_to_find(most);
comment on function public.list_import_rows_to_find is 'For the server: imported places without a position that the geocoder has not been asked for, as [{import_id, number, title, address}].';
create function public.place_found_row(import uuid, number integer, lng double precision default null, lat double precision default null,
  found_as text default null) returns void language sql volatile set search_path = ''
  return private.place_found_row(import, number, lng, lat, found_as);
comment on function public.place_found_row is 'For the server: imports a place where the geocoder found it. Without a point it notes that nothing was found.';
revoke execute on function public.list_import_rows_to_find, public.place_found_row from public, anon, authenticated;
grant execute on function public.list_import_rows_to_find, public.place_found_row to service_role;

create or replace function public.count_import_rows(import uuid) returns jsonb language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(state, count), '{}') from (
      select state::text, count(*) from public.import_rows where import_id = count_import_rows.import group by state
      union all
      select 'found', count(*) from public.import_rows
      where import_id = count_import_rows.import and found_as is not null and state in ('created', 'saved', 'known') having count(*) > 0
    ) as counted
  $$;
comment on function public.count_import_rows is 'The number of rows of an import of the caller by state, and as "found" those of them that were found by their name.';
