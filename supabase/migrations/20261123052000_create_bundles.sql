-- Spots of other sites: an administrator subscribes to a signed bundle (a city or a list of another site), and a chore
-- keeps its spots up to date (web/server/bundles). They are shown with their origin and change only there.

create table public.bundle_subscriptions (
  id uuid primary key default gen_random_uuid(),
  address text not null unique check (length(address) <= 500 and address ~ '^https?://[^\s]+$'),
  title text not null check (length(title) between 1 and 200),
  origin_name text not null check (length(origin_name) between 1 and 100),
  origin_url text not null check (length(origin_url) <= 500 and origin_url ~ '^https?://[^\s]+$'),
  public_key text not null check (length(public_key) = 43),
  etag text not null default '',
  spot_count integer not null default 0,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  updated_at timestamptz,
  failure text not null default ''
);
comment on table public.bundle_subscriptions is 'Bundles of other sites whose spots this site shows.';
comment on column public.bundle_subscriptions.public_key is 'The Ed25519 key that the administrator confirmed, in base64url. A bundle of any other key is rejected.';
comment on column public.bundle_subscriptions.tried_at is 'The last attempt to update. updated_at: the last that succeeded. failure: why the last one did not.';

create table public.bundle_spots (
  spot_id text primary key references public.spots (id) on delete cascade,
  subscription_id uuid not null references public.bundle_subscriptions (id) on delete cascade,
  origin_id text not null check (length(origin_id) between 1 and 100),
  url text not null check (length(url) <= 700 and url ~ '^https?://[^\s]+$'),
  author text check (length(author) between 1 and 200),
  license_name text not null check (length(license_name) between 1 and 100),
  license_url text not null check (length(license_url) <= 500 and license_url ~ '^https?://[^\s]+$'),
  digest text not null,
  run uuid not null,
  unique (subscription_id, origin_id)
);
comment on table public.bundle_spots is 'Where a spot comes from that a bundle brought: its page there, its author and its licence.';
comment on column public.bundle_spots.digest is 'SHA-256 of the line of the bundle, so that only changed spots are written. run: the update that saw it last.';

alter table public.bundle_subscriptions enable row level security;
alter table public.bundle_spots enable row level security;
create policy "members are not banned and have used their second factor" on public.bundle_subscriptions as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members are not banned and have used their second factor" on public.bundle_spots as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "everyone reads origins" on public.bundle_subscriptions for select to anon, authenticated using (true);
create policy "administrators subscribe" on public.bundle_subscriptions for insert to authenticated
  with check ((select private.is_admin()));
create policy "administrators unsubscribe" on public.bundle_subscriptions for delete to authenticated
  using ((select private.is_admin()));
create policy "people read the origin of spots that they see" on public.bundle_spots for select to anon, authenticated
  using (exists (select from public.spots where spots.id = bundle_spots.spot_id));
grant select (id, title, origin_name, origin_url) on public.bundle_subscriptions to anon, authenticated;
grant insert (address, title, origin_name, origin_url, public_key), delete on public.bundle_subscriptions to authenticated;
grant select (spot_id, subscription_id, url, author, license_name, license_url) on public.bundle_spots to anon, authenticated;

create function private.tg_bundle_subscriptions__delete_spots() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.spots where id in (select spot_id from public.bundle_spots where subscription_id = old.id);
  return old;
end
$$;
comment on function private.tg_bundle_subscriptions__delete_spots is 'Removes all that came with a subscription.';
create trigger delete_spots before delete on public.bundle_subscriptions
  for each row execute function private.tg_bundle_subscriptions__delete_spots();

create function private.list_bundle_subscriptions() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not private.is_admin() or not private.has_valid_session() then
    raise sqlstate 'PT403' using message = 'Only administrators see subscriptions.';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'address', address, 'title', title, 'origin_name', origin_name,
      'origin_url', origin_url, 'public_key', public_key, 'spot_count', spot_count, 'tried_at', tried_at,
      'updated_at', updated_at, 'failure', failure) order by created_at, id)
    from public.bundle_subscriptions), '[]');
end
$$;
create function public.list_bundle_subscriptions() returns jsonb
  language sql stable set search_path = ''
  return private.list_bundle_subscriptions();
comment on function public.list_bundle_subscriptions is 'The subscriptions to bundles of other sites, for administrators.';
grant execute on function private.list_bundle_subscriptions, public.list_bundle_subscriptions to authenticated;

