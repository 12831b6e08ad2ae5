-- The history of a spot also contains its photos, and the member whose suggestion a change accepts. One transaction writes
-- one revision: a form saves photos and fields with several statements.
alter table public.revisions add column suggested_by uuid references public.users (id) on delete set null;
create index revisions_suggested_by_idx on public.revisions (suggested_by) where suggested_by is not null;
comment on column public.revisions.suggested_by is 'The member whose suggestion this change accepts.';
comment on column public.revisions.changes is
  '{field: {from, to}}. For photos, from lists the ids of removed ones and to those of added ones. Never contains the position of a spot whose precision is area.';

create function private.merge_changes(earlier jsonb, later jsonb) returns jsonb
  language sql immutable
  as $$
    select coalesce(jsonb_object_agg(field, change), '{}') from (
      select field, case
        when earlier -> field is null then later -> field
        when later -> field is null then earlier -> field
        when field = 'photos' then jsonb_build_object(
          'from', (earlier #> '{photos,from}') || (later #> '{photos,from}'),
          'to', (earlier #> '{photos,to}') || (later #> '{photos,to}'))
        else jsonb_build_object('from', earlier -> field -> 'from', 'to', later -> field -> 'to')
      end as change
      from (select jsonb_object_keys(earlier) union select jsonb_object_keys(later)) as fields (field)
    ) as merged
    where field = 'photos' or change -> 'from' is distinct from change -> 'to'
  $$;
comment on function private.merge_changes is 'The changes of two revisions that follow each other as those of one. Changes that were undone are left out.';

create function private.write_spot_revision(of_spot text, visibility public.visibility, changes jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  earlier public.revisions;
  merged jsonb;
begin
  select * into earlier from public.revisions
    where spot_id = of_spot and created_at = now() and author_id is not distinct from auth.uid()
    order by id desc limit 1;
  if earlier.id is null then
    insert into public.revisions (spot_id, author_id, visibility, changes, restores, suggested_by)
    values (of_spot, auth.uid(), write_spot_revision.visibility, write_spot_revision.changes, private.restored_revision(),
      nullif(current_setting('hereabouts.suggested_by', true), '')::uuid);
    return;
  end if;
  merged := private.merge_changes(earlier.changes, write_spot_revision.changes);
  if merged = '{}' then
    delete from public.revisions where id = earlier.id;
  else
    update public.revisions set changes = merged, visibility = greatest(earlier.visibility, write_spot_revision.visibility)
      where id = earlier.id;
  end if;
end
$$;
comment on function private.write_spot_revision is
  'Adds changes to the revision that this transaction writes for a spot. now() is the same throughout a transaction.';

create or replace function private.tg_spots__write_revision() returns trigger
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
    perform private.write_spot_revision(new.id, greatest(old.visibility, new.visibility), changes);
  end if;
  return null;
end
$$;

create function private.tg_photos__write_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  was text := case when tg_op <> 'INSERT' then old.spot_id end;
  becomes text := case when tg_op <> 'DELETE' then new.spot_id end;
begin
  if was is distinct from becomes then
    perform private.write_spot_revision(id, visibility, jsonb_build_object('photos',
      jsonb_build_object('from', jsonb_build_array(old.id), 'to', '[]'::jsonb)))
      from public.spots where id = was and status in ('published', 'closed');
    perform private.write_spot_revision(id, visibility, jsonb_build_object('photos',
      jsonb_build_object('from', '[]'::jsonb, 'to', jsonb_build_array(new.id))))
      from public.spots where id = becomes and status in ('published', 'closed');
  end if;
  return null;
end
$$;
comment on function private.tg_photos__write_revision is
  'Writes that a photo was added to a published spot or removed from it. Only its id is kept, because a photo may be deleted for what it shows.';
create trigger _520_revision after insert or delete or update of spot_id on public.photos
  for each row execute function private.tg_photos__write_revision();

-- Only the counts are part of the spot's page; the changes have a page of their own.
create or replace function private.spot_history(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('count', count(*), 'contributors', count(distinct author_id), 'last_at', max(created_at))
    from public.revisions where spot_id = of_spot
  $$;
comment on function private.spot_history is 'How often a spot was changed, by how many members, and when last.';

create function public.spot_history_page(id text, link_secret text default null, before_id bigint default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  spot public.spots;
  changes jsonb;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = spot_history_page.id;
  if spot.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'author', private.member_card(latest.author_id),
    'suggested_by', private.member_card(latest.suggested_by), 'created_at', latest.created_at, 'changes', latest.changes,
    'restores', latest.restores) order by latest.id desc), '[]') into changes
  from (
    select revisions.* from public.revisions
    where spot_id = spot.id and (before_id is null or revisions.id < before_id)
    order by revisions.id desc limit 50
  ) as latest;
  return jsonb_build_object(
    'spot', jsonb_build_object('id', spot.id, 'title', spot.title, 'status', spot.status, 'visibility', spot.visibility,
      'precision', spot.precision, 'lng', spot.lng, 'lat', spot.lat, 'created_at', spot.created_at),
    'author', private.member_card(spot.author_id),
    'may_restore', coalesce(spot.author_id = auth.uid(), false) or private.is_moderator(),
    'count', (select count(*) from public.revisions where spot_id = spot.id),
    'changes', changes,
    'photos', (select coalesce(jsonb_object_agg(photos.id, private.photo_card(photos)), '{}') from public.photos
      where spot_id = spot.id)
  );
end
$$;
comment on function public.spot_history_page is
  'The data of /spot/{id}/history: 50 changes from the newest or before a revision, and the photos that the spot has now. '
  'Null if the viewer may not see such a spot.';

grant execute on function
  public.spot_history_page
to anon, authenticated;

-- Photos are not restored: their files are deleted with them.
create or replace function public.restore_revision(id bigint) returns void
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  revision public.revisions;
  before jsonb;
begin
  select * into revision from public.revisions where revisions.id = restore_revision.id;
  if revision.id is null then
    raise sqlstate 'PT404' using message = 'Revision not found.';
  end if;
  select jsonb_object_agg(field, change -> 'from') into before
    from jsonb_each(revision.changes) as entry (field, change) where field not in ('status', 'photos');
  if before is null then
    raise sqlstate 'PT400' using message = 'This revision changed only the status or photos, so there is nothing to restore.';
  end if;
  perform set_config('hereabouts.restores', revision.id::text, true);
  if revision.spot_id is not null then
    update public.spots set
      title = coalesce(before ->> 'title', title),
      category = coalesce(before ->> 'category', category),
      tags = case when before ? 'tags' then array(select jsonb_array_elements_text(before -> 'tags')) else tags end,
      description = coalesce(before ->> 'description', description),
      lng = coalesce((before ->> 'lng')::double precision, lng),
      lat = coalesce((before ->> 'lat')::double precision, lat),
      precision = coalesce((before ->> 'precision')::public.position_precision, precision),
      address = case when before ? 'address' then before ->> 'address' else address end,
      website = case when before ? 'website' then before ->> 'website' else website end,
      access = coalesce((before ->> 'access')::public.spot_access, access),
      visibility = coalesce((before ->> 'visibility')::public.visibility, visibility),
      cover_photo_id = case when before ? 'cover_photo_id' then (before ->> 'cover_photo_id')::uuid else cover_photo_id end
    where spots.id = revision.spot_id;
  else
    update public.posts set
      title = coalesce(before ->> 'title', title),
      summary = coalesce(before ->> 'summary', summary),
      body = coalesce(before ->> 'body', body),
      city_id = case when before ? 'city_id' then (before ->> 'city_id')::integer else city_id end,
      visibility = coalesce((before ->> 'visibility')::public.visibility, visibility),
      cover_photo_id = case when before ? 'cover_photo_id' then (before ->> 'cover_photo_id')::uuid else cover_photo_id end
    where posts.id = revision.post_id;
  end if;
  if not found then
    raise insufficient_privilege using message = 'Only the author or a moderator may restore this.';
  end if;
  perform set_config('hereabouts.restores', '', true);
end
$$;
