-- Photos of files come with their places. The browser names them when it stages the rows, sends them one by one through the same
-- processing as other photos, and each goes to the spot, review or story of its row, whichever of the two comes first.
create type public.import_photo_state as enum ('waiting', 'stored', 'added', 'left-out');

create table public.import_photos (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  row_number integer,
  story_number integer,
  position smallint not null default 0,
  name text not null,
  alt_text text not null default '',
  taken_at timestamptz,
  source uuid,
  is_cover boolean not null default false,
  of_review boolean not null default false,
  state public.import_photo_state not null default 'waiting',
  reason text not null default '',
  photo_id uuid references public.photos (id) on delete set null,
  constraint import_photos_pkey primary key (import_id, number),
  constraint import_photos_row_fkey foreign key (import_id, row_number) references public.import_rows (import_id, number) on delete cascade,
  constraint import_photos_target_check check (num_nonnulls(row_number, story_number) = 1),
  constraint import_photos_number_check check (number between 1 and 10000),
  constraint import_photos_position_check check (position between 0 and 999),
  constraint import_photos_length_check check (length(name) between 1 and 300 and length(alt_text) <= 500 and length(reason) <= 500)
);
create index import_photos_row_idx on public.import_photos (import_id, row_number);
create index import_photos_photo_id_idx on public.import_photos (photo_id) where photo_id is not null;
alter table public.import_photos enable row level security;
create policy "members are not banned and have used their second factor" on public.import_photos as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read the photos of their imports" on public.import_photos for select to authenticated
  using (exists (select from public.imports where imports.id = import_photos.import_id and imports.member_id = (select auth.uid())));
revoke all on public.import_photos from anon, authenticated;
grant select on public.import_photos to authenticated;
comment on table public.import_photos is 'The photos of an import and what became of each. Only commands write them.';
comment on column public.import_photos.state is 'waiting: not sent yet. stored: sent, while its row or story is not imported yet.';
comment on column public.import_photos.source is 'From an archive of this product: the id of the photo there, which texts of stories contain.';

