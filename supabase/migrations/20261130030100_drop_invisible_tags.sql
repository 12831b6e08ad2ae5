-- A tag of invisible characters was saved, listed and linked without anything to see or to press.
create or replace function private.tg_spots__clean_tags()
  returns trigger
  language plpgsql
  set search_path to ''
as $$
begin
  new.tags := array(
    select tag from (
      select lower(btrim(regexp_replace(tag, '[[:cntrl:]\s#,]+', ' ', 'g'))) as tag, min(place) as place
      from unnest(new.tags) with ordinality as given (tag, place) group by 1
    ) as cleaned where tag <> '' and not private.is_invisible(tag) order by place
  );
  return new;
end
$$;

-- Likewise, a story of such characters was published as an empty page.
create or replace function public.publish_story(story jsonb, post_id text DEFAULT NULL::text, submission_key uuid DEFAULT NULL::uuid, version integer DEFAULT NULL::integer, base_version integer DEFAULT NULL::integer)
  returns jsonb
  language plpgsql
  set search_path to ''
as $$
#variable_conflict use_column
declare
  found public.posts;
  draft public.post_drafts;
  known integer := publish_story.version;
  made_id text;
begin
  if btrim(coalesce(story ->> 'title', '')) = '' then
    raise sqlstate 'PT400' using message = 'Give the story a title first.';
  end if;
  if btrim(coalesce(story ->> 'body', '')) = '' or private.is_invisible(story ->> 'body') then
    raise sqlstate 'PT400' using message = 'Write something first. The story is still empty.';
  end if;
  if publish_story.post_id is null then
    select * into found from public.posts
      where author_id = auth.uid() and submission_key = publish_story.submission_key and submission_key is not null;
    if found.id is null then
      made_id := public.save_story(story, null, publish_story.submission_key) ->> 'id';
      select * into found from public.posts where id = made_id;
    elsif found.status <> 'draft' then
      return jsonb_build_object('id', found.id, 'slug', found.slug, 'status', found.status);
    end if;
    known := found.version;
  else
    select * into found from public.posts where id = publish_story.post_id;
  end if;
  if found.id is null then
    raise sqlstate 'PT404' using message = 'Story not found, or it is not yours.';
  end if;
  if found.status <> 'draft' then
    select * into draft from public.post_drafts where post_id = found.id and user_id = auth.uid();
    if coalesce(draft.version, 0) <> coalesce(publish_story.version, 0) then
      perform private.raise_newer_story(draft.updated_at);
    end if;
    known := coalesce(draft.base_version, publish_story.base_version, found.version);
  end if;
  -- Moderators change the text of others, not its status.
  found := private.write_story(found.id, story, known,
    case when found.author_id is distinct from auth.uid() then found.status when found.status = 'closed' then 'closed'
      else 'published' end::public.publication_status);
  delete from public.post_drafts where post_id = found.id and user_id = auth.uid();
  return jsonb_build_object('id', found.id, 'slug', found.slug, 'status', found.status);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;
