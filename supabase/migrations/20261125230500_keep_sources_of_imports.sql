-- Imported spots keep where they come from. The file is for their author alone, because its name may say more than its
-- places. A source that others wrote, such as OpenStreetMap, is for everyone, because its licence demands attribution.
create table public.spot_files (
  spot_id text not null references public.spots (id) on delete cascade,
  name text not null,
  imported_at timestamptz not null default now(),
  constraint spot_files_pkey primary key (spot_id),
  constraint spot_files_name_check check (length(name) between 1 and 200)
);
alter table public.spot_files enable row level security;
create policy "members are not banned and have used their second factor" on public.spot_files as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "authors read the files of their spots" on public.spot_files for select to authenticated
  using (exists (select from public.spots where spots.id = spot_files.spot_id and spots.author_id = (select auth.uid())));
revoke all on public.spot_files from anon, authenticated;
grant select on public.spot_files to anon, authenticated;
comment on table public.spot_files is 'The files from which members imported their spots. Only imports write them.';

create table public.spot_sources (
  spot_id text not null references public.spots (id) on delete cascade,
  name text not null,
  author text,
  url text,
  license_name text not null,
  license_url text,
  constraint spot_sources_pkey primary key (spot_id),
  constraint spot_sources_name_check check (length(name) between 1 and 100),
  constraint spot_sources_author_check check (length(author) between 1 and 200),
  constraint spot_sources_url_check check (length(url) <= 700 and url ~ '^https?://[^\s]+$'),
  constraint spot_sources_license_name_check check (length(license_name) between 1 and 100),
  constraint spot_sources_license_url_check check (length(license_url) <= 500 and license_url ~ '^https?://[^\s]+$')
);
alter table public.spot_sources enable row level security;
create policy "members are not banned and have used their second factor" on public.spot_sources as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read the sources of spots that they see" on public.spot_sources for select to anon, authenticated
  using (exists (select from public.spots where spots.id = spot_sources.spot_id));
revoke all on public.spot_sources from anon, authenticated;
grant select on public.spot_sources to anon, authenticated;
comment on table public.spot_sources is 'Where imported content that others wrote comes from: its page there, its author and its licence. Only imports write it.';