-- Called by the chore with the secret key only.
create function public.apply_bundle_spots(subscription uuid, run uuid, places jsonb) returns void
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform set_config('hereabouts.bundles', 'on', true);
  -- Moderators may hide or remove a spot here, and an update must not bring it back.
  update public.spots as spot
  set title = place.title, category = place.category, tags = place.tags, description = place.description, lng = place.lng,
    lat = place.lat, precision = place.precision, address = place.address, website = place.website, access = place.access,
    status = case when spot.status in ('published', 'closed') then place.status else spot.status end
  from jsonb_populate_recordset(null::public.spots, places) as place
  join jsonb_to_recordset(places) as fact (id text, digest text) on fact.id = place.id
  join public.bundle_spots as known on known.subscription_id = apply_bundle_spots.subscription and known.origin_id = fact.id
  where spot.id = known.spot_id and known.digest <> fact.digest;

  with fresh as materialized (
    select private.random_id() as new_id, place.*, fact.url, fact.author, fact.license_name, fact.license_url, fact.digest
    from jsonb_populate_recordset(null::public.spots, places) as place
    join jsonb_to_recordset(places) as fact (id text, url text, author text, license_name text, license_url text, digest text)
      on fact.id = place.id
    where not exists (
      select from public.bundle_spots as known
      where known.subscription_id = apply_bundle_spots.subscription and known.origin_id = fact.id)
  ),
  created as (
    insert into public.spots (id, title, category, tags, description, lng, lat, precision, address, website, access, visibility,
      status, author_id, import_batch, city_id, country_code)
    select new_id, title, category, tags, description, fresh.lng, fresh.lat, precision, address, website, access, 'public',
      status, null, apply_bundle_spots.subscription, cities.id, cities.country_code
    from fresh
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  insert into public.bundle_spots (spot_id, subscription_id, origin_id, url, author, license_name, license_url, digest, run)
  select new_id, apply_bundle_spots.subscription, id, url, author, license_name, license_url, digest, apply_bundle_spots.run
  from fresh;

  update public.bundle_spots as known
  set run = apply_bundle_spots.run, digest = fact.digest, url = fact.url, author = fact.author,
    license_name = fact.license_name, license_url = fact.license_url
  from jsonb_to_recordset(places) as fact (id text, url text, author text, license_name text, license_url text, digest text)
  where known.subscription_id = apply_bundle_spots.subscription and known.origin_id = fact.id;
end
$$;
comment on function public.apply_bundle_spots is
  'Creates or updates the spots of a subscription. They are found by its id and theirs at the origin, so that a bundle reaches no other spot.';

create function public.finish_bundle(subscription uuid, run uuid, etag text) returns void
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
begin
  delete from public.spots where id in (
    select spot_id from public.bundle_spots
    where subscription_id = finish_bundle.subscription and run <> finish_bundle.run);
  update public.bundle_subscriptions
  set etag = finish_bundle.etag, tried_at = now(), updated_at = now(), failure = '',
    spot_count = (select count(*) from public.bundle_spots where subscription_id = finish_bundle.subscription)
  where id = finish_bundle.subscription;
end
$$;
comment on function public.finish_bundle is 'Deletes the spots of a subscription that the update did not contain, and records its success.';

create function private.tg_spots__keep_origin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if coalesce(current_setting('hereabouts.bundles', true), '') <> 'on'
    and exists (select from public.bundle_spots where spot_id = new.id) then
    raise sqlstate 'PT409' using message = 'This spot comes from another site and can only be changed there.', hint = 'origin';
  end if;
  return new;
end
$$;
comment on function private.tg_spots__keep_origin is 'Rejects local changes of spots that a bundle brought.';
create trigger _090_keep_origin before update of title, category, tags, description, lng, lat, precision, address, website, access,
  visibility on public.spots for each row
  when (new.author_id is null and new.import_batch is not null and (new.title, new.category, new.tags, new.description, new.lng, new.lat,
    new.precision, new.address, new.website, new.access, new.visibility) is distinct from (old.title, old.category, old.tags,
    old.description, old.lng, old.lat, old.precision, old.address, old.website, old.access, old.visibility))
  execute function private.tg_spots__keep_origin();

create function private.tg_suggestions__keep_origin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (select from public.bundle_spots where spot_id = new.spot_id) then
    raise sqlstate 'PT409' using message = 'This spot comes from another site. Suggest changes there.', hint = 'origin';
  end if;
  return new;
end
$$;
comment on function private.tg_suggestions__keep_origin is 'Rejects suggestions that nobody here could accept.';
create trigger _090_keep_origin before insert on public.suggestions
  for each row execute function private.tg_suggestions__keep_origin();
