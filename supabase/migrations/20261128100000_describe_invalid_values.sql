-- A spot, review, list, story or suggestion that does not fit its table was rejected in the words of the database.
create function private.describe_invalid_value(failure text)
 returns text
 language sql
 immutable parallel safe
 set search_path to ''
as $$
  select coalesce(
    'A value for ' || substring(failure from 'null value in column "(\w+)"') || ' is required.',
    'The value for ' || (regexp_match(failure, 'table "(\w+)" violates foreign key constraint "\1_(\w+)_fkey"'))[2]
      || ' is unknown. Choose one that exists.',
    'The value for ' || (regexp_match(failure, 'relation "(\w+)" violates check constraint "\1_(\w+)_check"'))[2]
      || ' is empty, too long or not allowed.',
    'A value has the wrong type: ' || failure || '.')
$$;
comment on function private.describe_invalid_value(text) is 'A sentence for an error of the database about a value that a member sent.';
grant execute on function private.describe_invalid_value(text) to authenticated;

-- A missing or hidden spot was reported as a violated policy.
create function private.require_spot(of_spot text)
 returns void
 language plpgsql
 stable
 set search_path to ''
as $$
begin
  if not exists (select from public.spots where id = of_spot) then
    raise sqlstate 'PT404' using message = 'Spot not found.';
  end if;
end
$$;
comment on function private.require_spot(text) is 'Rejects a spot that is missing or hidden from the caller.';
grant execute on function private.require_spot(text) to authenticated;

