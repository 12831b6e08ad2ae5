-- A moderator who restored who sees a spot or story of another member, or its exact position, read that it was restored, although
-- nothing changed: only the author decides that.
create or replace function public.restore_revision(id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  revision public.revisions;
  before jsonb;
  is_own boolean;
  removed uuid[];
  photo uuid;
begin
  select * into revision from public.revisions where revisions.id = restore_revision.id;
  if revision.id is null then
    raise sqlstate 'PT404' using message = 'Revision not found.';
  end if;
  if revision.post_id is not null then
    perform public.restore_story(restore_revision.id);
    return;
  end if;
  is_own := exists (select from public.spots where spots.id = revision.spot_id and author_id = auth.uid());
  select jsonb_object_agg(field, change -> 'from') into before
    from jsonb_each(revision.changes) as entry (field, change) where field not in ('status', 'photos')
      and (is_own or not (field = 'visibility' or field = 'precision' and change ->> 'from' = 'exact'));
  removed := array(select photos.id from public.photos
    where photos.spot_id = revision.spot_id and removal_reason is not null and hidden_at > now() - interval '30 days'
      and revision.changes #> '{photos,from}' ? photos.id::text);
  if before is null and removed = '{}' and revision.changes ?| '{visibility,precision}' then
    raise insufficient_privilege using message = 'Only its author decides who sees a spot, and how exactly.';
  end if;
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
  if not found then
    raise insufficient_privilege using message = 'Only the author or a moderator may restore this.';
  end if;
  perform set_config('hereabouts.restores', '', true);
end
$function$;

create or replace function public.restore_story(id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  revision public.revisions;
  was jsonb;
begin
  select * into revision from public.revisions where revisions.id = restore_story.id and post_id is not null;
  if revision.id is null then
    raise sqlstate 'PT404' using message = 'Revision not found.';
  end if;
  select jsonb_object_agg(field, change -> 'from') into was
    from jsonb_each(revision.changes) as entry (field, change) where field <> 'status'
      and (field <> 'visibility' or exists (select from public.posts where posts.id = revision.post_id and author_id = auth.uid()));
  if was is null and revision.changes ? 'visibility' then
    raise insufficient_privilege using message = 'Only its author decides who sees a story.';
  end if;
  if was is null then
    raise sqlstate 'PT400' using message = 'This revision changed only the status, so there is nothing to restore.';
  end if;
  perform set_config('hereabouts.restores', revision.id::text, true);
  update public.posts set
    title = coalesce(was ->> 'title', title),
    summary = coalesce(was ->> 'summary', summary),
    body = coalesce(was ->> 'body', body),
    tags = case when was ? 'tags' then array(select jsonb_array_elements_text(was -> 'tags')) else tags end,
    city_id = case when was ? 'city_id' then coalesce(
      (select cities.id from public.cities where cities.id = (was ->> 'city_id')::integer),
      case when was ->> 'city_id' is not null then city_id end) else city_id end,
    visibility = coalesce((was ->> 'visibility')::public.visibility, visibility),
    cover_photo_id = case when was ? 'cover_photo_id' then coalesce(
      (select photos.id from public.photos where photos.id = (was ->> 'cover_photo_id')::uuid),
      case when was ->> 'cover_photo_id' is not null then cover_photo_id end) else cover_photo_id end
  where posts.id = revision.post_id;
  if not found then
    raise insufficient_privilege using message = 'Only the author or a moderator may restore this.';
  end if;
  perform set_config('hereabouts.restores', '', true);
end
$function$;
