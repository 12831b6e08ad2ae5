-- A draft that was saved just after its story had been published found no draft of changes and no time to report, so the
-- error about the newer version failed itself (22004).
create or replace function public.save_story(story jsonb, post_id text default null, submission_key uuid default null, version integer default null, base_version integer default null)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  clean constant jsonb := private.clean_story(story);
  found public.posts;
  draft public.post_drafts;
begin
  if save_story.post_id is null then
    if save_story.submission_key is null then
      raise sqlstate 'PT400' using message = 'submission_key is required for a new story.';
    end if;
    insert into public.posts (title, summary, body, tags, city_id, cover_photo_id, visibility, status, submission_key)
    values (clean ->> 'title', clean ->> 'summary', clean ->> 'body', array(select jsonb_array_elements_text(clean -> 'tags')),
      (clean ->> 'city_id')::integer, (clean ->> 'cover_photo_id')::uuid, (clean ->> 'visibility')::public.visibility,
      'draft', save_story.submission_key)
    on conflict on constraint posts_submission_key_key do nothing
    returning * into found;
    if found.id is null then
      -- The reply to the first attempt was lost.
      select * into found from public.posts where author_id = auth.uid() and submission_key = save_story.submission_key;
    end if;
  else
    select * into found from public.posts where id = save_story.post_id;
    if found.id is null then
      raise sqlstate 'PT404' using message = 'Story not found, or it is not yours.';
    end if;
    if found.status = 'draft' then
      found := private.write_story(found.id, story, save_story.version, 'draft');
    end if;
  end if;
  if found.status = 'draft' then
    return jsonb_build_object('id', found.id, 'slug', found.slug, 'status', found.status, 'version', found.version,
      'base_version', null, 'saved_at', found.updated_at);
  end if;
  if coalesce(save_story.version, 0) = 0 then
    insert into public.post_drafts (post_id, story, base_version)
    values (found.id, clean, coalesce(save_story.base_version, found.version))
    on conflict on constraint post_drafts_pkey do nothing returning * into draft;
  else
    update public.post_drafts set story = clean, version = version + 1, updated_at = now()
    where post_id = found.id and user_id = auth.uid() and version = save_story.version returning * into draft;
  end if;
  if draft.post_id is null then
    perform private.raise_newer_story(coalesce(
      (select updated_at from public.post_drafts where post_id = found.id and user_id = auth.uid()), found.updated_at));
  end if;
  return jsonb_build_object('id', found.id, 'slug', found.slug, 'status', found.status, 'version', draft.version,
    'base_version', draft.base_version, 'saved_at', draft.updated_at);
end
$$;
