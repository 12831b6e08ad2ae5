-- Counts changes of what visitors see, so that the web app can keep rendered pages and still never send an old one: it reads the
-- counts before it sends a page. Each count is that of an area: the whole site, its spots, a spot or a part of the world.
create table private.page_versions (
  slot integer generated always as identity primary key,
  bucket integer not null,
  version bigint not null default 1
) with (fillfactor = 50);
create index page_versions_bucket_idx on private.page_versions (bucket);
alter table private.page_versions enable row level security;
comment on table private.page_versions is 'How often what an area''s pages show has changed: the sum of the versions of a bucket. Transactions that change the same area at the same time use different rows, so they do not wait for each other.';
comment on column private.page_versions.bucket is 'An area of private.page_bucket, a spot (1024 to 2047) or a tile (2048 to 3071), by hash. A shared bucket only renders pages needlessly.';

create function private.page_bucket(area text) returns integer
  language sql immutable set search_path = ''
  return array_position(array['site', 'spots', 'totals', 'counters', 'lists'], area);
comment on function private.page_bucket is 'site: members, stories, photos, cities and settings; spots: what every spot shows but its counters; totals: the map''s and the home page''s counts; counters: reviews, saves, comments, follows; lists: public lists.';

create function private.spot_bucket(id text) returns integer
  language sql immutable set search_path = ''
  return 1024 + (hashtext(id) & 1023);

create function private.count_tiles(band integer) returns integer
  language sql immutable set search_path = ''
  return greatest(1, floor(360 * cosd(least(89.5, greatest(abs(band), abs(band + 1))))))::integer;
comment on function private.count_tiles is 'The number of tiles of one degree of latitude, each at least 111 km wide at both edges.';

create function private.tile_bucket(band integer, tile integer) returns integer
  language sql immutable set search_path = ''
  return 2048 + mod((band + 90) * 367 + mod(tile + 2 * private.count_tiles(band), private.count_tiles(band)), 1024);
comment on function private.tile_bucket is 'band counts degrees of latitude, tile counts from the antimeridian eastwards and may be beyond it by a whole turn.';

create function private.point_bucket(lng double precision, lat double precision) returns integer
  language sql immutable set search_path = ''
  return private.tile_bucket(
    least(89, floor(lat))::integer,
    floor((lng + 180) / 360 * private.count_tiles(least(89, floor(lat))::integer))::integer
  );

create function private.list_nearby_buckets(lng double precision, lat double precision) returns setof integer
  language sql immutable set search_path = ''
  as $$
    select distinct private.tile_bucket(band, tile)
    from (
      -- 50 km in degrees, rounded up.
      select 0.46 as reach, case when abs(lat) > 88 then 180 else 0.46 / cosd(abs(lat) + 0.46) end as reach_lng
    ) as circle,
    generate_series(greatest(-90, floor(lat - reach)::integer), least(89, floor(lat + reach)::integer)) as band,
    generate_series(
      floor((lng - reach_lng + 180) / 360 * private.count_tiles(band))::integer,
      floor((lng + reach_lng + 180) / 360 * private.count_tiles(band))::integer
    ) as tile
  $$;
comment on function private.list_nearby_buckets is 'The buckets of the tiles within 50 km of a point: as far as the page of a spot shows others.';

