-- Commands of moderators. RLS policies and guards reject everyone else.
create function private.require_moderator() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_moderator() then
    raise insufficient_privilege using message = 'Only moderators may do this.';
  end if;
end
$$;

create function private.set_status(of_spot text, of_post text, wanted public.publication_status, reason text) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  is_done boolean;
begin
  perform private.require_moderator();
  if wanted = 'removed' and coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a reason for the author.';
  end if;
  if of_spot is not null then
    update public.spots set status = wanted, removal_reason = reason where id = of_spot;
  else
    update public.posts set status = wanted, removal_reason = reason where id = of_post;
  end if;
  is_done := found;
  if not is_done then
    raise sqlstate 'PT404' using message = 'Nothing found to moderate.';
  end if;
end
$$;

create function public.approve_spot(id text) returns void
  language sql volatile set search_path = '' return private.set_status(id, null, 'published', null);
comment on function public.approve_spot is 'Publishes a pending or removed spot.';

create function public.remove_spot(id text, reason text) returns void
  language sql volatile set search_path = '' return private.set_status(id, null, 'removed', reason);
comment on function public.remove_spot is 'Removes a spot; its author sees the reason.';

create function public.approve_post(id text) returns void
  language sql volatile set search_path = '' return private.set_status(null, id, 'published', null);
comment on function public.approve_post is 'Publishes a pending or removed story.';

create function public.remove_post(id text, reason text) returns void
  language sql volatile set search_path = '' return private.set_status(null, id, 'removed', reason);
comment on function public.remove_post is 'Removes a story; its author sees the reason.';

create function public.moderation_queue() returns jsonb
  language plpgsql stable set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'spots', (select coalesce(jsonb_agg(private.spot_card(waiting) || jsonb_build_object('author', private.member_card(waiting.author_id))), '[]')
      from (select spots.* from public.spots where status = 'pending' order by created_at limit 100) as waiting),
    'posts', (select coalesce(jsonb_agg(private.post_card(waiting.id)), '[]')
      from (select posts.* from public.posts where status = 'pending' order by created_at limit 100) as waiting),
    'reports', (select coalesce(jsonb_agg(to_jsonb(waiting)), '[]')
      from (select reports.* from public.reports where status = 'open' order by created_at limit 100) as waiting)
  );
end
$$;
comment on function public.moderation_queue is 'What waits for a moderator, oldest first: {spots, posts, reports}.';

-- Runs as the owner, because the position counts rows that the author may not read.
create function private.queue_position(since timestamptz) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select ((select count(*) from public.spots where status = 'pending' and created_at <= since)
      + (select count(*) from public.posts where status = 'pending' and created_at <= since))::integer
  $$;
comment on function private.queue_position is 'Position in the moderation queue, starting at 1, of something that was created at this time.';

-- Restoring writes back the previous values of the fields that a revision changed. Like any other change, it creates a
-- revision.
create function public.restore_revision(id bigint) returns void
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
    from jsonb_each(revision.changes) as entry (field, change) where field <> 'status';
  if before is null then
    raise sqlstate 'PT400' using message = 'This revision changed only the status, so there is nothing to restore.';
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
comment on function public.restore_revision is 'Restores the previous values of the fields that a revision changed. For the author and moderators.';

grant execute on function
  private.require_moderator,
  private.set_status,
  public.approve_spot,
  public.remove_spot,
  public.approve_post,
  public.remove_post,
  public.moderation_queue,
  public.restore_revision
to authenticated;

grant execute on function
  private.queue_position
to anon, authenticated;
