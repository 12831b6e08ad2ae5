-- An archive of this product also brings back the comments, follows, blocks and settings of its member. They are staged like
-- rows. Once the places and stories are there, the server restores each with the role and the claims of the member, so that
-- RLS policies, triggers and hourly limits apply as if the member had done it by hand. Nobody is notified.
create table public.import_records (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  kind text not null,
  name text not null,
  details jsonb not null,
  state public.import_row_state not null default 'waiting',
  reason text not null default '',
  made jsonb,
  constraint import_records_pkey primary key (import_id, number),
  constraint import_records_number_check check (number between 1 and 20000),
  constraint import_records_kind_check check (kind in ('comment', 'follow', 'block', 'setting')),
  constraint import_records_name_check check (length(name) between 1 and 200),
  constraint import_records_details_check check (jsonb_typeof(details) = 'object' and length(details::text) <= 30000),
  constraint import_records_reason_check check (length(reason) <= 500)
);
create index import_records_state_idx on public.import_records (import_id, state, number);
alter table public.import_records enable row level security;
create policy "members are not banned and have used their second factor" on public.import_records as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read the records of their imports" on public.import_records for select to authenticated
  using (exists (select from public.imports where imports.id = import_records.import_id and imports.member_id = (select auth.uid())));
revoke all on public.import_records from anon, authenticated;
grant select on public.import_records to authenticated;
comment on table public.import_records is 'Comments, follows, blocks and settings of an archive, and what became of each. Only commands write them.';
comment on column public.import_records.made is 'What was restored, for undo: {comment}, {follow}, {block} with an id, or {before, after} of a setting.';

alter table public.imports add column records_due_at timestamptz;
create index imports_records_due_idx on public.imports (records_due_at) where status = 'done' and records_due_at is not null;
comment on column public.imports.records_due_at is 'When the next records are restored; null if none wait. Later than now while the member has reached an hourly limit.';

