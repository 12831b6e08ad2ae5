-- What an editor has not published yet. A story that was never published is its own draft.
create table public.post_drafts (
  post_id text not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  story jsonb not null,
  base_version integer not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint post_drafts_pkey primary key (post_id, user_id),
  constraint post_drafts_story_check check (jsonb_typeof(story) = 'object' and length(story::text) <= 450000)
);
create index post_drafts_user_id_idx on public.post_drafts (user_id);
alter table public.post_drafts enable row level security;
create policy "members are not banned and have used their second factor" on public.post_drafts as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their drafts of changes" on public.post_drafts for select to authenticated
  using (user_id = (select auth.uid()));
-- The sub-select names the stories that the member may change.
create policy "members draft changes of what they may change" on public.post_drafts for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (
    select from public.posts where posts.id = post_id and (posts.author_id = (select auth.uid())
      or (posts.visibility <> 'private' and (select private.is_moderator())))));
create policy "members change their drafts" on public.post_drafts for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and exists (
    select from public.posts where posts.id = post_id and (posts.author_id = (select auth.uid())
      or (posts.visibility <> 'private' and (select private.is_moderator())))));
create policy "members discard their drafts" on public.post_drafts for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete on public.post_drafts to authenticated;
grant insert (post_id, story, base_version), update (story, version, updated_at) on public.post_drafts to authenticated;
comment on table public.post_drafts is 'Changes of published stories that are not published yet, one draft a story and member. Only the member reads them.';
comment on column public.post_drafts.base_version is 'The version of the story that the changes began with.';

create function private.clean_story(story jsonb) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'title', left(coalesce(nullif(btrim(story ->> 'title'), ''), 'Untitled story'), 200),
      'summary', left(coalesce(story ->> 'summary', ''), 500),
      'body', coalesce(story ->> 'body', ''),
      'tags', case when jsonb_typeof(story -> 'tags') = 'array' then story -> 'tags' else '[]' end,
      'city_id', case when story ? 'city' then to_jsonb((select id from public.cities where slug = story ->> 'city'))
        else story -> 'city_id' end,
      'cover_photo_id', story -> 'cover_photo_id',
      'visibility', coalesce(story ->> 'visibility', 'public'))
  $$;

create function private.raise_newer_story(saved_at timestamptz) returns void
  language plpgsql set search_path = ''
  as $$
begin
  raise sqlstate 'PT409' using message = 'A newer version was saved in another tab.', detail = to_jsonb(saved_at) #>> '{}';
end
$$;
grant execute on function private.clean_story, private.raise_newer_story to authenticated;

create function private.write_story(of_post text, story jsonb, known_version integer, wanted public.publication_status)
  returns public.posts
  language plpgsql set search_path = ''
  as $$
declare
  clean constant jsonb := private.clean_story(story);
  made public.posts;
begin
  update public.posts set
    title = clean ->> 'title', summary = clean ->> 'summary', body = clean ->> 'body',
    tags = array(select jsonb_array_elements_text(clean -> 'tags')),
    city_id = (clean ->> 'city_id')::integer, cover_photo_id = (clean ->> 'cover_photo_id')::uuid,
    visibility = (clean ->> 'visibility')::public.visibility, status = wanted
  where posts.id = of_post and posts.version = known_version
  returning * into made;
  if made.id is not null then
    return made;
  end if;
  select * into made from public.posts where posts.id = of_post;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'Story not found, or it is not yours.';
  end if;
  if made.version = known_version then
    raise insufficient_privilege using message = 'Only the author or a moderator may change this story.';
  end if;
  perform private.raise_newer_story(made.updated_at);
  return made;
end
$$;
grant execute on function private.write_story to authenticated;

create function public.save_story(
  story jsonb, post_id text default null, submission_key uuid default null, version integer default null,
  base_version integer default null
) returns jsonb
  language plpgsql set search_path = ''
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
    perform private.raise_newer_story((
      select updated_at from public.post_drafts where post_id = found.id and user_id = auth.uid()));
  end if;
  return jsonb_build_object('id', found.id, 'slug', found.slug, 'status', found.status, 'version', draft.version,
    'base_version', draft.base_version, 'saved_at', draft.updated_at);
