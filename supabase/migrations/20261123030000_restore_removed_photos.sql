-- Writes into the history of a spot that a moderator removed a photo, and restores the photo from there.

create or replace function private.tg_photos__write_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was text := case when tg_op <> 'INSERT' and old.removal_reason is null then old.spot_id end;
  becomes text := case when tg_op <> 'DELETE' and new.removal_reason is null then new.spot_id end;
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
$function$;
comment on function private.tg_photos__write_revision() is 'Writes that a photo was added to a published spot or removed from it, by deletion or by a moderator. Only its id is kept, because a photo may be deleted for what it shows.';
drop trigger _520_revision on public.photos;
create trigger _520_revision after insert or delete or update of spot_id, removal_reason on public.photos
  for each row execute function private.tg_photos__write_revision();

create or replace function public.spot_history_page(id text, link_secret text DEFAULT NULL::text, before_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      where spot_id = spot.id),
    -- Row-level security shows removed photos to moderators alone.
    'restorable_photos', (select coalesce(jsonb_agg(photos.id), '[]') from public.photos
      where spot_id = spot.id and removal_reason is not null and hidden_at > now() - interval '30 days')
  );
end
$function$;
comment on function public.spot_history_page(text,text,bigint) is 'The data of /spot/{id}/history: 50 changes from the newest or before a revision, the photos that the spot has now, and the removed ones that the viewer may restore. Null if the viewer may not see such a spot.';

create or replace function public.restore_revision(id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  revision public.revisions;
  before jsonb;
  removed uuid[];
  photo uuid;
begin
  select * into revision from public.revisions where revisions.id = restore_revision.id;
  if revision.id is null then
    raise sqlstate 'PT404' using message = 'Revision not found.';
  end if;
  select jsonb_object_agg(field, change -> 'from') into before
    from jsonb_each(revision.changes) as entry (field, change) where field not in ('status', 'photos');
  removed := array(select photos.id from public.photos
    where photos.spot_id = revision.spot_id and removal_reason is not null and hidden_at > now() - interval '30 days'
      and revision.changes #> '{photos,from}' ? photos.id::text);
  if before is null and removed = '{}' then
    raise sqlstate 'PT400' using message = 'There is nothing to restore. A status has buttons of its own, and photos are deleted 30 days after their removal.';
  end if;
  perform set_config('hereabouts.restores', revision.id::text, true);
  foreach photo in array removed loop
    perform private.decide('photo', photo::text, 'restored', null);
  end loop;
  if before is null then
    perform set_config('hereabouts.restores', '', true);
    return;
  end if;
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
      -- A photo that was deleted or is hidden cannot be the cover again.
      cover_photo_id = case
        when before ->> 'cover_photo_id' is null and before ? 'cover_photo_id' then null
        else coalesce((select photos.id from public.photos
          where photos.id = (before ->> 'cover_photo_id')::uuid and photos.spot_id = revision.spot_id and hidden_at is null),
          cover_photo_id) end
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
$function$;
comment on function public.restore_revision(bigint) is 'Restores the previous values of the fields that a revision changed, for the author and moderators. Photos that a moderator removed in the last 30 days are restored by moderators.';
