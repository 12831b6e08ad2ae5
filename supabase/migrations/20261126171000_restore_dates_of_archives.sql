-- What an archive restores keeps its dates, between 2000 and now. Only rows that the import itself creates get them. Limits and the
-- moderators' queue still use the time when the rows were written here. Restored names outlast the next sign-in.
alter table public.import_rows add column review_id uuid;
comment on column public.import_rows.review_id is 'The review that the import wrote, for undo. Its date may be older than the import.';
comment on column public.import_rows.details is 'From an archive of this product: source (the id of the spot there), visibility, status, precision, access, note, went_on, added_at, created_at, published_at, confirmed_at, review {rating, body, created_at}.';
alter table public.import_photos add column added_at timestamptz;
comment on column public.import_photos.added_at is 'When the photo was added on the site of the archive. It becomes its date once a spot or story shows it.';
alter table private.import_stories add column created_at timestamptz, add column published_at timestamptz;
alter table public.import_records add column restored_at timestamptz;
comment on column public.import_records.restored_at is 'When a record with a date was restored, for limits that count what was written within a time.';
create index import_records_restored_idx on public.import_records (import_id, restored_at) where restored_at is not null;

create function private.to_past_date(written text) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
begin
  if written is null or written !~ '^\d{4}-\d\d-\d\d([T ]|$)' then return null; end if;
  return least(greatest(written::timestamptz, timestamptz '2000-01-01 00:00:00+00'), now());
exception when data_exception then
  return null;
end
$$;
comment on function private.to_past_date is 'A date of an archive, between 2000 and now. Null if it is missing or not valid.';

create function private.read_spot_dates(details jsonb, status public.publication_status,
    out created_at timestamptz, out published_at timestamptz, out confirmed_at timestamptz)
  language plpgsql stable set search_path = ''
  as $$
begin
  -- A spot that waits for moderators queues from now on.
  if status = 'pending' then return; end if;
  created_at := private.to_past_date(details ->> 'created_at');
  if status = 'draft' or created_at is null then return; end if;
  published_at := greatest(created_at, private.to_past_date(details ->> 'published_at'));
  confirmed_at := coalesce(private.to_past_date(details ->> 'confirmed_at'), published_at);
end
$$;
comment on function private.read_spot_dates is 'The dates that an archive names for a spot that gets this status. Null where the import decides.';