end
$$;
comment on function public.save_story is
  'Saves a draft and returns {id, slug, status, version, base_version, saved_at}. Without post_id it creates a story; the same submission_key creates one. A story that was published is not changed: the changes wait in post_drafts. Raises PT409 if version is not the latest. Keys of story: title, summary, body, tags, city (a slug) or city_id, cover_photo_id, visibility.';

create function public.publish_story(
  story jsonb, post_id text default null, submission_key uuid default null, version integer default null,
  base_version integer default null
) returns jsonb
  language plpgsql set search_path = ''
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
  if btrim(coalesce(story ->> 'body', '')) = '' then
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
end
$$;
comment on function public.publish_story is
  'Publishes a new story, a draft or the changes of a story, and returns {id, slug, status}. The status is pending if a moderator looks first. Arguments as in save_story.';
grant execute on function public.save_story, public.publish_story to authenticated;

create function public.story_editor(address text) returns jsonb
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  post public.posts;
  draft public.post_drafts;
  spot_ids text[];
begin
  select * into post from public.posts where id = private.find_post_id(story_editor.address);
  if post.id is null or not (post.author_id = auth.uid() or (post.visibility <> 'private' and private.is_moderator())) then
    return null;
  end if;
  select * into draft from public.post_drafts where post_id = post.id and user_id = auth.uid();
  spot_ids := array(select spot_id from private.list_spots_in_text(coalesce(draft.story ->> 'body', post.body)));
  return jsonb_build_object(
    'id', post.id, 'slug', post.slug, 'status', post.status, 'author_id', post.author_id,
    'version', case when post.status = 'draft' then post.version else coalesce(draft.version, 0) end,
    'base_version', case when post.status <> 'draft' then coalesce(draft.base_version, post.version) end,
    'saved_at', coalesce(draft.updated_at, post.updated_at),
    'is_outdated', coalesce(draft.base_version <> post.version, false),
    'story', coalesce(draft.story, jsonb_build_object('title', post.title, 'summary', post.summary, 'body', post.body,
      'tags', post.tags, 'city_id', post.city_id, 'cover_photo_id', post.cover_photo_id, 'visibility', post.visibility)),
    'city', private.city_card(coalesce((draft.story ->> 'city_id')::integer, post.city_id)),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from public.spots where id = any (spot_ids)),
    'photos', (select coalesce(jsonb_agg(private.photo_card(photos)), '[]') from public.photos
      where post_id = post.id or id = post.cover_photo_id or id = (draft.story ->> 'cover_photo_id')::uuid or id in (
        select photo_id from private.list_photos_in_text(draft.story ->> 'body'))),
    'next_status', case when post.status in ('published', 'closed') then post.status
      else private.get_initial_status(auth.uid()) end
  );
end
$$;
comment on function public.story_editor is
  'The data of /post/{slug}/edit for the author and moderators, with their unpublished changes: {id, slug, status, author_id, version, base_version, saved_at, is_outdated, story, city, spots, photos, next_status}; null for others.';

create function public.initial_status() returns public.publication_status
  language sql stable set search_path = ''
  as $$ select private.get_initial_status(auth.uid()) $$;
comment on function public.initial_status is 'The status of what the caller publishes next: pending if a moderator looks first.';
grant execute on function public.initial_status to authenticated;

create function public.story_spots(ids text[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from public.spots where id = any (ids[1:200])
  $$;
comment on function public.story_spots is 'Cards of the spots with these ids, at most 200, as far as the caller may see them.';

create function public.find_story_spots(q text default '', lng double precision default null, lat double precision default null)
  returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  ids text[];
begin
  if length(btrim(q)) >= 2 then
    ids := array(select entry ->> 'id' from jsonb_array_elements(private.suggest(q, find_story_spots.lng, find_story_spots.lat)) as entry
      where entry ->> 'type' = 'spot');
  else
    ids := array(
      (select id from public.spots where author_id = auth.uid() and status <> 'removed' order by created_at desc limit 3)
      union (select spot_id from (
        select list_items.spot_id, list_items.created_at from public.lists join public.list_items on list_items.list_id = lists.id
        where lists.author_id = auth.uid() order by list_items.created_at desc limit 3) as saved)
      union (select entry ->> 'id' from jsonb_array_elements(case when find_story_spots.lng is not null
        then private.nearby_spots(find_story_spots.lng, find_story_spots.lat, '', 5) else '[]' end) as entry));
  end if;
  return (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'list', (select lists.title from public.lists join public.list_items on list_items.list_id = lists.id
        where lists.author_id = auth.uid() and list_items.spot_id = spots.id order by lists.created_at limit 1),
      'distance_meters', round(private.distance_meters(find_story_spots.lng, find_story_spots.lat, spots.lng, spots.lat))
    ) order by case when length(btrim(q)) >= 2 then array_position(ids, spots.id)::double precision
      else private.distance_meters(find_story_spots.lng, find_story_spots.lat, spots.lng, spots.lat) end nulls last, spots.id), '[]')
    from public.spots where id = any (ids));