create function private.add_import_photos(of_import uuid, photos jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  -- Photos that a member may bring within a day.
  most constant integer := 10000;
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(photos) <> 'array' or jsonb_array_length(photos) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 photos at once.';
  end if;
  insert into public.import_photos (import_id, number, row_number, story_number, position, name, alt_text, taken_at, source, is_cover,
    of_review, state, reason)
  select of_import, photo.number, photo.row_number, photo.story_number, coalesce(photo.position, 0), left(photo.name, 300),
    left(coalesce(photo.alt_text, ''), 500), photo.taken_at, photo.source, coalesce(photo.is_cover, false), coalesce(photo.of_review, false),
    case when coalesce(photo.reason, '') = '' then 'waiting' else 'left-out' end::public.import_photo_state, left(coalesce(photo.reason, ''), 500)
  from jsonb_to_recordset(photos) as photo (number integer, row_number integer, story_number integer, position smallint, name text,
    alt_text text, taken_at timestamptz, source uuid, is_cover boolean, of_review boolean, reason text)
  where photo.story_number is not null
    or exists (select from public.import_rows where import_id = of_import and import_rows.number = photo.row_number)
  on conflict do nothing;
  get diagnostics added = row_count;
  if (select count(*) from public.import_photos join public.imports on imports.id = import_id
      where member_id = auth.uid() and created_at > now() - interval '1 day') > most then
    raise sqlstate 'PT429' using message = 'You can bring at most 10,000 photos a day. Try again tomorrow.';
  end if;
  update public.imports set updated_at = now() where id = of_import;
  return added;
end
$$;
comment on function private.add_import_photos is 'Names at most 500 photos of staged rows and stories, and returns how many are new.';

create function private.drop_import_photo(import uuid, photo integer, why text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from public.photos using public.import_photos as named
    where named.import_id = drop_import_photo.import and named.number = photo and photos.id = named.photo_id;
    update public.import_photos set state = 'left-out', reason = left(why, 500)
    where import_id = drop_import_photo.import and number = photo;
  $$;
comment on function private.drop_import_photo is 'Deletes a photo of an import and notes why it was left out.';

-- A photo comes only to a spot that the import created or that has no photos of the member. Photos of other files never appear on
-- public spots by themselves, because they were private.
create function private.attach_import_photos(import public.imports, rows integer[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
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
        update public.photos set spot_id = photo.spot_id, position = photo.position, review_id = case when photo.of_review then (
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
$$;
comment on function private.attach_import_photos is 'Gives the photos that were sent for imported rows to their spots and reviews.';

-- Stories are drafts until the last of their photos has come or was left out.
alter table private.import_stories
  add column status public.publication_status not null default 'draft',
  add column visibility public.visibility not null default 'private',
  add column cover uuid,
  add constraint import_stories_status_check check (status in ('draft', 'published'));

-- A story shows photos of its own and also those of spots.
create function private.list_story_photos(story private.import_stories) returns setof public.import_photos
  language sql stable set search_path = ''
  as $$
    select * from public.import_photos as named
    where named.import_id = story.import_id
      and (named.story_number = story.number or named.source = story.cover or position('/photo/' || named.source in story.body) > 0)
  $$;
comment on function private.list_story_photos is 'The photos of an import that one of its stories shows.';

create function private.settle_import_story(import public.imports, story private.import_stories) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  post public.posts;
  photo record;
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
    update public.posts set visibility = story.visibility,
      status = private.next_status('draft', 'published', post.visibility, story.visibility, import.member_id)
    where id = post.id;
  end if;
end
$$;
comment on function private.settle_import_story is 'Puts the photos that were sent into an imported story, and publishes it if its member chose so and no photo is missing.';

create function private.settle_stories_of_photos(import public.imports, numbers integer[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.settle_import_story(import, story) from private.import_stories as story
    where story.import_id = import.id and story.post_id is not null
      and exists (select from private.list_story_photos(story) as photo where photo.number = any (numbers))
  $$;
comment on function private.settle_stories_of_photos is 'Settles the stories that show some photos of an import.';

create function private.store_import_photo(of_import uuid, of_number integer, photo jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  named public.import_photos;
begin
  if import.status in ('staging', 'undoing', 'undone') then raise sqlstate 'PT409' using message = 'This import takes no photos now.'; end if;
  select * into named from public.import_photos where import_id = of_import and number = of_number;
  if named.number is null then raise sqlstate 'PT404' using message = 'There is no such photo in this import.'; end if;
  if named.state <> 'waiting' then raise sqlstate 'PT409' using message = 'This photo was sent already or left out.'; end if;
  -- The photos of an import are limited as a whole, not by the hour.
  perform set_config('hereabouts.imports', 'on', true);
  insert into public.photos (id, author_id, storage_path, width, height, placeholder, alt_text, taken_at, position)
  values ((photo ->> 'id')::uuid, import.member_id, import.member_id || '/' || (photo ->> 'id')::uuid, (photo ->> 'width')::integer,
    (photo ->> 'height')::integer, photo ->> 'placeholder', named.alt_text, coalesce(named.taken_at, (photo ->> 'taken_at')::timestamptz),
    named.position);
  update public.import_photos set state = 'stored', photo_id = (photo ->> 'id')::uuid where import_id = of_import and number = of_number;
  if named.row_number is not null then perform private.attach_import_photos(import, array[named.row_number]); end if;
  perform private.settle_stories_of_photos(import, array[of_number]);
  perform set_config('hereabouts.imports', '', true);
end
$$;
comment on function private.store_import_photo is 'Adds a processed photo of the caller to the spot, review or story of its row, or keeps it until that is imported.';

create function private.leave_out_import_photos(of_import uuid, numbers integer[], why text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  update public.import_photos set state = 'left-out', reason = left(why, 500)
  where import_id = of_import and number = any (numbers) and state = 'waiting';
  perform private.settle_stories_of_photos(import, numbers);
end
$$;
comment on function private.leave_out_import_photos is 'Notes why photos of an import of the caller are not sent.';

create function private.describe_import_result(of_import uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'photos', (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select state, count(*) from public.import_photos where import_id = of_import group by state) as counted),
      'stories', (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select posts.status, count(*) from private.import_stories join public.posts on posts.id = post_id
        where import_id = of_import group by posts.status) as counted))
    from public.imports where id = of_import and member_id = auth.uid() and private.has_valid_session()
  $$;
comment on function private.describe_import_result is 'The photos of an import of the caller by state, and its stories by their status.';

create or replace function private.describe_import(of_import uuid, lists jsonb, stories jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(stories) <> 'array' or jsonb_array_length(stories) > 50 then
    raise sqlstate 'PT400' using message = 'Send at most 50 stories at once.';
  end if;
  insert into private.import_stories (import_id, number, title, summary, body, tags, status, visibility, cover)
  select of_import, number, left(title, 200), left(coalesce(summary, ''), 500), coalesce(body, ''), coalesce(tags, '{}'),
    coalesce(status, 'draft'), coalesce(visibility, 'private'), cover
  from jsonb_to_recordset(stories) as story (number integer, title text, summary text, body text, tags text[],
    status public.publication_status, visibility public.visibility, cover uuid)
  on conflict do nothing;
  update public.imports set lists = coalesce(describe_import.lists, imports.lists), updated_at = now(),
    story_count = (select count(*) from private.import_stories where import_id = of_import)
  where id = of_import;
end
$$;

-- Ids of spots are replaced by those that they have here. A name of a spot that did not come stays as it is.
create or replace function private.import_stories(import public.imports) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  story private.import_stories;
  known record;
  created text;
begin
  perform set_config('hereabouts.imports', 'on', true);
  for story in select * from private.import_stories where import_id = import.id and post_id is null and reason = '' order by number loop
    for known in
      select named.spot_id as old_id, place.spot_id as new_id
      from private.list_spots_in_text(story.body) as named
      join lateral (select import_rows.spot_id from public.import_rows
        where import_id = import.id and import_rows.spot_id is not null and details ? 'source' and details ->> 'source' = named.spot_id limit 1) as place on true
    loop
      story.body := regexp_replace(story.body, '(?:https?://[^/\s)]+)?/spot/' || known.old_id || '(?![a-z0-9])', '/spot/' || known.new_id, 'g');
    end loop;
    begin
      insert into public.posts (title, summary, body, tags, visibility, status, author_id)
      values (story.title, story.summary, story.body, story.tags, 'private', 'draft', import.member_id) returning id into created;
      update private.import_stories set post_id = created where import_id = import.id and number = story.number;
      story.post_id := created;
      perform private.settle_import_story(import, story);
    exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
      update private.import_stories set reason = left(sqlerrm, 500) where import_id = import.id and number = story.number;
      update public.imports set story_count = story_count - 1 where id = import.id;
    end;
  end loop;
  perform set_config('hereabouts.imports', '', true);
end
$$;

-- An archive may have no places at all, only lists or stories.
alter table public.imports drop constraint imports_row_count_check,
  add constraint imports_row_count_check check (row_count between 0 and 100000);
comment on column public.imports.lists is 'From an archive of this product: the lists as {title, description, visibility, kind}.';
create function private.create_import_lists(import public.imports) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.find_import_list(import, left(title, 120))
    from (select distinct btrim(each ->> 'title') as title from jsonb_array_elements(import.lists) as each
      where coalesce(each ->> 'kind', 'own') = 'own' and length(btrim(each ->> 'title')) > 0) as described
  $$;
comment on function private.create_import_lists is 'Creates the lists of an archive that have no spots.';

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
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
  from (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  ) as found
  where place.import_id = import.id and place.number = found.number;

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
      import_batch, city_id, country_code, save_count, been_count, precision, access)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, private.next_status(null, chosen.status, null, chosen.visibility, import.member_id), import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown')
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
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
  insert into public.reviews (spot_id, author_id, rating, body)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', '')
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number;
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
  perform private.attach_import_photos(import, numbers);
end
$function$;

create or replace function private.continue_imports(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import public.imports;
  numbers integer[];
  handled integer;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where status in ('running', 'undoing') order by updated_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  perform private.act_as_member(import.member_id);
  if import.status = 'undoing' then
    handled := private.undo_import_rows(import, null, most);
    if handled = 0 then perform private.finish_undo(import); end if;
  else
    numbers := array(select number from public.import_rows where import_id = import.id and state = 'waiting' order by number limit most for update);
    handled := cardinality(numbers);
    if handled > 0 then perform private.import_rows_safely(import, numbers);
    else
      perform private.create_import_lists(import);
      perform private.import_stories(import);
      update public.imports set status = 'done' where id = import.id;
    end if;
  end if;
  update public.imports set updated_at = now() where id = import.id;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return greatest(handled, 1);
end
$function$;

create or replace function private.undo_import_rows(import public.imports, numbers integer[], most integer) returns integer
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  as $$
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
begin
  -- The items, reviews and photos of deleted spots go with them.
  delete from public.spots using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and place.number <> all (kept) and place.state = 'created'
    and spots.id = place.spot_id and spots.author_id = import.member_id and spots.import_batch = import.id;
  delete from public.list_items using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and list_items.list_id = place.list_id and list_items.spot_id = place.spot_id;
  delete from public.photos using public.import_photos as named
  where named.import_id = import.id and named.row_number = any (chosen) and named.row_number <> all (kept)
    and photos.id = named.photo_id and photos.author_id = import.member_id;
  update public.import_photos set state = 'left-out'
  where import_id = import.id and row_number = any (chosen) and (row_number <> all (kept) or state in ('waiting', 'stored'));
  -- A review that was changed afterwards is the member's own work and stays.
  delete from public.reviews using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and place.details ? 'review' and reviews.spot_id = place.spot_id
    and reviews.author_id = import.member_id and reviews.created_at >= import.created_at
    and reviews.body = coalesce(place.details #>> '{review,body}', '');
  update public.import_rows set state = case when number = any (kept) then 'kept' else 'undone' end::public.import_row_state,
    reason = case when number = any (kept) then 'Kept, because others have added to it.' else '' end, list_id = null
  where import_id = import.id and number = any (chosen);
  return cardinality(chosen);
end
$$;

create or replace function private.finish_undo(import public.imports) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from public.posts using private.import_stories as story
    where story.import_id = import.id and posts.id = story.post_id and posts.author_id = import.member_id
      and (posts.status = 'draft' or (story.status = 'published' and not exists (
        select from public.comments where post_id = posts.id and comments.author_id is distinct from import.member_id)));
    delete from public.photos using public.import_photos as named
    where named.import_id = import.id and named.story_number is not null and photos.id = named.photo_id and photos.author_id = import.member_id
      and not exists (select from public.posts where posts.id = photos.post_id);
    update public.import_photos set state = 'left-out' where import_id = import.id and state in ('waiting', 'stored');
    delete from public.lists where id = any ((select created_list_ids from public.imports where id = import.id)::text[])
      and author_id = import.member_id and not exists (select from public.list_items where list_id = lists.id);
    update public.imports set status = 'undone', updated_at = now() where id = import.id;
  $$;

revoke execute on function private.add_import_photos, private.drop_import_photo, private.attach_import_photos, private.list_story_photos,
  private.settle_import_story, private.settle_stories_of_photos,
  private.store_import_photo, private.leave_out_import_photos, private.describe_import_result, private.create_import_lists from public;
grant execute on function private.add_import_photos, private.store_import_photo, private.leave_out_import_photos,
  private.describe_import_result to authenticated;
create function public.add_import_photos(import uuid, photos jsonb) returns integer language sql volatile set search_path = ''
  return private.add_import_photos(import, photos);
comment on function public.add_import_photos is 'Names at most 500 photos of an import that has not started, and returns how many are new: [{number, row_number or story_number, position, name, alt_text, taken_at, source, is_cover, of_review, reason}]. Those with a reason are left out.';
create function public.store_import_photo(import uuid, number integer, photo jsonb) returns void language sql volatile set search_path = ''
  return private.store_import_photo(import, number, photo);
comment on function public.store_import_photo is 'Adds a processed photo {id, width, height, placeholder, taken_at} to the spot, review or story of a started import that it was named for.';
create function public.leave_out_import_photos(import uuid, numbers integer[], reason text) returns void language sql volatile set search_path = ''
  return private.leave_out_import_photos(import, numbers, reason);
comment on function public.leave_out_import_photos is 'Notes in a sentence why photos of an import of the caller are not sent.';
create function public.describe_import_result(import uuid) returns jsonb language sql stable set search_path = ''
  return private.describe_import_result(import);
comment on function public.describe_import_result is 'The photos of an import of the caller by state and its stories by status: {photos, stories}.';
revoke execute on function public.add_import_photos, public.store_import_photo, public.leave_out_import_photos, public.describe_import_result
  from public, anon, authenticated;
grant execute on function public.add_import_photos, public.store_import_photo, public.leave_out_import_photos, public.describe_import_result
  to authenticated;

-- Exports name the cover of each spot, which an import chooses again.
create or replace function private.export_spot(spot public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', spot.id, 'title', spot.title, 'category', spot.category, 'tags', spot.tags, 'description', spot.description,
      'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision, 'country_code', spot.country_code, 'address', spot.address,
      'website', spot.website, 'access', spot.access, 'status', spot.status, 'visibility', spot.visibility,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'created_at', spot.created_at,
      'updated_at', spot.updated_at, 'published_at', spot.published_at, 'confirmed_at', spot.confirmed_at,
      'cover_photo_id', spot.cover_photo_id,
      'author', (select jsonb_build_object('username', username, 'name', name) from public.profiles where id = spot.author_id),
      'city', (select jsonb_build_object('name', name) from public.cities where id = spot.city_id),
      'photos', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'width', width, 'position', position, 'created_at', created_at))
        from public.photos where spot_id = spot.id), '[]'))
  $$;