create function private.renew_pages(buckets integer[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  -- One change per transaction is enough, because all of it becomes visible at once. A rolled back savepoint also restores this.
  renewed text := coalesce(current_setting('hereabouts.renewed_pages', true), '');
  wanted integer;
begin
  foreach wanted in array buckets loop
    continue when wanted is null or position(' ' || wanted || ' ' in renewed) > 0;
    update private.page_versions set version = version + 1
    where slot = (select slot from private.page_versions where bucket = wanted order by slot limit 1 for update skip locked);
    if not found then
      insert into private.page_versions (bucket) values (wanted);
    end if;
    renewed := renewed || ' ' || wanted || ' ';
  end loop;
  perform set_config('hereabouts.renewed_pages', renewed, true);
end
$$;
comment on function private.renew_pages is 'Marks the pages of these buckets as changed, when the transaction commits.';

create function private.tg__renew_pages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.renew_pages(array[private.page_bucket(tg_argv[0])]);
  return null;
end
$$;
comment on function private.tg__renew_pages is 'Renews the pages of the area that the trigger names.';

create function private.tg__renew_spot_page() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op <> 'INSERT' and old.spot_id is not null then
    perform private.renew_pages(array[private.spot_bucket(old.spot_id)]);
  end if;
  if tg_op <> 'DELETE' and new.spot_id is not null then
    perform private.renew_pages(array[private.spot_bucket(new.spot_id)]);
  end if;
  return null;
end
$$;
comment on function private.tg__renew_spot_page is 'Renews the page of the spot that a row belongs to.';

create function private.tg_spots__renew_pages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and
    (old.title, old.slug, old.category, old.tags, old.description, old.lng, old.lat, old.precision, old.city_id, old.country_code,
      old.address, old.website, old.access, old.visibility, old.status, old.removal_reason, old.author_id, old.cover_photo_id,
      old.import_batch, old.created_at, old.updated_at, old.published_at, old.confirmed_at)
    is not distinct from
    (new.title, new.slug, new.category, new.tags, new.description, new.lng, new.lat, new.precision, new.city_id, new.country_code,
      new.address, new.website, new.access, new.visibility, new.status, new.removal_reason, new.author_id, new.cover_photo_id,
      new.import_batch, new.created_at, new.updated_at, new.published_at, new.confirmed_at)
  then
    perform private.renew_pages(array[private.page_bucket('counters')]);
    return null;
  end if;
  perform private.renew_pages(array[private.page_bucket('spots')]);
  -- No page shows a spot that is just being inserted.
  if tg_op <> 'INSERT' then
    perform private.renew_pages(array[private.spot_bucket(old.id), private.point_bucket(old.lng, old.lat)]);
  end if;
  if tg_op <> 'DELETE' then
    perform private.renew_pages(array[private.point_bucket(new.lng, new.lat)]);
  end if;
  return null;
end
$$;
comment on function private.tg_spots__renew_pages is 'Of spots that visitors see, before or after the change.';

create function private.tg_list_items__renew_pages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from public.lists
    where visibility = 'public' and id in (
      case when tg_op <> 'INSERT' then old.list_id end, case when tg_op <> 'DELETE' then new.list_id end)
  ) then
    perform private.renew_pages(array[private.page_bucket('lists')]);
  end if;
  return null;
end
$$;
comment on function private.tg_list_items__renew_pages is 'For items and members of public lists.';

create function private.tg_post_spots__renew_pages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from public.posts
    where visibility = 'public' and status in ('published', 'closed') and id in (
      case when tg_op <> 'INSERT' then old.post_id end, case when tg_op <> 'DELETE' then new.post_id end)
  ) then
    perform private.renew_pages(array[private.page_bucket('site')]);
  end if;
  return null;
end
$$;

create trigger _700_renew_inserted after insert on public.spots for each row
  when (new.visibility = 'public' and new.status in ('published', 'closed')) execute function private.tg_spots__renew_pages();
create trigger _700_renew_deleted after delete on public.spots for each row
  when (old.visibility = 'public' and old.status in ('published', 'closed')) execute function private.tg_spots__renew_pages();
create trigger _700_renew_updated after update on public.spots for each row
  when (old.* is distinct from new.* and (
    (old.visibility = 'public' and old.status in ('published', 'closed'))
    or (new.visibility = 'public' and new.status in ('published', 'closed'))
  )) execute function private.tg_spots__renew_pages();
create trigger _700_renew_truncated after truncate on public.spots for each statement execute function private.tg__renew_pages('site');

create trigger _700_renew after insert or update or delete on public.reviews for each row execute function private.tg__renew_spot_page();
create trigger _700_renew after insert or update or delete on public.comments for each row execute function private.tg__renew_spot_page();
create trigger _700_renew after insert or update or delete on public.photos for each row execute function private.tg__renew_spot_page();
create trigger _710_renew_others after update or delete on public.photos for each row execute function private.tg__renew_pages('site');
create trigger _700_renew after insert or update or delete on public.revisions for each row execute function private.tg__renew_spot_page();
create trigger _700_renew after insert or update or delete on public.suggestions for each row execute function private.tg__renew_spot_page();
create trigger _700_renew after insert or update or delete on public.spot_exact_points for each row execute function private.tg__renew_spot_page();

create trigger _700_renew_inserted after insert on public.posts for each row
  when (new.visibility = 'public' and new.status in ('published', 'closed')) execute function private.tg__renew_pages('site');