create function private.date_restored_record(import public.imports, record public.import_records, made jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  written_at constant timestamptz := private.to_past_date(record.details ->> 'created_at');
begin
  if written_at is null then return; end if;
  -- Rows that this transaction created have its time.
  case record.kind
    when 'comment' then
      update public.comments set created_at = greatest(written_at,
        (select parent.created_at from public.comments as parent where parent.id = comments.parent_id),
        (select reviews.created_at from public.reviews where reviews.id = comments.review_id))
      where id = (made ->> 'comment')::uuid and author_id = import.member_id and created_at = now();
    when 'follow' then
      update public.follows set created_at = written_at
      where id = (made ->> 'follow')::bigint and follower_id = import.member_id and created_at = now();
    when 'block' then
      update public.blocks set created_at = written_at
      where blocker_id = import.member_id and blocked_id = (made ->> 'block')::uuid and created_at = now();
    else return;
  end case;
  update public.import_records set restored_at = now() where import_id = import.id and number = record.number;
end
$$;
comment on function private.date_restored_record is 'Gives the row that a record has just created the date of the archive; a reply none before what it answers.';

create function private.keep_restored_names(import public.imports, made jsonb) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
      || jsonb_build_object('name', made #> '{after,name}', 'surname', made #> '{after,surname}')
    where id = import.member_id and made -> 'after' ? 'surname'
  $$;
comment on function private.keep_restored_names is 'Writes the names of a restored profile into the metadata of the account, which each sign-in copies to the profile.';
revoke execute on function private.to_past_date, private.read_spot_dates, private.date_restored_record, private.keep_restored_names from public;

create or replace function private.describe_import(of_import uuid, lists jsonb, stories jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(stories) <> 'array' or jsonb_array_length(stories) > 50 then
    raise sqlstate 'PT400' using message = 'Send at most 50 stories at once.';
  end if;
  insert into private.import_stories (import_id, number, title, summary, body, tags, status, visibility, cover, created_at, published_at)
  select of_import, number, left(title, 200), left(coalesce(summary, ''), 500), coalesce(body, ''), coalesce(tags, '{}'),
    coalesce(status, 'draft'), coalesce(visibility, 'private'), cover, private.to_past_date(created_at), private.to_past_date(published_at)
  from jsonb_to_recordset(stories) as story (number integer, title text, summary text, body text, tags text[],
    status public.publication_status, visibility public.visibility, cover uuid, created_at text, published_at text)
  on conflict do nothing;
  update public.imports set lists = coalesce(describe_import.lists, imports.lists), updated_at = now(),
    story_count = (select count(*) from private.import_stories where import_id = of_import)
  where id = of_import;
end
$function$;

create or replace function private.attach_import_photos(import public.imports, rows integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  photo record;
  why text;
begin
  for photo in
    select named.*, place.state as row_state, place.spot_id, place.details ? 'source' as is_own_archive,
      exists (select from public.spots where id = place.spot_id and import_batch = import.id) as is_new
    from public.import_photos as named
    join public.import_rows as place on place.import_id = named.import_id and place.number = named.row_number
    where named.import_id = import.id and named.row_number = any (rows) and named.state = 'stored'
      and place.state not in ('waiting', 'pinless')
    order by named.row_number, named.position
  loop
    begin
      why := case
        when photo.spot_id is null then 'Its place was not imported.'
        when photo.row_state = 'saved' and not photo.is_own_archive then
          'The spot is on the map already. Add the photo on its page if everyone may see it.'
        when not photo.is_new and exists (
          select from public.photos where photos.spot_id = photo.spot_id and author_id = import.member_id
            and not exists (select from public.import_photos as own where own.import_id = import.id and own.photo_id = photos.id)
        ) then 'This spot has photos of yours already.'
      end;
      if why is null then
        update public.photos set spot_id = photo.spot_id, position = photo.position, created_at = coalesce(photo.added_at, created_at), review_id = case when photo.of_review then (
            select id from public.reviews where reviews.spot_id = photo.spot_id and author_id = import.member_id) end
        where id = photo.photo_id and photos.spot_id is null;
        update public.spots set cover_photo_id = photo.photo_id
        where id = photo.spot_id and photo.is_new and photo.is_cover and cover_photo_id is distinct from photo.photo_id;
        update public.import_photos set state = 'added' where import_id = import.id and number = photo.number;
      else
        perform private.drop_import_photo(import.id, photo.number, why);
      end if;
    exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT400' or sqlstate 'PT403' then
      perform private.drop_import_photo(import.id, photo.number, sqlerrm);
    end;
  end loop;
end
$function$;

create or replace function private.find_import_list(import public.imports, name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 300;
  found text;
begin
  select id into found from public.lists
  where author_id = import.member_id and (lower(title) = lower(btrim(name))
    or kind = case lower(btrim(name)) when 'want to go' then 'want' when 'been there' then 'been' end::public.list_kind)
  order by kind, created_at limit 1;
  if found is null and btrim(name) <> '' and (select cardinality(created_list_ids) from public.imports where id = import.id) < most then
    insert into public.lists (author_id, title, description, visibility, created_at)
    select import.member_id, left(btrim(name), 120), coalesce(left(described ->> 'description', 2000), ''),
      coalesce((described ->> 'visibility')::public.visibility, 'private'), coalesce(private.to_past_date(described ->> 'created_at'), now())
    from (values (1)) as one left join lateral (
      select each as described from jsonb_array_elements(import.lists) as each where lower(each ->> 'title') = lower(btrim(name)) limit 1
    ) as known on true
    returning id into found;
    update public.imports set created_list_ids = created_list_ids || found where id = import.id;
  end if;
  return found;
end
$function$;

create or replace function private.list_import_rows(import public.imports, numbers integer[], targets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform from public.users where id = import.member_id for no key update;
  with item as (
    select distinct on (target, spot_id) number, target, spot_id, coalesce(left(details ->> 'note', 280), '') as note,
      (details ->> 'went_on')::date as went_on,
      coalesce(private.to_past_date(details ->> 'added_at'), now()) as added_at
    from (
      select *, targets ->> case list when '' then 'Want to go' else list end as target from public.import_rows
      where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
    ) as placed
    where target is not null order by target, spot_id, number
  ),
  -- Read once for each list, not for each row: the index also has the items of this step, which the query has to skip.
  last as materialized (
    select target, coalesce((select max(position) from public.list_items where list_id = target), 0) as position
    from (select distinct target from item) as named
  ),
  inserted as (
    insert into public.list_items (list_id, spot_id, added_by, note, went_on, created_at, position)
    select target, spot_id, import.member_id, note, went_on, added_at,
      last.position + row_number() over (partition by target order by number)
    from item join last using (target) on conflict do nothing returning list_id, spot_id
  )
  update public.import_rows as place set list_id = inserted.list_id
  from item join inserted on inserted.list_id = item.target and inserted.spot_id = item.spot_id
  where place.import_id = import.id and place.number = item.number;

  -- Spots that the import created are counted already.
  with added as materialized (
    select place.spot_id, place.list_id, lists.kind from public.import_rows as place join public.lists on lists.id = place.list_id
    where place.import_id = import.id and place.number = any (numbers)
      and place.spot_id not in (select first.spot_id from public.import_rows as first where first.import_id = import.id
        and first.number = any (numbers) and first.state = 'created' and first.spot_id is not null)
  ),
  counted as (
    select spot_id, bool_or(kind = 'been')::integer as been, (bool_or(kind <> 'been') and not exists (
      select from public.list_items join public.lists on lists.id = list_items.list_id
      where list_items.spot_id = added.spot_id and lists.author_id = import.member_id and lists.kind <> 'been'
        and not exists (select from added as own where own.spot_id = list_items.spot_id and own.list_id = list_items.list_id)
    ))::integer as saves
    from added group by spot_id
  )
  update public.spots set been_count = been_count + been, save_count = save_count + saves
  from counted where spots.id = counted.spot_id and been + saves > 0;

  with added as materialized (
    select number, spot_id, list_id from public.import_rows
    where import_id = import.id and number = any (numbers) and list_id is not null
  ),
  touched as (
    update public.lists set updated_at = now() where id in (select list_id from added) returning id, kind
  ),
  used as (
    insert into private.list_uses (member_id, list_id) select import.member_id, id from touched where kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp()
  )
  insert into public.list_changes (list_id, actor_id, kind, spot_id)
  select added.list_id, import.member_id, 'added', added.spot_id from added join touched on touched.id = added.list_id
  where touched.kind = 'own' order by number;
end
$function$;

create or replace function private.import_rows(import public.imports, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  doubles integer[];
  originals integer[];
  targets jsonb;
  saved integer[];
  been integer[];
begin
  -- The matches come first, because the planner would compare each row with all of the import.
  with found as materialized (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  )
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
  from found where place.import_id = import.id and place.number = found.number;

  select coalesce(array_agg(number), '{}'), coalesce(array_agg(original), '{}') into doubles, originals
  from private.list_same_rows(import.id, numbers);
  select coalesce(jsonb_object_agg(name, private.find_import_list(import, name)), '{}') into targets
  from (
    select distinct case list when '' then 'Want to go' else list end as name from public.import_rows
    where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
  ) as named;

  -- A new spot is counted as saved from the start, if its row or one that is the same has a list.
  select coalesce(array_agg(number) filter (where is_saved), '{}'), coalesce(array_agg(number) filter (where is_been), '{}')
  into saved, been
  from (
    select coalesce(same.original, place.number) as number, bool_or(lists.kind <> 'been') as is_saved, bool_or(lists.kind = 'been') as is_been
    from public.import_rows as place left join unnest(doubles, originals) as same (number, original) using (number)
    join public.lists on lists.id = targets ->> place.list
    where place.import_id = import.id and place.number = any (numbers)
    group by 1
  ) as listed;

  with fresh as materialized (
    select place.*, private.random_id() as new_id from public.import_rows as place
    where import_id = import.id and number = any (numbers) and state = 'waiting' and number <> all (doubles)
  ),
  created as (
    insert into public.spots (id, title, category, lng, lat, description, address, website, tags, visibility, status, author_id,
      import_batch, city_id, country_code, save_count, been_count, precision, access, created_at, published_at, confirmed_at)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, settled.status, import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown'),
      coalesce(dates.created_at, now()), dates.published_at, dates.confirmed_at
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
    cross join lateral private.next_status(null, chosen.status, null, chosen.visibility, import.member_id) as next
    cross join lateral (select case when next = 'published' and details ->> 'status' = 'closed' then 'closed' else next end as status) as settled
    cross join lateral private.read_spot_dates(fresh.details, settled.status) as dates
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id, reason = 'You have it already: ' || first.title
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  -- An archive of this product says more about a place than other files.
  insert into public.spot_exact_points (spot_id, lng, lat)
  select spot_id, lng, lat from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and state = 'created' and details ->> 'precision' = 'area'
  on conflict (spot_id) do nothing;
  with written as (
  insert into public.reviews (spot_id, author_id, rating, body, created_at)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', ''), coalesce(private.to_past_date(details #>> '{review,created_at}'), now())
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number
  returning id, spot_id)
  update public.import_rows as place set review_id = written.id
  from written where place.import_id = import.id and place.number = any (numbers) and place.spot_id = written.spot_id and details ? 'review';
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
  perform private.attach_import_photos(import, numbers);
end
$function$;

create or replace function private.settle_import_story(import public.imports, story private.import_stories)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.posts;
  photo record;
  becomes public.publication_status;
begin
  select * into post from public.posts where id = story.post_id and author_id = import.member_id for update;
  if post.id is null then return; end if;
  for photo in select * from private.list_story_photos(story) as named where photo_id is not null order by named.number loop
    if photo.source is not null then
      post.body := regexp_replace(post.body, '(?:https?://[^/\s)]+)?/photo/' || photo.source || '(?![0-9a-f-])', '/photo/' || photo.photo_id, 'g');
    end if;
    if photo.source = story.cover then post.cover_photo_id := photo.photo_id; end if;
    update public.import_photos set state = 'added' where import_id = import.id and number = photo.number and story_number is not null;
  end loop;
  update public.posts set body = post.body, cover_photo_id = post.cover_photo_id
  where id = post.id and (body, cover_photo_id) is distinct from (post.body, post.cover_photo_id);
  if story.status = 'published' and post.status = 'draft'
    and not exists (select from private.list_story_photos(story) where state in ('waiting', 'stored')) then
    becomes := private.next_status('draft', 'published', post.visibility, story.visibility, import.member_id);
    -- A story that waits for moderators queues from now on.
    update public.posts set visibility = story.visibility, status = becomes,
      created_at = case when becomes = 'pending' then created_at else coalesce(story.created_at, created_at) end,
      published_at = case when becomes = 'published' then coalesce(greatest(story.published_at, story.created_at), published_at) else published_at end
    where id = post.id;
  elsif story.status = 'draft' and post.status = 'draft' then
    update public.posts set created_at = story.created_at where id = post.id and created_at > story.created_at;
  end if;
  -- Photos that no story shows are dated by their upload, because the chore deletes old ones.
  update public.photos set created_at = named.added_at from public.import_photos as named
  where named.import_id = import.id and named.story_number = story.number and named.added_at is not null and photos.id = named.photo_id
    and photos.author_id = import.member_id and photos.post_id is not null;
end
$function$;

-- Undoing took most of its time to write each row of the import twice: once when its spot was deleted, and once for its new state. The
-- rows let go of their spots first, so the foreign key finds nothing to change.
create or replace function private.undo_import_rows(import public.imports, numbers integer[], most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  chosen constant integer[] := array(
    select number from public.import_rows
    where import_id = import.id and state not in ('undone', 'kept', 'failed') and (numbers is null or number = any (numbers))
    order by number limit most for update);
  kept constant integer[] := array(
    select number from public.import_rows as place
    where import_id = import.id and number = any (chosen) and state = 'created' and (
      exists (select from public.reviews where reviews.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.comments where comments.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.photos where photos.spot_id = place.spot_id and author_id is distinct from import.member_id)));
  gone constant text[] := array(
    select spots.id from public.import_rows as place join public.spots on spots.id = place.spot_id
    where place.import_id = import.id and place.number = any (chosen) and place.number <> all (kept) and place.state = 'created'
      and spots.author_id = import.member_id and spots.import_batch = import.id
    for update of spots);
begin
  delete from public.list_items using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and list_items.list_id = place.list_id and list_items.spot_id = place.spot_id
    and place.spot_id <> all (gone);
  delete from public.photos using public.import_photos as named
  where named.import_id = import.id and named.row_number = any (chosen) and named.row_number <> all (kept)
    and photos.id = named.photo_id and photos.author_id = import.member_id
    and (photos.spot_id is null or photos.spot_id <> all (gone));
  update public.import_photos set state = 'left-out'
  where import_id = import.id and row_number = any (chosen) and (row_number <> all (kept) or state in ('waiting', 'stored'));
  -- A review that was changed afterwards is the member's own work and stays.
  delete from public.reviews using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and place.details ? 'review' and reviews.spot_id = place.spot_id
    and place.spot_id <> all (gone)
    and reviews.author_id = import.member_id
    and (reviews.id = place.review_id or (place.review_id is null and reviews.created_at >= import.created_at))
    and reviews.body = coalesce(place.details #>> '{review,body}', '');
  update public.import_rows set state = case when number = any (kept) then 'kept' else 'undone' end::public.import_row_state,
    reason = case when number = any (kept) then 'Kept, because others have added to it.' else '' end, list_id = null,
    spot_id = case when spot_id = any (gone) then null else spot_id end
  where import_id = import.id and number = any (chosen);
  -- The items, reviews and photos of deleted spots go with them.
  delete from public.spots where id = any (gone);
  return cardinality(chosen);
end
$function$;

create or replace function private.restore_record_as(import public.imports, record public.import_records)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  own_role constant text := current_setting('role');
  plan jsonb;
begin
  plan := private.plan_record(import, record);
  if plan ?| '{reason,known,waits}' then return plan; end if;
  perform set_config('role', 'authenticated', true);
  plan := private.restore_record(record.kind, record.details, plan);
  perform set_config('role', own_role, true);
  if plan ? 'made' then
    perform private.date_restored_record(import, record, plan -> 'made');
    perform private.keep_restored_names(import, plan -> 'made');
  end if;
  return plan;
exception
  when sqlstate 'PT429' then return jsonb_build_object('waits', true);
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then return jsonb_build_object('reason', sqlerrm);
  when insufficient_privilege then
    return jsonb_build_object('reason', case record.kind when 'comment' then 'You cannot comment there.' else 'You may not do this on this site.' end);
  when integrity_constraint_violation or data_exception then
    -- The same sentence whether a comment does not exist or the member may not see it.
    return jsonb_build_object('reason', case when sqlstate = '23514' and record.details ? 'parent'
      then 'The comment that it answers is not on this site.' else 'This entry of the archive is not valid.' end);
end
$function$;

create or replace function private.tg_comments__pace()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  earliest timestamptz;
begin
  -- Comments of an archive have the dates of the archive, but count from when they were restored.
  select written_at into earliest from (
    select created_at as written_at from public.comments
    where author_id = new.author_id and created_at > now() - interval '1 minute'
    union all
    select restored_at from public.imports join public.import_records on import_id = imports.id
    where member_id = new.author_id and kind = 'comment' and restored_at > now() - interval '1 minute'
  ) as written order by written_at desc offset private.max_comments_per_minute() limit 1;
  if earliest is not null then
    raise sqlstate 'PT429' using message = format('You can comment again in %s seconds.',
      greatest(1, ceil(extract(epoch from earliest + interval '1 minute' - now()))));
  end if;
  return null;
end
$function$;

create or replace function private.tg_spots__limit_new_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer;
  added integer;
begin
  if not exists (select from new_rows where visibility <> 'private') or private.is_moderator()
    or not exists (select from public.users where id = auth.uid() and created_at > now() - interval '7 days') then
    return null;
  end if;
  select new_member_daily_spots into most from public.instance_settings;
  select count(*) into added from (
    select from public.spots where author_id = auth.uid() and visibility <> 'private'
      -- Spots of an archive have the dates of the archive.
      and (created_at > now() - interval '1 day' or (import_batch is not null and updated_at > now() - interval '1 day'))
    limit most + 1
  ) as recent;
  if added > most then
    raise sqlstate 'PT429' using
      message = format('New members can add %s spots a day here. Try again tomorrow.', most);
  end if;
  return null;
end
$function$;

create or replace function private.export_rows(part text, of_list text, after text, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  found jsonb;
begin
  case part
    when 'profile' then
      select jsonb_agg(to_jsonb(users)) into found from public.users where id = me and after is null;
    when 'spots' then
      select jsonb_agg(card || jsonb_build_object('key', id) || coalesce(point, '{}') order by id) into found from (
        select spots.id, private.export_spot(spots) as card,
          (select jsonb_build_object('lng', exact.lng, 'lat', exact.lat) from public.spot_exact_points as exact where spot_id = spots.id) as point
        from public.spots where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'posts' then
      select jsonb_agg(to_jsonb(page) - 'search' || jsonb_build_object('key', id, 'post_spots', coalesce((
        select jsonb_agg(jsonb_build_object('spot_id', spot_id, 'position', position) order by position)
        from public.post_spots where post_id = page.id), '[]')) order by id) into found
      from (select * from public.posts where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'photos' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id) order by id) into found
      from (select * from public.photos where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'reviews' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id, 'spot', (
        select private.export_spot(spots) from public.spots where spots.id = page.spot_id)) order by id) into found
      from (select * from public.reviews where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'comments' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id, 'about', coalesce(
        (select jsonb_build_object('spot', title, 'lng', lng, 'lat', lat) from public.spots where spots.id = page.spot_id),
        (select jsonb_build_object('story', title, 'author', (select username from public.profiles where profiles.id = posts.author_id))
          from public.posts where posts.id = page.post_id))) order by id) into found
      from (select * from public.comments where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'lists' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id) order by id) into found
      from (select * from public.lists where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'list_items' then
      select jsonb_agg(card || jsonb_build_object('key', position || ':' || spot_id, 'note', note, 'went_on', went_on, 'added_at', added_at) order by position, spot_id)
      into found from (
        select position, spot_id, note, went_on, list_items.created_at as added_at, private.export_spot(spots) as card
        from public.list_items join public.spots on spots.id = spot_id
        where list_id = of_list and spots.status <> 'removed'
          and (after is null or (position, spot_id) > (split_part(after, ':', 1)::integer, split_part(after, ':', 2)))
        order by position, spot_id limit most) as page;
    when 'follows' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text,
        'member', (select username from public.profiles where profiles.id = page.member_id),
        'city', (select jsonb_build_object('name', name, 'slug', slug) from public.cities where cities.id = page.city_id),
        'list', (select jsonb_build_object('title', title, 'author', (select username from public.profiles where profiles.id = lists.author_id))
          from public.lists where lists.id = page.list_id)) order by id) into found
      from (select * from public.follows where follower_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
    when 'blocks' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', blocked_id,
        'member', (select username from public.profiles where profiles.id = page.blocked_id)) order by blocked_id) into found
      from (select * from public.blocks where blocker_id = me and (after is null or blocked_id > after::uuid) order by blocked_id limit most) as page;
    when 'notification_preferences' then
      select jsonb_agg(jsonb_build_object('topic', topic, 'in_app', in_app, 'mail', mail) order by topic) into found
      from public.notification_preferences where user_id = me and after is null;
    when 'mail_schedules' then
      select jsonb_agg(jsonb_build_object('digest_hour', digest_hour, 'time_zone', time_zone)) into found
      from public.mail_schedules where user_id = me and after is null;
    when 'notifications' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text) order by id) into found
      from (select * from public.notifications where user_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
  end case;
  return coalesce(found, '[]');
end
$function$;
