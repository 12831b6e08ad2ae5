-- Spots: places that members share.
create type public.position_precision as enum ('exact', 'area');
comment on type public.position_precision is 'area: the public row contains a position rounded to about 1 km.';

create type public.spot_access as enum ('free', 'fee', 'customers', 'permit', 'unknown');
comment on type public.spot_access is 'Condition of entry.';

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
  'Rank of a spot: the mean rating, pulled towards 3.5 by five imaginary reviews, plus what members did with it. Highest first.';

create function private.score_bucket(score real) returns integer
  language sql immutable strict parallel safe
  return least(25, greatest(0, floor((score - 3) * 8)))::integer;
comment on function private.score_bucket is 'The score in 26 buckets. The best spots of a range of the map are found from the highest bucket down.';

create function private.get_sample_number(id text) returns integer
  language sql immutable strict parallel safe
  return (hashtextextended(id, 0) & 511)::integer;
comment on function private.get_sample_number is 'A fixed number from 0 to 511 for each id: one spot in 8 has a multiple of 8, one in 64 a multiple of 64, one in 512 has 0.';

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
create index spots_any_category_idx on public.spots (category);
create index spots_author_id_idx on public.spots (author_id, created_at desc);
create index spots_cover_photo_id_idx on public.spots (cover_photo_id) where cover_photo_id is not null;
create index spots_pending_idx on public.spots (created_at) where status = 'pending';
create index spots_position_idx on public.spots using gist (private.position_cube(lng, lat))
  where status in ('published', 'closed') and visibility = 'public';
create index spots_import_batch_idx on public.spots (import_batch) where import_batch is not null;

-- One category has few spots in each bucket of the score. Without this index, the spots of the other 23 would have to
-- be read too.
create index spots_category_bucket_map_key_idx on public.spots (category, private.score_bucket(score), map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_category_idx on public.spots (category, score desc, id) where status = 'published' and visibility = 'public';
create index spots_best_idx on public.spots (score desc, id) where status = 'published' and visibility = 'public';
create index spots_newest_idx on public.spots (published_at desc, id) where status = 'published' and visibility = 'public';
create index spots_search_idx on public.spots using gin (search) with (fastupdate = off);
create index spots_hidden_author_id_idx on public.spots (author_id)
  where visibility in ('link', 'private') or status = 'pending';
create index spots_sample_512_idx on public.spots (map_key) where private.get_sample_number(id) = 0;
create index spots_sample_64_idx on public.spots (map_key) where private.get_sample_number(id) % 64 = 0;
create index spots_sample_8_idx on public.spots (map_key) where private.get_sample_number(id) % 8 = 0;
create index spots_published_at_idx on public.spots (published_at desc, id desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_score_idx on public.spots (score desc, id desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_bucket_map_key_idx on public.spots (private.score_bucket(score), map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_category_map_key_idx on public.spots (category, map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_map_key_idx on public.spots (map_key)
  where status in ('published', 'closed') and visibility in ('public', 'members');

create index spots_city_shown_idx on public.spots (city_id, score desc)
  where status = 'published' and visibility in ('public', 'members');
comment on table public.spots is 'Places that members shared.';
comment on column public.spots.id is 'Short random text; part of the URL /spot/{id}.';
comment on column public.spots.slug is 'Derived from the title; decorative, not unique.';
comment on column public.spots.lng is 'Degrees WGS 84. A trigger rounds it if precision is area; the exact position is in spot_exact_points.';
comment on column public.spots.city_id is 'The nearest city within 60 km, set by a trigger; null if there is none.';
comment on column public.spots.submission_key is 'Idempotency key from the form: the same key means the same spot.';
comment on column public.spots.import_batch is 'The import that created it, so that the import can be undone.';
comment on column public.spots.confirmed_at is 'When someone last confirmed that it still exists.';
comment on column public.spots.score is 'Rank, highest first: see private.spot_score.';
comment on column public.spots.map_key is 'Morton key of the position: see private.map_key.';

create table public.spot_exact_points (
  spot_id text primary key references public.spots (id) on delete cascade,
  lng double precision not null,
  lat double precision not null,
  constraint spot_exact_points_lng_check check (lng between -180 and 180),
  constraint spot_exact_points_lat_check check (lat between -90 and 90)
);
comment on table public.spot_exact_points is 'Exact positions of spots whose precision is area. For the author and moderators only.';

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
create policy "members are not banned and have used their second factor" on public.links as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "authors read the links to their own" on public.links for select to authenticated
  using (owner_id = (select auth.uid()));
grant select on public.links to authenticated;
comment on table public.links is 'Secrets of everything with visibility link. Created by triggers; whoever presents a secret may read its target.';

create function private.linked_spot_id() returns text
  language sql stable security definer set search_path = ''
  as $$ select spot_id from public.links where secret = private.get_link_secret() and spot_id is not null $$;
comment on function private.linked_spot_id is 'The spot whose link secret the request presents. Call it as (select …).';
alter table public.spots enable row level security;
create policy "members are not banned and have used their second factor" on public.spots as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
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
create policy "members are not banned and have used their second factor" on public.spot_exact_points as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
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

-- Page functions read these tables for visitors too. No policy lets visitors read a row, so they find nothing instead
-- of failing.
grant select on public.spot_exact_points, public.links to anon;

grant execute on function
  private.spot_score
to authenticated;

grant execute on function
  private.score_bucket,
  private.get_sample_number,
  private.linked_spot_id
to anon, authenticated;