create trigger _700_renew_deleted after delete on public.posts for each row
  when (old.visibility = 'public' and old.status in ('published', 'closed')) execute function private.tg__renew_pages('site');
create trigger _700_renew_updated after update on public.posts for each row
  when (old.* is distinct from new.* and (
    (old.visibility = 'public' and old.status in ('published', 'closed'))
    or (new.visibility = 'public' and new.status in ('published', 'closed'))
  )) execute function private.tg__renew_pages('site');
create trigger _700_renew after insert or update or delete on public.post_spots for each row
  execute function private.tg_post_spots__renew_pages();

create trigger _700_renew_deleted after delete on public.users for each row execute function private.tg__renew_pages('site');
create trigger _700_renew_updated after update on public.users for each row
  when ((old.username, old.name, old.avatar_url, old.bio, old.profile_visibility, old.created_at)
    is distinct from (new.username, new.name, new.avatar_url, new.bio, new.profile_visibility, new.created_at))
  execute function private.tg__renew_pages('site');
create trigger _700_renew_pages after update of banned_until on auth.users for each row
  when (old.banned_until is distinct from new.banned_until) execute function private.tg__renew_pages('site');
create trigger _700_renew after insert or update or delete on private.comment_mentions for each statement
  execute function private.tg__renew_pages('site');

create trigger _700_renew after insert or update or delete on public.categories for each statement
  execute function private.tg__renew_pages('site');
create trigger _700_renew after insert or update or delete on public.cities for each statement
  execute function private.tg__renew_pages('site');
create trigger _700_renew after update on public.instance_settings for each row
  when (old.* is distinct from new.*) execute function private.tg__renew_pages('site');

create trigger _700_renew_inserted after insert on public.lists for each row
  when (new.visibility = 'public') execute function private.tg__renew_pages('lists');
create trigger _700_renew_deleted after delete on public.lists for each row
  when (old.visibility = 'public') execute function private.tg__renew_pages('lists');
create trigger _700_renew_updated after update on public.lists for each row
  when (old.* is distinct from new.* and (old.visibility = 'public' or new.visibility = 'public'))
  execute function private.tg__renew_pages('lists');
create trigger _700_renew after insert or update or delete on public.list_items for each row
  execute function private.tg_list_items__renew_pages();
create trigger _700_renew after insert or update or delete on public.list_members for each row
  execute function private.tg_list_items__renew_pages();
create trigger _700_renew after insert or update or delete on public.follows for each statement
  execute function private.tg__renew_pages('counters');

create trigger _700_renew after insert or update or delete on private.spot_cells for each statement
  execute function private.tg__renew_pages('totals');
create trigger _700_renew after update on private.spot_map for each row
  when (old.* is distinct from new.*) execute function private.tg__renew_pages('totals');
create trigger _700_renew after update on private.statistics for each row
  when (old.numbers is distinct from new.numbers) execute function private.tg__renew_pages('totals');

create function private.page_versions(spot_ids text[]) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_object_agg(name, version) from (
      select name, string_agg(bucket || ':' || changes, ' ' order by bucket) as version from (
        select wanted.name, wanted.bucket,
          (select coalesce(sum(version), 0) from private.page_versions where page_versions.bucket = wanted.bucket) as changes
        from (
          select area as name, private.page_bucket(area) as bucket
          from unnest(array['site', 'spots', 'totals', 'counters', 'lists']) as area
          union
          select 'spot/' || spots.id, bucket
          from public.spots, lateral (
            select private.spot_bucket(spots.id) union select private.list_nearby_buckets(spots.lng, spots.lat)
          ) as of_spot (bucket)
          -- Hidden spots are like missing ones.
          where spots.id = any (spot_ids) and visibility = 'public' and status in ('published', 'closed')
        ) as wanted
      ) as counted group by name
    ) as described
  $$;
comment on function private.page_versions is '{site, spots, totals, counters, lists, spot/{id}…}: texts that differ when what the pages show has changed. Spots that visitors do not see are left out.';

create function public.page_versions(spot_ids text[] default '{}') returns jsonb
  language sql stable set search_path = ''
  as $$ select private.page_versions(spot_ids) $$;
comment on function public.page_versions is 'For the web server, which keeps rendered pages of visitors: the versions of what they show. {site, spots, totals, counters, lists, spot/{id}…}.';
