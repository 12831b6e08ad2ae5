-- Changes of published spots and stories, field by field.
create table public.revisions (
  id bigint generated always as identity primary key,
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  author_id uuid references public.users (id) on delete set null,
  visibility public.visibility not null,
  changes jsonb not null,
  restores bigint references public.revisions (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint revisions_target_check check (num_nonnulls(spot_id, post_id) = 1),
  constraint revisions_changes_check check (jsonb_typeof(changes) = 'object' and changes <> '{}')
);
create index revisions_spot_id_idx on public.revisions (spot_id, id desc) where spot_id is not null;
create index revisions_post_id_idx on public.revisions (post_id, id desc) where post_id is not null;
create index revisions_author_id_idx on public.revisions (author_id);
create index revisions_restores_idx on public.revisions (restores) where restores is not null;
alter table public.revisions enable row level security;
create policy "members are not banned and have used their second factor" on public.revisions as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read the history of what they may read" on public.revisions for select to anon, authenticated
  using (
    exists (
      select from public.spots where spots.id = spot_id and private.may_read(
        revisions.visibility, 'published', spots.author_id, (select auth.uid()), (select auth.uid() is not null),
        (select private.is_moderator()), spots.id = (select private.linked_spot_id())
      )
    )
    or (select auth.uid() is not null) and exists (
      select from public.posts where posts.id = post_id and private.may_read(
        revisions.visibility, 'published', posts.author_id, (select auth.uid()), (select auth.uid() is not null),
        (select private.is_moderator()), posts.id = (select private.linked_post_id())
      )
    )
  );
grant select on public.revisions to anon, authenticated;
comment on table public.revisions is 'History of published spots and stories. Written only by triggers.';
comment on column public.revisions.visibility is
  'The stricter visibility of before and after: what was written while private stays private when it is opened.';
comment on column public.revisions.changes is '{field: {from, to}}. Never contains the position of a spot whose precision is area.';

create function private.changed_fields(before jsonb, after jsonb, fields text[]) returns jsonb
  language sql immutable
  as $$
    select coalesce(jsonb_object_agg(field, jsonb_build_object('from', before -> field, 'to', after -> field)), '{}')
    from unnest(fields) as field
    where before -> field is distinct from after -> field
  $$;
comment on function private.changed_fields is 'The difference of two rows in the given fields, in the format of revisions.changes.';

create function private.restored_revision() returns bigint
  language sql stable
  return nullif(current_setting('hereabouts.restores', true), '')::bigint;

create function private.tg_spots__write_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  fields text[] := array['title', 'category', 'tags', 'description', 'address', 'website', 'access', 'visibility', 'precision',
    'status', 'cover_photo_id'];
  changes jsonb;
begin
  if new.precision = 'area' and old.precision = 'exact' then
    update public.revisions set changes = revisions.changes - 'lng' - 'lat'
      where spot_id = new.id and revisions.changes ?| array['lng', 'lat'] and revisions.changes - 'lng' - 'lat' <> '{}';
    delete from public.revisions where spot_id = new.id and revisions.changes ?| array['lng', 'lat'];
  end if;
  if old.status not in ('published', 'closed') then
    return null;
  end if;
  if old.precision = 'exact' and new.precision = 'exact' then
    fields := fields || array['lng', 'lat'];
  end if;
  changes := private.changed_fields(to_jsonb(old), to_jsonb(new), fields);
  if changes <> '{}' then
    insert into public.revisions (spot_id, author_id, visibility, changes, restores)
    values (new.id, auth.uid(), greatest(old.visibility, new.visibility), changes, private.restored_revision());
  end if;
  return null;
end
$$;
comment on function private.tg_spots__write_revision is
  'Writes the changes of a published spot. When its precision becomes area, the positions are removed from its history.';
create trigger _050_actor before insert on public.revisions for each row execute function private.tg__ensure_actor();

create function private.tg_posts__write_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changes jsonb := private.changed_fields(to_jsonb(old), to_jsonb(new),
    array['title', 'summary', 'body', 'city_id', 'cover_photo_id', 'visibility', 'status']);
begin
  if old.status in ('published', 'closed') and changes <> '{}' then
    insert into public.revisions (post_id, author_id, visibility, changes, restores)
    values (new.id, auth.uid(), greatest(old.visibility, new.visibility), changes, private.restored_revision());
  end if;
  return null;
end
$$;
create trigger _520_revision after update on public.posts for each row execute function private.tg_posts__write_revision();
create trigger _520_revision
  after update of title, category, tags, description, lng, lat, address, website, access, visibility, precision, status, cover_photo_id
  on public.spots for each row execute function private.tg_spots__write_revision();