end
$$;
comment on function public.find_story_spots is
  'Spots to put into a story: those that match the text, or without one the own, saved and near ones. Cards with list (an own list that holds the spot) and distance_meters.';
grant execute on function public.story_editor, public.story_spots, public.find_story_spots,
  private.list_spots_in_text, private.list_photos_in_text to authenticated;

create function public.list_stories(
  before timestamptz default null, before_id text default null, tag text default null, mine boolean default false
) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant integer := 24;
  found text[];
begin
  if list_stories.mine then
    found := array(select id from public.posts where author_id = auth.uid()
      and (list_stories.before is null or (created_at, id) < (list_stories.before, coalesce(list_stories.before_id, '')))
      order by created_at desc, id desc limit most + 1);
  else
    found := array(select id from public.posts where status = 'published' and visibility in ('public', 'members')
      and (list_stories.before is null or (published_at, id) < (list_stories.before, coalesce(list_stories.before_id, '')))
      and (list_stories.tag is null or tags @> array[list_stories.tag])
      order by published_at desc, id desc limit most + 1);
  end if;
  return jsonb_build_object(
    'stories', (select coalesce(jsonb_agg(private.post_card(id) order by place), '[]')
      from unnest(found[1:most]) with ordinality as shown (id, place)),
    'next', (select jsonb_build_object('before', case when list_stories.mine then created_at else published_at end, 'before_id', id)
      from public.posts where cardinality(found) > most and id = found[most]));
end
$$;
comment on function public.list_stories is
  'One page of stories, newest first: {stories, next}. `next` holds the arguments of the next page, or is null. `mine` lists the caller''s own in any status.';
grant execute on function public.list_stories to anon, authenticated;

create or replace function public.post_page(slug text, link_secret text default null) returns jsonb
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  post record;
  body text;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select id, city_id, author_id, status, created_at, removal_reason into post
    from public.posts where posts.id = private.find_post_id(post_page.slug);
  if post.id is null then
    return null;
  end if;
  if has_column_privilege('public.posts', 'body', 'select') then
    select posts.body into body from public.posts where posts.id = post.id;
  end if;
  return jsonb_build_object(
    'post', private.post_card(post.id) || jsonb_build_object('body', body, 'created_at', post.created_at,
      'removal_reason', post.removal_reason, 'author_id', post.author_id),
    'city', private.city_card(post.city_id),
    'photos', (select coalesce(jsonb_agg(private.photo_card(photos)), '[]') from public.photos where photos.post_id = post.id),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('position', placed.position)
      order by placed.position), '[]')
      from public.post_spots as placed join public.spots on spots.id = placed.spot_id where placed.post_id = post.id),
    'around', (select coalesce(jsonb_agg(distinct point), '[]')
      from (select spot_id from public.post_spots where post_id = post.id order by position limit 40) as placed
      join public.spots on spots.id = placed.spot_id,
      jsonb_array_elements(private.list_points_around(spots.lng, spots.lat, 25000, 40)) as point),
    'saved', (select coalesce(jsonb_agg(list_items.spot_id), '[]')
      from public.lists join public.list_items on list_items.list_id = lists.id
      where lists.author_id = auth.uid() and lists.kind = 'want'
        and list_items.spot_id in (select spot_id from public.post_spots where post_id = post.id)),
    'comments', private.comment_list(null, post.id),
    'viewer', jsonb_build_object(
      'is_author', coalesce(post.author_id = auth.uid(), false), 'is_moderator', private.is_moderator(),
      'queue_position', case when post.status = 'pending' and post.author_id = auth.uid() then private.queue_position(post.created_at) end,
      'link_secret', (select secret from public.links where post_id = post.id and owner_id = auth.uid()))
  );
end
$$;