create function private.add_spot_source(of_spot text, source jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.spot_sources (spot_id, name, author, url, license_name, license_url)
    select of_spot, left(name, 100), nullif(left(author, 200), ''), case when length(url) <= 700 and url ~ '^https?://[^\s]+$' then url end,
      left(license_name, 100), case when length(license_url) <= 500 and license_url ~ '^https?://[^\s]+$' then license_url end
    from jsonb_to_record(source) as told (name text, author text, url text, license_name text, license_url text)
    where name <> '' and license_name <> ''
    on conflict do nothing
  $$;
comment on function private.add_spot_source is 'Stores the source of a new spot: {name, author, url, license_name, license_url}. Addresses that are none are left out.';

create function private.add_import_sources(import public.imports, numbers integer[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.spot_files (spot_id, name)
    select spot_id, import.name from public.import_rows as place
    where place.import_id = import.id and place.number = any (numbers) and place.state = 'created' and place.spot_id is not null
    on conflict do nothing;
    select private.add_spot_source(spot_id, details -> 'attribution') from public.import_rows as place
    where place.import_id = import.id and place.number = any (numbers) and place.state = 'created' and place.spot_id is not null
      and jsonb_typeof(details -> 'attribution') = 'object'
  $$;
comment on function private.add_import_sources is 'Stores where the spots that rows created come from.';

create or replace function private.import_rows_safely(import public.imports, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  half constant integer := cardinality(numbers) / 2;
begin
  perform set_config('hereabouts.imports', 'on', true);
  begin
    perform private.import_rows(import, numbers);
    perform private.add_import_sources(import, numbers);
  exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
    if half = 0 then
      update public.import_rows set state = 'failed', reason = left(sqlerrm, 500) where import_id = import.id and number = any (numbers);
    else
      -- The halves find the rows that cannot be imported. The others are imported.
      perform private.import_rows_safely(import, numbers[:half]);
      perform private.import_rows_safely(import, numbers[half + 1:]);
    end if;
  end;
  perform set_config('hereabouts.imports', '', true);
end
$function$;
comment on column public.import_rows.details is 'attribution: {name, author, url, license_name, license_url} of content that others wrote. From an archive of this product also: source (the id of the spot there), visibility, status, precision, access, note, went_on, review {rating, body}.';

-- An operator's file may name the sources of its places, too.
create or replace function private.import_spots(places jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  created integer;
begin
  with incoming as materialized (
    select distinct on (place.source, key) private.random_id() as id, place.*, key
    from jsonb_to_recordset(places) as place (
      title text, description text, category text, tags text[], lng double precision, lat double precision, country_code text,
      source text, attribution jsonb
    ),
    md5(concat_ws('|', place.title, place.category, place.lng, place.lat)) as key
  ),
  fresh as (
    insert into private.spot_origins (source, key, spot_id)
    select source, key, id from incoming
    on conflict do nothing
    returning spot_id, source, key
  )
  insert into public.spots (id, title, description, category, tags, lng, lat, city_id, country_code, author_id, visibility, status)
  select incoming.id, title, description, category, tags, incoming.lng, incoming.lat, cities.id,
    coalesce(cities.country_code, incoming.country_code), null, 'public', 'published'
  from incoming join fresh on fresh.spot_id = incoming.id
  left join lateral private.list_nearest_cities(incoming.lng, incoming.lat) as nearest on true
  left join public.cities on cities.id = nearest.id;
  get diagnostics created = row_count;
  if created > 0 and jsonb_path_exists(places, '$[*].attribution') then
    perform private.add_spot_source(origin.spot_id, place.attribution)
    from jsonb_to_recordset(places) as place (
      title text, category text, lng double precision, lat double precision, source text, attribution jsonb)
    join private.spot_origins as origin
      on origin.source = place.source and origin.key = md5(concat_ws('|', place.title, place.category, place.lng, place.lat))
    where origin.spot_id is not null and jsonb_typeof(place.attribution) = 'object';
  end if;
  return created;
end
$function$;

-- The archive of a member names the sources of spots, and those of other sites on the member's lists.
create or replace function private.export_spot(spot public.spots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object('id', spot.id, 'title', spot.title, 'category', spot.category, 'tags', spot.tags, 'description', spot.description,
      'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision, 'country_code', spot.country_code, 'address', spot.address,
      'website', spot.website, 'access', spot.access, 'status', spot.status, 'visibility', spot.visibility,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'created_at', spot.created_at,
      'updated_at', spot.updated_at, 'published_at', spot.published_at, 'confirmed_at', spot.confirmed_at,
      'cover_photo_id', spot.cover_photo_id,
      'author', (select jsonb_build_object('username', username, 'name', name) from public.profiles where id = spot.author_id),
      'city', (select jsonb_build_object('name', name) from public.cities where id = spot.city_id),
      'photos', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'width', width, 'position', position, 'created_at', created_at))
        from public.photos where spot_id = spot.id), '[]'),
      'file', (select jsonb_build_object('name', name) from public.spot_files where spot_id = spot.id),
      'source', (select jsonb_build_object('name', name, 'author', author, 'url', url, 'license_name', license_name,
        'license_url', license_url) from public.spot_sources where spot_id = spot.id),
      'origin', (select jsonb_build_object('url', url, 'author', author, 'license_name', license_name, 'license_url', license_url,
        'site', jsonb_build_object('origin_name', subscriptions.origin_name))
        from public.bundle_spots join public.bundle_subscriptions as subscriptions on subscriptions.id = subscription_id
        where bundle_spots.spot_id = spot.id))
  $function$;
