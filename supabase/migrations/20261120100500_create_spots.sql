-- A spot: a place somebody shared.
create type public.position_precision as enum ('exact', 'area');
comment on type public.position_precision is 'area: the public row holds a point rounded to about 1 km.';

create type public.spot_access as enum ('free', 'fee', 'customers', 'permit', 'unknown');
comment on type public.spot_access is 'What it takes to get in.';

create function private.spot_score(
  review_count integer, rating_sum integer, save_count integer, been_count integer, photo_count integer, description text
) returns real
  language sql immutable parallel safe
  return (
    (rating_sum + 3.5 * 5) / (review_count + 5)
    + 0.3 * ln(1 + review_count) + 0.5 * ln(1 + save_count) + 0.3 * ln(1 + been_count)
    + 0.1 * least(photo_count, 5) + 0.3 * least(length(description), 600) / 600.0
  )::real;
comment on function private.spot_score is
  'How high a spot ranks: mean rating drawn to 3.5 by five imagined reviews, and what members did with it. Best first.';

create table public.spots (
  id text primary key default private.random_id(),
  title text not null,
  slug text not null default 'spot',
  category text not null references public.categories (id) on update cascade on delete restrict,
  tags text[] not null default '{}',
  description text not null default '',
  lng double precision not null,
  lat double precision not null,
  precision public.position_precision not null default 'exact',
  city_id integer references public.cities (id) on delete set null,
  country_code text,
  address text,
  website text,
  access public.spot_access not null default 'unknown',
  visibility public.visibility not null default 'public',
  status public.publication_status not null default 'draft',
  removal_reason text,
  author_id uuid default auth.uid() references public.users (id) on delete set null,
  cover_photo_id uuid,
  review_count integer not null default 0,
  rating_sum integer not null default 0,
  rating_average real generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
  photo_count integer not null default 0,
  comment_count integer not null default 0,
  save_count integer not null default 0,
  been_count integer not null default 0,
  submission_key uuid,
  import_batch uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  confirmed_at timestamptz,
  score real generated always as
    (private.spot_score(review_count, rating_sum, save_count, been_count, photo_count, description)) stored,
  map_key bigint generated always as (private.map_key(lng, lat)) stored,
  search tsvector generated always as (private.search_vector(title, tags, description, address)) stored,
  constraint spots_id_check check (id ~ '^[a-z0-9]{8,24}$'),
  constraint spots_title_check check (length(btrim(title)) between 1 and 200),
  constraint spots_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint spots_tags_check check (private.is_tag_list(tags)),
  constraint spots_description_check check (length(description) <= 10000),
  constraint spots_lng_check check (lng between -180 and 180),
  constraint spots_lat_check check (lat between -90 and 90),
  constraint spots_country_code_check check (country_code ~ '^[A-Z]{2}$'),
  constraint spots_address_check check (length(address) between 1 and 300),
  constraint spots_website_check check (length(website) <= 2000 and website ~* '^https?://[^\s/]+'),
  constraint spots_removal_reason_check check (
    (status = 'removed') = (removal_reason is not null) and length(btrim(removal_reason)) between 1 and 1000
  ),
  constraint spots_counters_check check (
    least(review_count, rating_sum, photo_count, comment_count, save_count, been_count) >= 0
  ),
  constraint spots_submission_key_key unique (author_id, submission_key)
);

create index spots_city_id_idx on public.spots (city_id, score desc) where status = 'published' and visibility = 'public';
create index spots_any_city_id_idx on public.spots (city_id);
create index spots_category_idx on public.spots (category, score desc) where status = 'published' and visibility = 'public';
create index spots_any_category_idx on public.spots (category);
create index spots_author_id_idx on public.spots (author_id, created_at desc);
create index spots_cover_photo_id_idx on public.spots (cover_photo_id) where cover_photo_id is not null;
create index spots_newest_idx on public.spots (published_at desc) where status = 'published' and visibility = 'public';
create index spots_best_idx on public.spots (score desc) where status = 'published' and visibility = 'public';
create index spots_pending_idx on public.spots (created_at) where status = 'pending';
create index spots_position_idx on public.spots using gist (private.position_cube(lng, lat))
  where status in ('published', 'closed') and visibility = 'public';
create index spots_import_batch_idx on public.spots (import_batch) where import_batch is not null;

comment on table public.spots is 'Places that members shared.';
comment on column public.spots.id is 'Short random text; stands in the address /spot/{id}.';
comment on column public.spots.slug is 'Made from the title; decoration, not unique.';
comment on column public.spots.lng is 'Degrees WGS 84. Rounded by a trigger when precision is area; the exact point is in spot_exact_points.';
comment on column public.spots.city_id is 'The nearest city within 60 km, set by a trigger; null far from any.';
comment on column public.spots.submission_key is 'Made by the form: the same one twice is the same spot.';
comment on column public.spots.import_batch is 'The import that made it, so that it can be undone.';
comment on column public.spots.confirmed_at is 'When somebody last said that it is still there.';
comment on column public.spots.score is 'Rank, best first: see private.spot_score.';
comment on column public.spots.map_key is 'Morton key of the position: see private.map_key.';

