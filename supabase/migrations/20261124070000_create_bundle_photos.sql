-- Photos of spots that come from other sites. An update of a bundle records which photos its spots have. A chore fetches
-- them, a few at a time, and stores them as photos without an author.

create table private.bundle_photos (
  spot_id text not null references public.bundle_spots (spot_id) on delete cascade,
  address text not null check (length(address) <= 700 and address ~ '^https?://[^\s]+$'),
  position smallint not null,
  photo_id uuid references public.photos (id) on delete set null,
  stored_at timestamptz,
  tried_at timestamptz,
  primary key (spot_id, address)
);
create index bundle_photos_photo_id_idx on private.bundle_photos (photo_id);
create index bundle_photos_waiting_idx on private.bundle_photos (tried_at nulls first) where stored_at is null;
alter table private.bundle_photos enable row level security;
comment on table private.bundle_photos is 'The photos of spots from other sites, by their address there.';
comment on column private.bundle_photos.photo_id is 'Null until the photo is stored, and after it was removed here. stored_at tells them apart: a removed photo is not fetched again.';

create function private.set_bundle_photos(subscription uuid, places jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  create temporary table wanted on commit drop as
    select known.spot_id, photo.address, min(photo.place)::smallint as position
    from jsonb_to_recordset(places) as fact (id text, photos text[])
    join public.bundle_spots as known on known.subscription_id = set_bundle_photos.subscription and known.origin_id = fact.id
    left join lateral unnest(fact.photos) with ordinality as photo (address, place) on true
    group by known.spot_id, photo.address;
  delete from public.photos where id in (
    select photo_id from private.bundle_photos as stored
    where stored.spot_id in (select spot_id from wanted)
      and not exists (select from wanted where wanted.spot_id = stored.spot_id and wanted.address = stored.address));
  delete from private.bundle_photos as stored
  where stored.spot_id in (select spot_id from wanted)
    and not exists (select from wanted where wanted.spot_id = stored.spot_id and wanted.address = stored.address);
  insert into private.bundle_photos as stored (spot_id, address, position)
  select spot_id, address, position from wanted where address is not null
  on conflict (spot_id, address) do update set position = excluded.position where stored.position <> excluded.position;
  update public.photos set position = stored.position
  from private.bundle_photos as stored
  where stored.photo_id = photos.id and stored.spot_id in (select spot_id from wanted) and photos.position <> stored.position;
  drop table wanted;
end
$$;
comment on function private.set_bundle_photos is
  'Records the photos of the given spots of a subscription, in their order. Deletes those that the origin has removed.';

create function private.take_bundle_photos(most integer) returns table (spot_id text, address text)
  language sql volatile security definer set search_path = ''
  as $$
    update private.bundle_photos as taken set tried_at = now()
    where (taken.spot_id, taken.address) in (
      select waiting.spot_id, waiting.address from private.bundle_photos as waiting
      where waiting.stored_at is null and (waiting.tried_at is null or waiting.tried_at < now() - interval '1 day')
      order by waiting.tried_at nulls first, waiting.spot_id, waiting.position
      limit most for update skip locked)
    returning taken.spot_id, taken.address
  $$;
comment on function private.take_bundle_photos is
  'Photos of other sites to fetch now. Each is returned to one caller, and again after a day if that caller does not store it.';

create function private.store_bundle_photo(spot_id text, address text, photo jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  place smallint;
begin
  update private.bundle_photos as stored set stored_at = now()
  where stored.spot_id = store_bundle_photo.spot_id and stored.address = store_bundle_photo.address and stored.stored_at is null
  returning stored.position into place;
  if not found then
    raise sqlstate 'PT404' using message = 'This photo is not expected.';
  end if;
  insert into public.photos (id, spot_id, author_id, storage_path, width, height, placeholder, taken_at, position)
  values ((photo ->> 'id')::uuid, store_bundle_photo.spot_id, null, photo ->> 'storage_path', (photo ->> 'width')::integer,
    (photo ->> 'height')::integer, photo ->> 'placeholder', (photo ->> 'taken_at')::timestamptz, place);
  update private.bundle_photos as stored set photo_id = (photo ->> 'id')::uuid
  where stored.spot_id = store_bundle_photo.spot_id and stored.address = store_bundle_photo.address;
end
$$;
comment on function private.store_bundle_photo is 'Adds a photo whose files are stored to a spot from another site.';

-- Called by the chore with the secret key only.
create function public.set_bundle_photos(subscription uuid, places jsonb) returns void
  language sql volatile set search_path = ''
  as $$ select private.set_bundle_photos(subscription, places) $$;
comment on function public.set_bundle_photos is 'Records the photos of the given spots of a subscription, in their order.';

create function public.take_bundle_photos(most integer) returns table (spot_id text, address text)
  language sql volatile set search_path = ''
  as $$ select * from private.take_bundle_photos(most) $$;
comment on function public.take_bundle_photos is 'Photos of other sites to fetch now.';

create function public.store_bundle_photo(spot_id text, address text, photo jsonb) returns void
  language sql volatile set search_path = ''
  as $$ select private.store_bundle_photo(spot_id, address, photo) $$;
comment on function public.store_bundle_photo is 'Adds a photo whose files are stored to a spot from another site.';
