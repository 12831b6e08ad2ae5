-- Photos of spots. The row exists before the spot does: until then it is a draft of its author.
create table public.photos (
  id uuid primary key default gen_random_uuid(),
  spot_id text references public.spots (id) on delete cascade,
  author_id uuid default auth.uid() references public.users (id) on delete set null,
  storage_path text not null,
  width integer not null,
  height integer not null,
  placeholder text,
  alt_text text not null default '',
  taken_at timestamptz,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint photos_storage_path_key unique (storage_path),
  constraint photos_storage_path_check check (storage_path like author_id || '/%' and length(storage_path) <= 300),
  constraint photos_width_check check (width between 1 and 60000),
  constraint photos_height_check check (height between 1 and 60000),
  constraint photos_placeholder_check check (length(placeholder) <= 4000),
  constraint photos_alt_text_check check (length(alt_text) <= 500),
  constraint photos_position_check check (position between 0 and 999)
);
create index photos_spot_id_idx on public.photos (spot_id, position, created_at);
create index photos_author_id_idx on public.photos (author_id, created_at desc);
alter table public.spots add constraint spots_cover_photo_id_fkey
  foreign key (cover_photo_id) references public.photos (id) on delete set null;

-- The sub-select runs as the caller, so the RLS policies of spots decide.
alter table public.photos enable row level security;
create policy "members are not banned and have used their second factor" on public.photos as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read photos of spots they may read" on public.photos for select to anon, authenticated
  using (author_id = (select auth.uid()) or exists (select from public.spots where spots.id = spot_id));
create policy "members add photos of their own" on public.photos for insert to authenticated
  with check (author_id = (select auth.uid()) and (spot_id is null or exists (
    select from public.spots where spots.id = spot_id
      and (spots.author_id = (select auth.uid()) or spots.status in ('published', 'closed'))
  )));
create policy "authors change their photos" on public.photos for update to authenticated
  using (author_id = (select auth.uid()))
  with check (author_id = (select auth.uid()) and (spot_id is null or exists (
    select from public.spots where spots.id = spot_id
      and (spots.author_id = (select auth.uid()) or spots.status in ('published', 'closed'))
  )));
create policy "authors and moderators delete photos" on public.photos for delete to authenticated
  using (author_id = (select auth.uid()) or (
    (select private.is_moderator()) and exists (select from public.spots where spots.id = spot_id)
  ));
grant select on public.photos to anon, authenticated;
grant insert (id, spot_id, author_id, storage_path, width, height, placeholder, alt_text, taken_at, position)
  on public.photos to authenticated;
grant update (spot_id, alt_text, position) on public.photos to authenticated;
grant delete on public.photos to authenticated;
comment on table public.photos is 'Photos of spots. Positions from the metadata of a photo are offered to the form and never stored.';
comment on column public.photos.spot_id is 'Null until the spot is submitted; only the author can read it until then.';
comment on column public.photos.storage_path is 'Folder in bucket photos that contains the sizes: {author id}/{photo id}.';
comment on column public.photos.placeholder is 'A tiny preview as text, shown until the photo is loaded.';

create function private.tg_photos__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  was text := case when tg_op <> 'INSERT' then old.spot_id end;
  becomes text := case when tg_op <> 'DELETE' then new.spot_id end;
begin
  if was is distinct from becomes then
    update public.spots set photo_count = photo_count - 1,
      cover_photo_id = case when cover_photo_id = old.id then
        (select id from public.photos where spot_id = was and id <> old.id order by position, created_at limit 1)
        else cover_photo_id end
      where id = was;
    update public.spots set photo_count = photo_count + 1, cover_photo_id = coalesce(cover_photo_id, new.id)
      where id = becomes;
  end if;
  return null;
end
$$;
create trigger _050_author before insert on public.photos for each row execute function private.tg__ensure_author();
create trigger _500_count after insert or delete or update of spot_id on public.photos
  for each row execute function private.tg_photos__count();
create trigger _900_limit after insert on public.photos
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
comment on column public.photos.author_id is 'Null if the account of the author was deleted and the photo was left to its spot.';