-- Where an `area` spot really is -----------------------------------------------------------------------------------------------
create table public.spot_exact_points (
  spot_id text primary key references public.spots (id) on delete cascade,
  lng double precision not null,
  lat double precision not null,
  constraint spot_exact_points_lng_check check (lng between -180 and 180),
  constraint spot_exact_points_lat_check check (lat between -90 and 90)
);
comment on table public.spot_exact_points is 'Exact positions of spots whose precision is area. Author and moderators only.';

-- Secret links -----------------------------------------------------------------------------------------------------------------
create table public.links (
  secret text primary key default private.random_id(24),
  owner_id uuid not null references public.users (id) on delete cascade,
  spot_id text references public.spots (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint links_secret_check check (length(secret) >= 20),
  constraint links_spot_id_key unique (spot_id)
);
create index links_owner_id_idx on public.links (owner_id);
alter table public.links enable row level security;
create policy "authors read the links to their own" on public.links for select to authenticated
  using (owner_id = (select auth.uid()));
grant select on public.links to authenticated;
comment on table public.links is 'The secrets of what has visibility link. Made by triggers; whoever shows one may read its target.';

create function private.linked_spot_id() returns text
  language sql stable security definer set search_path = ''
  as $$ select spot_id from public.links where secret = private.get_link_secret() and spot_id is not null $$;
comment on function private.linked_spot_id is 'The spot whose link secret the request shows. Call as (select …).';

-- Row rules --------------------------------------------------------------------------------------------------------------------
alter table public.spots enable row level security;
create policy "people read what its visibility allows" on public.spots for select to anon, authenticated
  using (private.may_read(
    visibility, status, author_id, (select auth.uid()), (select auth.uid() is not null), (select private.is_moderator()),
    id = (select private.linked_spot_id())
  ));
create policy "members create spots of their own" on public.spots for insert to authenticated
  with check (author_id = (select auth.uid()));
create policy "authors and moderators change spots" on public.spots for update to authenticated
  using (author_id = (select auth.uid()) or (visibility <> 'private' and (select private.is_moderator())))
  with check (author_id = (select auth.uid()) or (visibility <> 'private' and (select private.is_moderator())));
create policy "authors delete their spots" on public.spots for delete to authenticated
  using (author_id = (select auth.uid()) and status <> 'removed');

grant select on public.spots to anon, authenticated;
grant insert (title, category, tags, description, lng, lat, precision, country_code, address, website, access, visibility, status,
  author_id, submission_key, import_batch) on public.spots to authenticated;
grant update (title, category, tags, description, lng, lat, precision, country_code, address, website, access, visibility, status,
  removal_reason, cover_photo_id) on public.spots to authenticated;
grant delete on public.spots to authenticated;

alter table public.spot_exact_points enable row level security;
create policy "authors and moderators read exact points" on public.spot_exact_points for select to authenticated
  using (exists (
    select from public.spots where spots.id = spot_id
      and (spots.author_id = (select auth.uid()) or (spots.visibility <> 'private' and (select private.is_moderator())))
  ));
create policy "authors write exact points of area spots" on public.spot_exact_points for insert to authenticated
  with check (exists (
    select from public.spots
    where spots.id = spot_id and spots.precision = 'area' and spots.author_id = (select auth.uid())
  ));
create policy "authors change exact points" on public.spot_exact_points for update to authenticated
  using (exists (select from public.spots where spots.id = spot_id and spots.author_id = (select auth.uid())));
grant select on public.spot_exact_points to authenticated;
grant insert (spot_id, lng, lat) on public.spot_exact_points to authenticated;
grant update (lng, lat) on public.spot_exact_points to authenticated;

-- Life of a spot or post -------------------------------------------------------------------------------------------------------
create function private.get_initial_status(author uuid) returns public.publication_status
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  mode public.moderation_mode := (select moderation from public.instance_settings);
begin
  if mode = 'off' or private.is_moderator() then
    return 'published';
  end if;
  if mode = 'first-post' and (
    private.has_contributed(author) or not exists (select from public.users where is_moderator)
  ) then
    return 'published';
  end if;
  return 'pending';
end
$$;
comment on function private.get_initial_status is
  'What becomes of a contribution that its author wants published: at once, or after a moderator''s look.';

-- Private ones were never looked at, so they earn nothing.
create function private.has_contributed(author uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.spots
      where author_id = author and status in ('published', 'closed') and visibility <> 'private'
    )
  $$;
comment on function private.has_contributed is 'Whether a member has something that passed review.';

-- A private spot needs no review. So one that is opened later has to pass it then, else private would be the way around.
create function private.next_status(
  was public.publication_status,
  wanted public.publication_status,
  was_visibility public.visibility,
  visibility public.visibility,
  author uuid
) returns public.publication_status
  language plpgsql stable set search_path = ''
  as $$
declare
  is_shown constant boolean := coalesce(was in ('published', 'closed'), false);
  is_opened constant boolean := is_shown and was_visibility = 'private' and visibility <> 'private';
begin
  if private.is_moderator() then
    return wanted;
  end if;
  if was = 'removed' then
    raise insufficient_privilege using message = 'A moderator removed this. It cannot be changed.';
  end if;
  if wanted = 'removed' then
    raise insufficient_privilege using message = 'Only a moderator may remove this.';
  end if;
  if wanted = 'draft' then
    return 'draft';
  end if;
  if wanted = 'closed' and not is_shown then
    raise insufficient_privilege using message = 'Only what is published can be closed.';
  end if;
  if visibility = 'private' or (is_shown and not is_opened) then
    return case when wanted = 'closed' then 'closed' else 'published' end::public.publication_status;
  end if;
  if private.get_initial_status(author) = 'pending' then
    return 'pending';
  end if;
  return case when wanted = 'closed' then 'closed' else 'published' end::public.publication_status;
end
$$;
comment on function private.next_status is
  'The status that a wish of the author leads to. Raises insufficient_privilege for wishes that only a moderator may have.';

-- Runs as the caller: inside our own definer functions current_user is the owner, and nothing is pinned.
create function private.tg_spots__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.status := private.next_status(null, new.status, null, new.visibility, new.author_id);
  else
    if new.cover_photo_id is distinct from old.cover_photo_id
      and not exists (select from public.photos where id = new.cover_photo_id and spot_id = new.id) then
      new.cover_photo_id := old.cover_photo_id;
    end if;
    new.status := private.next_status(old.status, new.status, old.visibility, new.visibility, new.author_id);
    if old.author_id is distinct from auth.uid() then
      new.visibility := old.visibility;
    end if;
  end if;
  if new.status <> 'removed' then
    new.removal_reason := null;
  end if;
  return new;
end
$$;
comment on function private.tg_spots__guard is 'With only the API key nobody publishes past moderation or opens what another keeps closed.';

create function private.tg_spots__derive() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  city public.cities;
  exact public.spot_exact_points;
  has_moved constant boolean := tg_op = 'INSERT' or (new.lng, new.lat) is distinct from (old.lng, old.lat);
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  new.address := nullif(btrim(new.address), '');
  new.website := nullif(btrim(new.website), '');
  new.slug := private.to_slug(new.title, 'spot');
  if tg_op = 'UPDATE' and new.precision = 'exact' and old.precision = 'area' then
    delete from public.spot_exact_points where spot_id = new.id returning * into exact;
    if not has_moved and exact.lng is not null then
      new.lng := exact.lng;
      new.lat := exact.lat;
    end if;
  elsif new.precision = 'area' and (has_moved or old.precision = 'exact') then
    if tg_op = 'UPDATE' then
      insert into public.spot_exact_points (spot_id, lng, lat) values (new.id, new.lng, new.lat)
        on conflict (spot_id) do update set lng = excluded.lng, lat = excluded.lat;
    end if;
    select area_lng, area_lat into new.lng, new.lat from private.area_point(new.lng, new.lat);
  end if;
  if has_moved and (tg_op = 'UPDATE' or new.city_id is null) then
    city := private.find_city(new.lng, new.lat);
    new.city_id := city.id;
    if city.id is not null then
      new.country_code := city.country_code;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
    new.confirmed_at := coalesce(new.confirmed_at, now());
  end if;
  return new;
end
$$;
comment on function private.tg_spots__derive is
  'Fills what follows from the rest, for every writer: slug, rounded point, city, country, times. The exact point of an area moves '
  'aside; that of a new spot is added by submit_spot, since the row must be there first.';

create function private.tg_spots__touch() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if (new.title, new.category, new.tags, new.description, new.lng, new.lat, new.address, new.website, new.access, new.visibility,
      new.status, new.cover_photo_id)
    is distinct from
     (old.title, old.category, old.tags, old.description, old.lng, old.lat, old.address, old.website, old.access, old.visibility,
      old.status, old.cover_photo_id)
  then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.tg_spots__touch is 'A new review or save is no change of the spot.';

create function private.tg_spots__keep_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.visibility = 'link' and new.author_id is not null then
    insert into public.links (owner_id, spot_id) values (new.author_id, new.id) on conflict (spot_id) do nothing;
  else
    delete from public.links where spot_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.tg_spots__keep_link is 'A spot with visibility link has a secret; closing it makes the old one worthless.';

create trigger _050_author before insert on public.spots for each row execute function private.tg__ensure_author();
create trigger _100_guard before insert or update on public.spots for each row execute function private.tg_spots__guard();
create trigger _200_derive before insert or update of title, lng, lat, precision, address, website, status on public.spots
  for each row execute function private.tg_spots__derive();
create trigger _300_touch before update on public.spots for each row execute function private.tg_spots__touch();
create trigger _510_link_insert after insert on public.spots
  for each row when (new.visibility = 'link') execute function private.tg_spots__keep_link();
create trigger _510_link_update after update of visibility on public.spots
  for each row when (new.visibility is distinct from old.visibility) execute function private.tg_spots__keep_link();

revoke execute on all functions in schema private from public;
grant execute on function private.linked_spot_id() to anon, authenticated, service_role;
grant execute on function private.spot_score, private.get_initial_status, private.has_contributed, private.next_status
  to authenticated, service_role;
