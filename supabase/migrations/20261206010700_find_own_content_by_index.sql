-- These functions read all spots, stories or lists to find those of the caller. Row-level security lets no condition use an
-- index that it does not know to be leakproof, and it does not know that of auth.uid() once the planner has inlined it.
-- A subquery is evaluated once, and its result can be looked up in an index.
create or replace function public.create_list(title text, description text DEFAULT ''::text, visibility public.visibility DEFAULT 'private'::public.visibility, spot text DEFAULT NULL::text)
  returns jsonb
  language plpgsql
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  known text := (select title from public.lists
    where author_id = (select auth.uid()) and lower(btrim(title)) = lower(btrim(create_list.title)) limit 1);
  made public.lists;
begin
  if known is not null then
    raise sqlstate 'PT409' using message = format('You have a list called %s already.', known);
  end if;
  insert into public.lists (author_id, title, description, visibility)
  values (auth.uid(), btrim(create_list.title), create_list.description, create_list.visibility) returning * into made;
  if spot is not null then
    perform private.require_spot(create_list.spot);
    insert into public.list_items (list_id, spot_id) values (made.id, create_list.spot);
  end if;
  return jsonb_build_object('id', made.id, 'title', made.title, 'kind', made.kind);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.find_story_spots(q text DEFAULT ''::text, lng double precision DEFAULT NULL::double precision, lat double precision DEFAULT NULL::double precision)
  returns jsonb
  language plpgsql
  stable
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  has_place constant boolean := private.is_position(find_story_spots.lng, find_story_spots.lat);
  is_search constant boolean := length(btrim(q)) >= 2;
  ids text[];
begin
  if is_search then
    ids := array(select entry ->> 'id' from jsonb_array_elements(private.suggest(q, find_story_spots.lng, find_story_spots.lat)) as entry
      where entry ->> 'type' = 'spot');
  else
    ids := array(
      (select id from public.spots where author_id = (select auth.uid()) and status <> 'removed' order by created_at desc limit 3)
      union (select spot_id from (
        select list_items.spot_id, list_items.created_at from public.lists join public.list_items on list_items.list_id = lists.id
        where lists.author_id = (select auth.uid()) order by list_items.created_at desc limit 3) as saved)
      union (select entry ->> 'id' from jsonb_array_elements(case when has_place
        then private.nearby_spots(find_story_spots.lng, find_story_spots.lat, '', 5) else '[]' end) as entry));
  end if;
  return (
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('list', shown.list, 'distance_meters', round(shown.meters))
      order by case when is_search then array_position(ids, spots.id) end, shown.meters nulls last,
        spots.author_id = (select auth.uid()) desc, spots.created_at desc, spots.id), '[]')
    from public.spots cross join lateral (
      select
        (select lists.title from public.lists join public.list_items on list_items.list_id = lists.id
          where lists.author_id = (select auth.uid()) and list_items.spot_id = spots.id order by lists.created_at limit 1) as list,
        case when has_place
          then private.distance_meters(find_story_spots.lng, find_story_spots.lat, spots.lng, spots.lat) end as meters
    ) as shown
    where spots.id = any (ids));
end
$$;

create or replace function public.list_stories(before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id text DEFAULT NULL::text, tag text DEFAULT NULL::text, mine boolean DEFAULT false)
  returns jsonb
  language plpgsql
  stable
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant integer := 24;
  found text[];
begin
  if list_stories.mine then
    found := array(select id from public.posts where author_id = (select auth.uid())
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

create or replace function public.mark_spot(id text, kind public.list_kind, is_on boolean)
  returns jsonb
  language plpgsql
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  if mark_spot.kind = 'own' then
    raise sqlstate 'PT400' using message = 'kind must be want or been. Use list_items for your own lists.';
  end if;
  perform private.ensure_profile(auth.uid());
  if is_on then
    perform private.require_spot(mark_spot.id);
    insert into public.list_items (list_id, spot_id)
    select lists.id, mark_spot.id from public.lists where author_id = (select auth.uid()) and lists.kind = mark_spot.kind
    on conflict do nothing;
  else
    delete from public.list_items where spot_id = mark_spot.id and list_id in
      (select lists.id from public.lists where author_id = (select auth.uid()) and lists.kind = mark_spot.kind);
  end if;
  return (select jsonb_build_object('save_count', save_count, 'been_count', been_count) from public.spots where spots.id = mark_spot.id);
end
$$;

create or replace function public.own_lists()
  returns jsonb
  language sql
  stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', lists.id, 'kind', lists.kind, 'title', lists.title,
      'visibility', lists.visibility, 'updated_at', lists.updated_at, 'item_count', public.item_count(lists),
      'author', case when lists.author_id <> auth.uid() then private.member_card(lists.author_id) end,
      'is_shared', exists (select from public.list_members where list_id = lists.id),
      'covers', (
        select coalesce(jsonb_agg(private.spot_card(spots) order by cover.is_cover desc, cover.position), '[]')
        from (
          select spot_id, is_cover, position from public.list_items where list_id = lists.id
          order by is_cover desc, position limit 3
        ) as cover join public.spots on spots.id = cover.spot_id
      )) order by lists.kind, lists.updated_at desc), '[]')
    from (
      select * from public.lists where id = any (array(
        select own.id from public.lists as own where author_id = (select auth.uid())
        union all select private.shared_list_ids()))
      order by kind, updated_at desc limit 200
    ) as lists
  $$;

