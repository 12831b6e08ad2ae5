-- The history of a story for its readers, a page at a time.
create function public.story_history(address text, before bigint default null) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant integer := 20;
  post record;
  found bigint[];
begin
  select id, slug, title, visibility, author_id into post from public.posts
    where posts.id = private.find_post_id(story_history.address);
  if post.id is null then
    return null;
  end if;
  found := array(select revisions.id from public.revisions
    where post_id = post.id and (story_history.before is null or revisions.id < story_history.before)
    order by revisions.id desc limit most + 1);
  return jsonb_build_object(
    'slug', post.slug, 'title', post.title,
    'may_restore', coalesce(post.author_id = auth.uid(), false) or (post.visibility <> 'private' and private.is_moderator()),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', revisions.id, 'author', private.member_card(revisions.author_id),
      'created_at', revisions.created_at, 'restores', revisions.restores, 'changes', revisions.changes) order by revisions.id desc), '[]')
      from public.revisions where revisions.id = any (found[1:most])),
    'has_more', cardinality(found) > most);
end
$$;
comment on function public.story_history is
  'The data of /post/{slug}/history: {slug, title, may_restore, changes, has_more}, 20 changes a page; null if the viewer may not see the story.';

create function public.restore_story(id bigint) returns void
  language plpgsql set search_path = ''
  as $$
declare
  revision public.revisions;
  was jsonb;
begin
  select * into revision from public.revisions where revisions.id = restore_story.id and post_id is not null;
  if revision.id is null then
    raise sqlstate 'PT404' using message = 'Revision not found.';
  end if;
  select jsonb_object_agg(field, change -> 'from') into was
    from jsonb_each(revision.changes) as entry (field, change) where field <> 'status';
  if was is null then
    raise sqlstate 'PT400' using message = 'This revision changed only the status, so there is nothing to restore.';
  end if;
  perform set_config('hereabouts.restores', revision.id::text, true);
  update public.posts set
    title = coalesce(was ->> 'title', title),
    summary = coalesce(was ->> 'summary', summary),
    body = coalesce(was ->> 'body', body),
    tags = case when was ? 'tags' then array(select jsonb_array_elements_text(was -> 'tags')) else tags end,
    city_id = case when was ? 'city_id' then (was ->> 'city_id')::integer else city_id end,
    visibility = coalesce((was ->> 'visibility')::public.visibility, visibility),
    cover_photo_id = case when was ? 'cover_photo_id' then (
      select photos.id from public.photos where photos.id = (was ->> 'cover_photo_id')::uuid) else cover_photo_id end
  where posts.id = revision.post_id;
  if not found then
    raise insufficient_privilege using message = 'Only the author or a moderator may restore this.';
  end if;
  perform set_config('hereabouts.restores', '', true);
end
$$;
comment on function public.restore_story is 'Restores what a revision of a story changed. For the author and moderators.';
revoke execute on function public.story_history, public.restore_story from public;
grant execute on function public.story_history, public.restore_story to authenticated;