create function private.add_import_records(of_import uuid, records jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(records) <> 'array' or jsonb_array_length(records) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 records at once.';
  end if;
  insert into public.import_records (import_id, number, kind, name, details)
  select of_import, number, kind, left(name, 200), details
  from jsonb_to_recordset(records) as record (number integer, kind text, name text, details jsonb)
  on conflict do nothing;
  get diagnostics added = row_count;
  update public.imports set updated_at = now(), records_due_at = now() where id = of_import;
  return added;
end
$$;
comment on function private.add_import_records is 'Stages at most 500 comments, follows, blocks and settings. A record that is sent twice counts once.';

create function public.add_import_records(import uuid, records jsonb) returns integer language sql volatile set search_path = ''
  return private.add_import_records(import, records);
comment on function public.add_import_records is 'Adds to an import that has not started at most 500 records [{number, kind, name, details}] at once, and returns how many are new.';
revoke execute on function private.add_import_records, public.add_import_records from public, anon;
grant execute on function private.add_import_records, public.add_import_records to authenticated;

create function private.find_known_story(import public.imports, story private.import_stories) returns text
  language sql stable security definer set search_path = ''
  as $$
    select id from (
      select id, created_at from public.posts
      where author_id = import.member_id and title = story.title and body = story.body and status <> 'removed'
      union all
      -- The text of a story that an earlier import created has other ids now.
      select posts.id, posts.created_at from public.imports as earlier
      join private.import_stories as brought on brought.import_id = earlier.id
      join public.posts on posts.id = brought.post_id and posts.author_id = import.member_id and posts.status <> 'removed'
      where earlier.member_id = import.member_id and earlier.id <> import.id and brought.title = story.title and brought.body = story.body
    ) as known order by created_at, id limit 1
  $$;
comment on function private.find_known_story is 'The story of the member that an archive brings again, if there is one.';

-- Finds the target of a comment: a spot or story that came along, or the public one that it most likely is.
create function private.find_commented(import public.imports, details jsonb, out spot_id text, out post_id text, out is_draft boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  about constant jsonb := details -> 'about';
  story private.import_stories;
begin
  if details ? 'spot' then
    select import_rows.spot_id into find_commented.spot_id from public.import_rows
    where import_id = import.id and import_rows.details ? 'source' and import_rows.details ->> 'source' = find_commented.details ->> 'spot'
      and import_rows.spot_id is not null order by number limit 1;
    if find_commented.spot_id is null and about ? 'lng' and (about ->> 'lng')::float8 between -180 and 180
      and (about ->> 'lat')::float8 between -90 and 90 then
      select match.spot_id into find_commented.spot_id
      from private.match_place(import.member_id, (about ->> 'lng')::float8, (about ->> 'lat')::float8, about ->> 'spot') as match;
    end if;
  elsif details ? 'story' then
    select * into story from private.import_stories where import_id = import.id and number = (details ->> 'story')::integer;
    find_commented.post_id := coalesce(story.post_id, private.find_known_story(import, story));
    is_draft := story.status = 'published' and exists (select from public.posts where id = story.post_id and status = 'draft');
  else
    select posts.id into find_commented.post_id from public.posts join public.users on users.id = author_id
    where posts.title = about ->> 'story' and lower(users.username) = lower(about ->> 'author')
      and posts.status in ('published', 'closed') and posts.visibility = 'public' order by posts.created_at, posts.id limit 1;
  end if;
end
$$;
comment on function private.find_commented is 'The spot or story of a comment in an archive. is_draft: the story is published once its photos are there.';

create function private.plan_record(import public.imports, record public.import_records) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  target record;
  parent uuid;
  review uuid;
  known uuid;
begin
  if record.kind <> 'comment' then return '{}'; end if;
  select * into target from private.find_commented(import, record.details);
  if target.spot_id is null and target.post_id is null then
    return jsonb_build_object('reason', case when record.details ? 'spot' then 'This place is not on this site.' else 'This story is not on this site.' end);
  end if;
  if target.is_draft then return jsonb_build_object('waits', true); end if;
  if record.details ? 'answers' then
    select (made ->> 'comment')::uuid into parent from public.import_records
    where import_id = import.id and number = (record.details ->> 'answers')::integer and kind = 'comment';
  elsif record.details ? 'parent' then
    select id into parent from public.comments
    where id = (record.details ->> 'parent')::uuid and (spot_id, post_id) is not distinct from (target.spot_id, target.post_id);
  elsif record.details ? 'review' then
    select id into review from public.reviews
    where spot_id = target.spot_id and (id = (record.details ->> 'review')::uuid
      or (record.details ? 'of_own_review' and author_id = import.member_id)) order by id limit 1;
    if review is null then return jsonb_build_object('reason', 'The review that it answers is not on this site.'); end if;
  end if;
  if record.details ?| '{answers,parent}' and parent is null then
    return jsonb_build_object('reason', 'The comment that it answers is not on this site.');
  end if;
  select id into known from public.comments
  where author_id = import.member_id and body = record.details ->> 'body' and deleted_at is null
    and (spot_id, post_id, parent_id, review_id) is not distinct from (target.spot_id, target.post_id, parent, review)
  order by created_at, id limit 1;
  if known is not null then
    return jsonb_build_object('known', 'You wrote this comment here already.', 'made', jsonb_build_object('comment', known));
  end if;
  return jsonb_build_object('spot', target.spot_id, 'post', target.post_id, 'parent', parent, 'review', review);
end
$$;
comment on function private.plan_record is 'What a record of an archive refers to on this site: {spot, post, parent, review}, or {reason}, {known} or {waits}.';

create function private.restore_follow(details jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  member uuid;
  city integer;
  list text;
  known constant jsonb := '{"known": "You follow this already."}';
  made bigint;
begin
  if details ? 'member' then
    select id into member from public.profiles where lower(username) = lower(details ->> 'member');
    if member is null then return jsonb_build_object('reason', 'There is no member of this name on this site.'); end if;
    if member = auth.uid() then return jsonb_build_object('reason', 'This is your own name on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and member_id = member) then return known; end if;
  elsif details ? 'city' then
    select id into city from public.cities where id = (details ->> 'city')::integer;
    if city is null then return jsonb_build_object('reason', 'This city is not on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and city_id = city) then return known; end if;
  else
    select lists.id into list from public.lists join public.profiles on profiles.id = author_id
    where lists.title = details ->> 'list' and lower(profiles.username) = lower(details ->> 'author') and lists.author_id <> auth.uid()
    order by lists.created_at, lists.id limit 1;
    if list is null then return jsonb_build_object('reason', 'There is no such list on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and list_id = list) then return known; end if;
  end if;
  insert into public.follows (member_id, city_id, list_id) values (member, city, list) returning id into made;
  return jsonb_build_object('made', jsonb_build_object('follow', made));
end
$$;
comment on function private.restore_follow is 'Follows as the caller whom or what a record of an archive names.';

create function private.restore_block(details jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  member constant uuid := (select id from public.profiles where lower(username) = lower(details ->> 'member'));
begin
  if member is null then return jsonb_build_object('reason', 'There is no member of this name on this site.'); end if;
  if member = auth.uid() then return jsonb_build_object('reason', 'This is your own name on this site.'); end if;
  if exists (select from public.blocks where blocker_id = auth.uid() and blocked_id = member) then
    return jsonb_build_object('known', 'You block this member already.');
  end if;
  insert into public.blocks (blocked_id) values (member);
  return jsonb_build_object('made', jsonb_build_object('block', member));
end
$$;
comment on function private.restore_block is 'Blocks as the caller the member whom a record of an archive names.';

create function private.restore_setting(details jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  before jsonb;
  after jsonb;
begin
  case details ->> 'setting'
    when 'notifications' then
      after := jsonb_build_object('topic', details ->> 'topic', 'in_app', (details ->> 'in_app')::boolean, 'mail', details ->> 'mail');
      select jsonb_build_object('topic', topic, 'in_app', in_app, 'mail', mail) into before
      from public.notification_preferences where user_id = auth.uid() and topic = (details ->> 'topic')::public.notification_topic;
      insert into public.notification_preferences (topic, in_app, mail)
      values ((after ->> 'topic')::public.notification_topic, (after ->> 'in_app')::boolean, (after ->> 'mail')::public.mail_frequency)
      on conflict (user_id, topic) do update set in_app = excluded.in_app, mail = excluded.mail;
    when 'digest' then
      after := jsonb_build_object('digest_hour', (details ->> 'digest_hour')::smallint, 'time_zone', details ->> 'time_zone');
      select jsonb_build_object('digest_hour', digest_hour, 'time_zone', time_zone) into before
      from public.mail_schedules where user_id = auth.uid();
      insert into public.mail_schedules (digest_hour, time_zone) values ((after ->> 'digest_hour')::smallint, after ->> 'time_zone')
      on conflict (user_id) do update set digest_hour = excluded.digest_hour, time_zone = excluded.time_zone;
    when 'profile' then
      -- What the member has written about themselves on this site stays.
      select jsonb_build_object('name', name, 'surname', surname, 'bio', bio, 'profile_visibility', profile_visibility) into before
      from public.users where id = auth.uid();
      update public.users set name = coalesce(name, nullif(details ->> 'name', '')), surname = coalesce(surname, nullif(details ->> 'surname', '')),
        bio = coalesce(nullif(bio, ''), nullif(details ->> 'bio', '')),
        profile_visibility = coalesce((details ->> 'profile_visibility')::public.profile_visibility, profile_visibility)
      where id = auth.uid()
      returning jsonb_build_object('name', name, 'surname', surname, 'bio', bio, 'profile_visibility', profile_visibility) into after;
    else return jsonb_build_object('reason', 'This site has no such setting.');
  end case;
  if before = after then return jsonb_build_object('known', 'It is set like this already.'); end if;
  return jsonb_build_object('made', jsonb_build_object('before', before, 'after', after));
end
$$;
comment on function private.restore_setting is 'Sets as the caller a setting of an archive.';

create function private.restore_record(kind text, details jsonb, plan jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  comment uuid;
begin
  case kind
    when 'comment' then
      insert into public.comments (spot_id, post_id, parent_id, review_id, body)
      values (plan ->> 'spot', plan ->> 'post', (plan ->> 'parent')::uuid, (plan ->> 'review')::uuid, details ->> 'body')
      returning id into comment;
      return jsonb_build_object('made', jsonb_build_object('comment', comment));
    when 'follow' then return private.restore_follow(details);
    when 'block' then return private.restore_block(details);
    when 'setting' then return private.restore_setting(details);
  end case;
end
$$;
comment on function private.restore_record is 'Restores one record of an archive as the caller: {made}, or {known} or {reason} with a sentence.';

-- Run as the server. Only it may switch to the role of the member, which functions of the owner cannot.
create function private.restore_record_as(import public.imports, record public.import_records) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  own_role constant text := current_setting('role');
  plan jsonb;
begin
  plan := private.plan_record(import, record);
  if plan ?| '{reason,known,waits}' then return plan; end if;
  perform set_config('role', 'authenticated', true);
  plan := private.restore_record(record.kind, record.details, plan);
  perform set_config('role', own_role, true);
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
$$;
comment on function private.restore_record_as is 'Restores a record with the role and the claims of its member, or returns why not.';

create function private.take_import_records() returns public.imports
  language sql volatile security definer set search_path = ''
  as $$
    select * from public.imports where status = 'done' and records_due_at <= now() order by records_due_at, id limit 1 for update skip locked
  $$;
comment on function private.take_import_records is 'Locks the import whose records have waited longest.';

create function private.restore_import_records(most integer) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  own_claims constant text := current_setting('request.jwt.claims', true);
  import constant public.imports := private.take_import_records();
  record public.import_records;
  outcome jsonb;
  handled integer := 0;
  waits boolean := false;
begin
  if import.id is null then return 0; end if;
  -- The member had a valid session when they started the import.
  perform set_config('request.jwt.claims', jsonb_build_object('sub', import.member_id, 'role', 'authenticated', 'aal', 'aal2')::text, true),
    set_config('hereabouts.restoring', 'on', true);
  for record in
    select * from public.import_records where import_id = import.id and state = 'waiting' order by number limit most
  loop
    outcome := private.restore_record_as(import, record);
    if outcome ? 'waits' then
      waits := true;
      -- The others have the same limit. A story that waits for photos holds up only its own comments.
      exit when record.kind <> 'comment' or not record.details ? 'story';
      continue;
    end if;
    update public.import_records set
      state = case when outcome ? 'reason' then 'failed' when outcome ? 'known' then 'known' else 'created' end::public.import_row_state,
      reason = left(coalesce(outcome ->> 'reason', outcome ->> 'known', ''), 500), made = outcome -> 'made'
    where import_id = import.id and number = record.number;
    handled := handled + 1;
  end loop;
  perform set_config('request.jwt.claims', coalesce(own_claims, ''), true), set_config('hereabouts.restoring', '', true);
  if waits and import.created_at < now() - interval '30 days' then
    update public.import_records set state = 'failed', reason = 'It could not be restored within 30 days.'
    where import_id = import.id and state = 'waiting';
  end if;
  update public.imports set records_due_at = case
    when not exists (select from public.import_records where import_id = import.id and state = 'waiting') then null
    when waits then now() + interval '1 minute' else now() end
  where id = import.id;
  return handled;
end
$$;
comment on function private.restore_import_records is 'Restores at most so many records of one import, and returns how many were handled. Those beyond a limit of the member wait.';

create or replace function public.continue_imports(most integer default 200) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  handled constant integer := private.continue_imports(most);
begin
  if handled > 0 then return handled; end if;
  return private.restore_import_records(most);
end
$$;

revoke execute on function private.find_known_story, private.find_commented, private.plan_record, private.restore_follow, private.restore_block,
  private.restore_setting, private.restore_record, private.restore_record_as, private.take_import_records, private.restore_import_records from public;
grant execute on function private.restore_follow, private.restore_block, private.restore_setting, private.restore_record to authenticated;

create function private.undo_import_setting(import public.imports, made jsonb) returns void
  language sql volatile security definer set search_path = ''
  as $$
    -- What the member has changed since then stays.
    update public.notification_preferences as chosen set in_app = coalesce((before ->> 'in_app')::boolean, true),
      mail = coalesce((before ->> 'mail')::public.mail_frequency, private.default_mail(chosen.topic))
    from (select made -> 'before' as before, made -> 'after' as after) as change
    where user_id = import.member_id and after ? 'topic' and topic = (after ->> 'topic')::public.notification_topic
      and in_app = (after ->> 'in_app')::boolean and mail = (after ->> 'mail')::public.mail_frequency;
    update public.mail_schedules set digest_hour = coalesce((before ->> 'digest_hour')::smallint, 8), time_zone = before ->> 'time_zone'
    from (select made -> 'before' as before, made -> 'after' as after) as change
    where user_id = import.member_id and after ? 'digest_hour'
      and (digest_hour, time_zone) is not distinct from ((after ->> 'digest_hour')::smallint, after ->> 'time_zone');
    update public.users set name = before ->> 'name', surname = before ->> 'surname', bio = before ->> 'bio',
      profile_visibility = (before ->> 'profile_visibility')::public.profile_visibility
    from (select made -> 'before' as before, made -> 'after' as after) as change
    where id = import.member_id and after ? 'profile_visibility' and (name, surname, bio, profile_visibility) is not distinct from
      (after ->> 'name', after ->> 'surname', after ->> 'bio', (after ->> 'profile_visibility')::public.profile_visibility);
  $$;
comment on function private.undo_import_setting is 'Sets a setting to its value before the import, unless the member has changed it since.';

create function private.undo_import_records(import public.imports) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- A comment that others answered stays, and so does one that was changed afterwards.
  update public.import_records as record set state = 'kept', reason = 'Kept, because others have answered it or you have changed it.'
  from public.comments
  where record.import_id = import.id and record.state = 'created' and record.kind = 'comment' and comments.id = (made ->> 'comment')::uuid
    and (comments.body <> record.details ->> 'body' or exists (
      select from public.comments as answer where answer.parent_id = comments.id and answer.author_id <> import.member_id));
  delete from public.comments using public.import_records as record
  where record.import_id = import.id and record.state = 'created' and comments.id = (made ->> 'comment')::uuid and comments.author_id = import.member_id;
  delete from public.follows using public.import_records as record
  where record.import_id = import.id and record.state = 'created' and follows.id = (made ->> 'follow')::bigint and follows.follower_id = import.member_id;
  delete from public.blocks using public.import_records as record
  where record.import_id = import.id and record.state = 'created' and blocker_id = import.member_id and blocked_id = (made ->> 'block')::uuid;
  perform private.undo_import_setting(import, made) from public.import_records as record
  where record.import_id = import.id and record.state = 'created' and record.kind = 'setting' and made is not null;
  update public.import_records set state = 'undone', reason = '' where import_id = import.id and state in ('waiting', 'created');
  update public.imports set records_due_at = null where id = import.id;
end
$$;
comment on function private.undo_import_records is 'Takes back what an import restored besides places and stories.';
revoke execute on function private.undo_import_setting, private.undo_import_records from public;

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
      select jsonb_agg(card || jsonb_build_object('key', position || ':' || spot_id, 'note', note, 'went_on', went_on) order by position, spot_id)
      into found from (
        select position, spot_id, note, went_on, private.export_spot(spots) as card
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
create or replace function private.notify(to_user uuid, kind public.notification_kind, about_spot text DEFAULT NULL::text, about_post text DEFAULT NULL::text, text text DEFAULT ''::text, about_comment uuid DEFAULT NULL::uuid, about_review uuid DEFAULT NULL::uuid, about_list text DEFAULT NULL::text, about_suggestion bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, list_id, comment_id, review_id, suggestion_id, text)
    select to_user, notify.kind, auth.uid(), about_spot, about_post, about_list, about_comment, about_review, about_suggestion, left(text, 1000)
    where to_user is not null and coalesce(current_setting('hereabouts.restoring', true), '') <> 'on' and to_user is distinct from auth.uid()
      and not (notify.kind in ('reply', 'mention', 'comment') and exists (
        select from public.notifications as earlier
        where earlier.user_id = to_user and earlier.comment_id = about_comment and earlier.kind in ('reply', 'mention', 'comment')
      ))
    on conflict do nothing
  $function$;
create or replace function private.finish_undo(import public.imports)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select private.undo_import_records(import);
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
  $function$;
create or replace function private.import_stories(import public.imports)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  story private.import_stories;
  known record;
  created text;
begin
  perform set_config('hereabouts.imports', 'on', true);
  for story in select * from private.import_stories where import_id = import.id and post_id is null and reason = '' order by number loop
    -- An archive that is imported again brings no second copy.
    if private.find_known_story(import, story) is not null then
      update private.import_stories set reason = 'You have this story already.' where import_id = import.id and number = story.number;
      update public.imports set story_count = story_count - 1 where id = import.id;
      delete from public.photos using public.import_photos as named
      where named.import_id = import.id and named.story_number = story.number and photos.id = named.photo_id and photos.author_id = import.member_id;
      update public.import_photos set state = 'left-out', reason = 'You have this story already.'
      where import_id = import.id and story_number = story.number and state in ('waiting', 'stored');
      continue;
    end if;
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
$function$;
create or replace function private.describe_import_result(of_import uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'photos', (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select state, count(*) from public.import_photos where import_id = of_import group by state) as counted),
      'stories', (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select posts.status, count(*) from private.import_stories join public.posts on posts.id = post_id
        where import_id = of_import group by posts.status) as counted),
      'records', (select coalesce(jsonb_object_agg(kind || ' ' || state, count), '{}') from (
        select kind, state, count(*) from public.import_records where import_id = of_import group by kind, state) as counted))
    from public.imports where id = of_import and member_id = auth.uid() and private.has_valid_session()
  $function$;