create or replace function public.submit_spot(submission_key uuid, spot jsonb, photo_ids uuid[] DEFAULT '{}'::uuid[], alt_texts text[] DEFAULT '{}'::text[])
 returns jsonb
 language plpgsql
 set search_path to ''
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
    select * into made from public.spots where author_id = auth.uid() and submission_key = submit_spot.submission_key;
    return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
  end if;
  if made.precision = 'area' then
    insert into public.spot_exact_points (spot_id, lng, lat)
    values (made.id, (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision);
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

create or replace function public.update_spot(id text, changes jsonb, photo_ids uuid[] DEFAULT NULL::uuid[], alt_texts text[] DEFAULT '{}'::text[])
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  made public.spots;
begin
  if photo_ids is not null then
    delete from public.photos where spot_id = update_spot.id and author_id = auth.uid() and not photos.id = any(photo_ids);
    perform private.attach_photos(update_spot.id, photo_ids, alt_texts);
  end if;
  update public.spots set
    title = case when changes ? 'title' then changes ->> 'title' else title end,
    category = case when changes ? 'category' then changes ->> 'category' else category end,
    tags = case when jsonb_typeof(changes -> 'tags') = 'array'
      then array(select jsonb_array_elements_text(changes -> 'tags')) else tags end,
    description = coalesce(changes ->> 'description', description),
    lng = coalesce((changes ->> 'lng')::double precision, lng),
    lat = coalesce((changes ->> 'lat')::double precision, lat),
    precision = coalesce((changes ->> 'precision')::public.position_precision, precision),
    country_code = case when changes ? 'country_code' then changes ->> 'country_code' else country_code end,
    address = case when changes ? 'address' then changes ->> 'address' else address end,
    website = case when changes ? 'website' then changes ->> 'website' else website end,
    access = coalesce((changes ->> 'access')::public.spot_access, access),
    visibility = coalesce((changes ->> 'visibility')::public.visibility, visibility),
    status = coalesce((changes ->> 'status')::public.publication_status, status),
    cover_photo_id = coalesce(photo_ids[1], cover_photo_id)
  where spots.id = update_spot.id
  returning * into made;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.save_review(spot_id text, rating smallint, body text DEFAULT ''::text, photo_ids uuid[] DEFAULT NULL::uuid[])
 returns uuid
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  saved uuid;
begin
  update public.reviews set rating = save_review.rating, body = save_review.body
    where reviews.spot_id = save_review.spot_id and author_id = auth.uid() returning id into saved;
  if saved is null then
    perform private.require_spot(save_review.spot_id);
    insert into public.reviews (spot_id, rating, body)
      values (save_review.spot_id, save_review.rating, save_review.body) returning id into saved;
  end if;
  if photo_ids is not null then
    perform private.attach_review_photos(saved, save_review.spot_id, photo_ids);
  end if;
  return saved;
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.create_list(title text, description text DEFAULT ''::text, visibility public.visibility DEFAULT 'private'::public.visibility, spot text DEFAULT NULL::text)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  known text := (select title from public.lists
    where author_id = auth.uid() and lower(btrim(title)) = lower(btrim(create_list.title)) limit 1);
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

create or replace function public.set_on_list(spot text, list text, is_on boolean, note text DEFAULT ''::text, place integer DEFAULT NULL::integer)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  known boolean := exists (select from public.list_items where list_id = set_on_list.list and spot_id = set_on_list.spot);
begin
  perform private.require_list_editor(set_on_list.list);
  if not is_on then
    perform private.take_off_list(set_on_list.spot, set_on_list.list);
  elsif not known then
    perform private.require_spot(set_on_list.spot);
    insert into public.list_items (list_id, spot_id, note) values (set_on_list.list, set_on_list.spot, set_on_list.note)
    on conflict do nothing;
    if place is not null then
      perform private.place_list_item(set_on_list.spot, set_on_list.list, place);
    end if;
  end if;
  return (select jsonb_build_object('id', id, 'title', title, 'kind', kind, 'changed', known <> is_on)
    from public.lists where id = set_on_list.list);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.mark_spot(id text, kind public.list_kind, is_on boolean)
 returns jsonb
 language plpgsql
 set search_path to ''
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
    select lists.id, mark_spot.id from public.lists where author_id = auth.uid() and lists.kind = mark_spot.kind
    on conflict do nothing;
  else
    delete from public.list_items where spot_id = mark_spot.id and list_id in
      (select lists.id from public.lists where author_id = auth.uid() and lists.kind = mark_spot.kind);
  end if;
  return (select jsonb_build_object('save_count', save_count, 'been_count', been_count) from public.spots where spots.id = mark_spot.id);
end
$$;

create or replace function public.save_story(story jsonb, post_id text DEFAULT NULL::text, submission_key uuid DEFAULT NULL::uuid, version integer DEFAULT NULL::integer, base_version integer DEFAULT NULL::integer)
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
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

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
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;

create or replace function public.send_suggestion(spot_id text, wanted jsonb DEFAULT '{}'::jsonb, seen jsonb DEFAULT '{}'::jsonb, kind public.suggestion_kind DEFAULT 'edit'::public.suggestion_kind, reason text DEFAULT ''::text, duplicate_of text DEFAULT NULL::text, link_secret text DEFAULT NULL::text)
 returns bigint
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_variable
declare
  spot public.spots;
  now_shown jsonb;
  changes jsonb;
  fields text[] := case kind when 'closed' then array['status'] when 'moved' then array['address']
    else array['title', 'category', 'tags', 'description', 'address', 'website', 'access'] end;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Sign up or sign in to suggest a change.';
  end if;
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = send_suggestion.spot_id and spots.status in ('published', 'closed');
  if spot.id is null then
    raise sqlstate 'PT404' using message = 'Spot not found.';
  end if;
  if length(reason) > 1000 then
    raise sqlstate 'PT400' using message = 'Use at most 1,000 characters for the reason.';
  end if;
  if kind = 'duplicate' then
    if send_suggestion.duplicate_of is null or send_suggestion.duplicate_of = spot.id or not exists (
      select from public.spots as other where other.id = send_suggestion.duplicate_of and other.status in ('published', 'closed')
    ) then
      raise sqlstate 'PT400' using message = 'Choose the other spot that shows the same place.';
    end if;
    return private.save_suggestion(spot, kind, '{}', send_suggestion.duplicate_of, reason);
  end if;
  if spot.author_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'You marked this spot yourself. Edit it instead.';
  end if;
  if wanted ?| array['lng', 'lat'] then
    if spot.precision = 'area' then
      raise sqlstate 'PT400' using message = 'This spot shows only an area, so another position cannot be suggested.';
    end if;
    if kind <> 'closed' then
      fields := fields || array['lng', 'lat'];
    end if;
  end if;
  perform private.check_suggested_values(wanted);
  now_shown := to_jsonb(spot);
  changes := private.changed_fields(now_shown, now_shown || wanted, fields);
  if changes = '{}' then
    raise sqlstate 'PT400' using message = 'Change something first.';
  end if;
  if exists (
    select from jsonb_each(seen) as known (field, value) where changes ? field and now_shown -> field is distinct from value
  ) then
    raise sqlstate 'PT409' using message = 'The spot changed meanwhile. Look at both versions and send again.';
  end if;
  return private.save_suggestion(spot, kind, changes, null, reason);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;