create or replace function public.publish_story(story jsonb, post_id text DEFAULT NULL::text, submission_key uuid DEFAULT NULL::uuid, version integer DEFAULT NULL::integer, base_version integer DEFAULT NULL::integer)
  returns jsonb
  language plpgsql
  set search_path = ''
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
      where author_id = (select auth.uid()) and submission_key = publish_story.submission_key and submission_key is not null;
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

create or replace function public.save_story(story jsonb, post_id text DEFAULT NULL::text, submission_key uuid DEFAULT NULL::uuid, version integer DEFAULT NULL::integer, base_version integer DEFAULT NULL::integer)
  returns jsonb
  language plpgsql
  set search_path = ''
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
      select * into found from public.posts where author_id = (select auth.uid()) and submission_key = save_story.submission_key;
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
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.submit_spot(submission_key uuid, spot jsonb, photo_ids uuid[] DEFAULT '{}'::uuid[], alt_texts text[] DEFAULT '{}'::text[])
  returns jsonb
  language plpgsql
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  wanted public.publication_status;
  made public.spots;
begin
  if submit_spot.submission_key is null then
    raise sqlstate 'PT400' using message = 'submission_key is required.';
  end if;
  if (spot ->> 'lng') is null or (spot ->> 'lat') is null then
    raise sqlstate 'PT400' using message = 'Choose a position: lng and lat are required.';
  end if;
  wanted := coalesce(spot ->> 'status', 'published');
  -- Created as a draft, so that attaching photos does not write revisions of a published spot.
  insert into public.spots (title, category, tags, description, lng, lat, precision, country_code, address, website, access,
    visibility, status, submission_key)
  values (
    spot ->> 'title', spot ->> 'category',
    coalesce(array(select jsonb_array_elements_text(nullif(spot -> 'tags', 'null'))), '{}'),
    coalesce(spot ->> 'description', ''), (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision,
    coalesce(spot ->> 'precision', 'exact')::public.position_precision, spot ->> 'country_code', spot ->> 'address',
    spot ->> 'website', coalesce(spot ->> 'access', 'unknown')::public.spot_access,
    coalesce(spot ->> 'visibility', 'public')::public.visibility, 'draft', submit_spot.submission_key
  )
  on conflict on constraint spots_submission_key_key do nothing
  returning * into made;
  if made.id is null then
    select * into made from public.spots where author_id = (select auth.uid()) and submission_key = submit_spot.submission_key;
    return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
  end if;
  if made.precision = 'area' then
    insert into public.spot_exact_points (spot_id, lng, lat, address)
    values (made.id, (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision, nullif(btrim(spot ->> 'address'), ''));
  end if;
  perform private.attach_photos(made.id, photo_ids, alt_texts);
  update public.spots set status = wanted, cover_photo_id = (
    select id from public.photos where spot_id = made.id order by position limit 1
  ) where id = made.id returning * into made;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function private.list_been_spot_ids()
  returns SETOF text
  language sql
  stable
  set search_path = ''
  as $$
    select spot_id from public.list_items where list_id = (select id from public.lists where author_id = (select auth.uid()) and kind = 'been')
  $$;

create or replace function private.suggest_follows()
  returns jsonb
  language sql
  stable
  set search_path = ''
  as $$
    with home as materialized (
      select coalesce(
        (select city_id from public.spots where author_id = (select auth.uid()) and city_id is not null
          group by city_id order by count(*) desc limit 1),
        (select city_id from (
            select city_id from public.spots where status = 'published' and visibility = 'public' order by published_at desc limit 500
          ) as recent where city_id is not null group by city_id order by count(*) desc, city_id limit 1)
      ) as id
    )
    select jsonb_build_object(
      'city', private.city_card(home.id) || jsonb_build_object('follow', private.describe_follow(about_city => home.id)),
      'members', (
        select coalesce(jsonb_agg(private.member_card(best.author_id) || jsonb_build_object('spot_count', best.count) order by best.count desc), '[]')
        from (
          select author_id, count(*) as count
          from (
            select author_id from public.spots
            where city_id = home.id and status = 'published' and visibility in ('public', 'members')
              and author_id is not null and author_id <> auth.uid()
            order by score desc limit 2000
          ) as shown
          where (select true from public.profiles where profiles.id = author_id)
            and not author_id in (select member_id from public.follows where follower_id = auth.uid() and member_id is not null)
            and not author_id = any (private.list_blocked())
          group by author_id order by count(*) desc limit 3
        ) as best)
    )
    from home where home.id is not null
  $$;

-- Without an estimate, the planner expects 1000 lists of a member and reads all lists to find them.
alter function private.edited_list_ids() rows 20;
alter function private.shared_list_ids() rows 20;
alter function private.open_list_ids() rows 20;
