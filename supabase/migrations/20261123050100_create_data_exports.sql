-- "Export your data" is a job of the server: a member starts it, the server packs the archive and stores it in parts in the
-- bucket `exports`, where only its member reads it. It is deleted after seven days.
create type public.data_export_status as enum ('waiting', 'running', 'ready', 'failed');

create table public.data_exports (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  status public.data_export_status not null default 'waiting',
  done integer not null default 0,
  total integer not null default 0,
  part_count integer not null default 0,
  part_bytes integer not null default 0,
  byte_count bigint not null default 0,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null default now() + interval '7 days',
  constraint data_exports_pkey primary key (id),
  constraint data_exports_member_id_key unique (member_id),
  constraint data_exports_numbers_check check (least(done, total, part_count, part_bytes, attempts, byte_count) >= 0)
);
create index data_exports_open_idx on public.data_exports (created_at) where status in ('waiting', 'running');
alter table public.data_exports enable row level security;
create policy "members are not banned and have used their second factor" on public.data_exports as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their export" on public.data_exports for select to authenticated using (member_id = (select auth.uid()));
create policy "members delete their export" on public.data_exports for delete to authenticated using (member_id = (select auth.uid()));
revoke all on public.data_exports from anon, authenticated;
grant select, delete on public.data_exports to authenticated;
comment on table public.data_exports is 'The archive of everything that a member made, at most one for each. A new one replaces it.';
comment on column public.data_exports.done is 'Of total: spots and photos that are packed.';
comment on column public.data_exports.part_bytes is 'The size of each part but the last. The parts are files {member_id}/{id}/{attempts}-{number from 0} in the bucket exports.';
comment on column public.data_exports.seen_at is 'When the server that packs it last reported. After a minute without a report another one begins anew.';

insert into private.write_limits (table_name, per_hour) values ('data_exports', 6);
create trigger _900_limit after insert on public.data_exports for each row when (auth.uid() is not null)
  execute function private.tg__limit_writes();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 16777216, array['application/octet-stream']) on conflict (id) do nothing;
create policy "members read their finished export" on storage.objects for select to authenticated
  using (bucket_id = 'exports' and (storage.foldername(name))[1] = (select auth.uid())::text and exists (
    select from public.data_exports
    where data_exports.id::text = (storage.foldername(name))[2] and status = 'ready' and expires_at > now()));

-- The files of an export that was deleted, replaced or left by a server that was killed.
create or replace view private.unused_files as
  select objects.bucket_id, objects.name, objects.created_at from storage.objects
  where bucket_id = 'photos' and not exists (
    select from public.photos where photos.storage_path = regexp_replace(objects.name, '/[^/]*$', ''))
  union all
  select objects.bucket_id, objects.name, objects.created_at from storage.objects
  where bucket_id = 'avatars'
    and not exists (
      select from public.users where users.id = private.to_owner_id(objects.name)
        and right(users.avatar_url, length(objects.name) + 9) = '/avatars/' || objects.name)
    and not exists (
      select from auth.users where users.id = private.to_owner_id(objects.name)
        and right(users.raw_user_meta_data ->> 'avatar_url', length(objects.name) + 9) = '/avatars/' || objects.name)
  union all
  select objects.bucket_id, objects.name, objects.created_at from storage.objects
  where bucket_id = 'exports' and not exists (
    select from public.data_exports where data_exports.id::text = split_part(objects.name, '/', 2));
comment on view private.unused_files is 'Files of photos without a row, pictures that no profile shows, and parts of deleted exports. New ones may belong to an upload that is still running.';

create function private.tg_data_exports__queue_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_file_deletions('exports', (select array_agg(member_id || '/' || id) from gone));
  return null;
end
$$;
comment on function private.tg_data_exports__queue_files is 'Deletes the parts of deleted exports.';
create trigger queue_files after delete on public.data_exports referencing old table as gone
  for each statement execute function private.tg_data_exports__queue_files();

create function private.start_data_export() returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  started uuid;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to export your data.';
  end if;
  perform private.ensure_profile(auth.uid()) where not exists (select from public.users where id = auth.uid());
  -- Two requests of a member wait for each other here.
  perform from public.users where id = auth.uid() for no key update;
  if exists (select from public.data_exports where member_id = auth.uid() and status in ('waiting', 'running')) then
    raise sqlstate 'PT409' using message = 'Your data is being packed already.';
  end if;
  delete from public.data_exports where member_id = auth.uid();
  insert into public.data_exports (member_id) values (auth.uid()) returning id into started;
  return started;
exception when sqlstate 'PT429' then
  raise sqlstate 'PT429' using message = 'You have packed your data several times within an hour. Try again in an hour.';
end
$$;
comment on function private.start_data_export is 'Starts the export of the caller in place of an earlier one and returns its id.';

create function private.take_data_export() returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  -- An archive that a server fails to pack so many times would fail for ever.
  most constant integer := 3;
  taken public.data_exports;
begin
  delete from public.data_exports where expires_at < now();
  update public.data_exports set status = 'failed'
  where status = 'running' and attempts >= most and seen_at < now() - interval '1 minute';
  update public.data_exports set status = 'running', seen_at = now(), attempts = attempts + 1, done = 0, part_count = 0, byte_count = 0,
    total = (select count(*) from public.spots where author_id = member_id) + (select count(*) from public.photos where author_id = member_id)
  where id = (
    select id from public.data_exports
    where status = 'waiting' or (status = 'running' and seen_at < now() - interval '1 minute')
    order by created_at limit 1 for update skip locked
  ) returning * into taken;
  if taken.id is null then return null; end if;
  return jsonb_build_object('id', taken.id, 'member_id', taken.member_id, 'attempt', taken.attempts);
end
$$;
comment on function private.take_data_export is 'Gives the export that has waited longest to one server, also one that its server left, and deletes those that have expired.';

create function private.report_data_export(of_export uuid, attempt integer, done integer) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.data_exports set done = report_data_export.done, seen_at = now()
  where id = of_export and status = 'running' and attempts = attempt;
  return found;
end
$$;
comment on function private.report_data_export is 'Notes the progress of an export. False if it was deleted or another server has taken it.';

create function private.finish_data_export(of_export uuid, attempt integer, part_count integer, part_bytes integer, byte_count bigint) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  member uuid;
begin
  update public.data_exports set status = 'ready', done = total, ready_at = now(), expires_at = now() + interval '7 days',
    part_count = finish_data_export.part_count, part_bytes = finish_data_export.part_bytes, byte_count = finish_data_export.byte_count
  where id = of_export and status = 'running' and attempts = attempt returning member_id into member;
  perform private.notify(member, 'export-ready');
  return member is not null;
end
$$;
comment on function private.finish_data_export is 'Offers a packed export to its member and notifies them.';

create function private.export_spot(spot public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', spot.id, 'title', spot.title, 'category', spot.category, 'tags', spot.tags, 'description', spot.description,
      'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision, 'country_code', spot.country_code, 'address', spot.address,
      'website', spot.website, 'access', spot.access, 'status', spot.status, 'visibility', spot.visibility,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'created_at', spot.created_at,
      'updated_at', spot.updated_at, 'published_at', spot.published_at, 'confirmed_at', spot.confirmed_at,
      'author', (select jsonb_build_object('username', username, 'name', name) from public.profiles where id = spot.author_id),
      'city', (select jsonb_build_object('name', name) from public.cities where id = spot.city_id),
      'photos', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'width', width, 'position', position, 'created_at', created_at))
        from public.photos where spot_id = spot.id), '[]'))
  $$;
comment on function private.export_spot is 'A spot as exports contain it, with the point that the caller may see.';

-- Runs with the rights of the caller, so RLS policies decide what an archive contains.
create function private.export_rows(part text, of_list text, after text, most integer) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
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
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id) order by id) into found
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
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text) order by id) into found
      from (select * from public.follows where follower_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
    when 'blocks' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', blocked_id) order by blocked_id) into found
      from (select * from public.blocks where blocker_id = me and (after is null or blocked_id > after::uuid) order by blocked_id limit most) as page;
    when 'notifications' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text) order by id) into found
      from (select * from public.notifications where user_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
  end case;
  return coalesce(found, '[]');
end
$$;
comment on function private.export_rows is 'Rows of one part of the archive of the caller, after the key of the last one read.';

create function public.read_data_export(export uuid, part text, list text default null, after text default null, most integer default 300)
  returns jsonb language plpgsql volatile set search_path = ''
  as $$
declare
  own_role constant text := current_setting('role');
  own_claims constant text := current_setting('request.jwt.claims', true);
  member constant uuid := (select member_id from public.data_exports where id = export and status = 'running');
  found jsonb;
begin
  if member is null then raise sqlstate 'PT404' using message = 'This export was deleted.'; end if;
  -- The member had a valid session when they started the export.
  perform set_config('request.jwt.claims', jsonb_build_object('sub', member, 'role', 'authenticated', 'aal', 'aal2')::text, true),
    set_config('role', 'authenticated', true);
  found := private.export_rows(part, list, after, least(most, 1000));
  perform set_config('role', own_role, true), set_config('request.jwt.claims', own_claims, true);
  return found;
end
$$;
comment on function public.read_data_export is 'For the server: rows of one part of an export, read as its member. Each has a key; the next page begins after that of the last row.';

create function public.start_data_export() returns uuid language sql volatile set search_path = '' return private.start_data_export();
comment on function public.start_data_export is 'Starts packing everything that the caller made, in place of an earlier archive, and returns the id of the export.';
create function public.take_data_export() returns jsonb language sql volatile set search_path = '' return private.take_data_export();
comment on function public.take_data_export is 'Server chore: takes a waiting export, as {id, member_id, attempt}, and deletes expired ones. Null if there is none.';
create function public.report_data_export(export uuid, attempt integer, done integer) returns boolean language sql volatile set search_path = ''
  return private.report_data_export(export, attempt, done);
comment on function public.report_data_export is 'For the server: notes the progress of an export. False if the server has to stop packing it.';
create function public.finish_data_export(export uuid, attempt integer, part_count integer, part_bytes integer, byte_count bigint) returns boolean
  language sql volatile set search_path = '' return private.finish_data_export(export, attempt, part_count, part_bytes, byte_count);
comment on function public.finish_data_export is 'For the server: offers a packed export to its member and notifies them.';

revoke execute on function private.tg_data_exports__queue_files, private.start_data_export, private.take_data_export, private.report_data_export,
  private.finish_data_export, private.export_spot, private.export_rows from public;
revoke execute on function public.read_data_export, public.start_data_export, public.take_data_export, public.report_data_export,
  public.finish_data_export from public, anon, authenticated;
grant execute on function private.start_data_export, private.export_spot, private.export_rows to authenticated;
grant execute on function public.start_data_export to authenticated;
grant execute on function private.take_data_export, private.report_data_export, private.finish_data_export,
  public.read_data_export, public.take_data_export, public.report_data_export, public.finish_data_export to service_role;

-- The member asked for it, so it is shown and mailed at once, whatever they chose for other notifications.
create or replace function private.notification_topic(kind public.notification_kind) returns public.notification_topic
  language sql immutable
  return (case kind
    when 'reply' then 'replies' when 'mention' then 'replies' when 'comment' then 'comments' when 'review' then 'reviews'
    when 'photo' then 'reviews' when 'follow' then 'followers' when 'suggestion' then 'suggestions'
    when 'suggestion-accepted' then 'suggestions' when 'suggestion-declined' then 'suggestions' when 'approved' then 'publishing'
    when 'removed' then 'publishing' when 'restored' then 'publishing' when 'question' then 'publishing' when 'warning' then 'publishing'
    when 'export-ready' then 'publishing' when 'report-handled' then 'reports' when 'invitation' then 'invitations' else 'following'
  end)::public.notification_topic;
create or replace function private.tg_notifications__apply_preferences() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about public.notification_topic := private.notification_topic(new.kind);
  chosen public.notification_preferences;
  frequency public.mail_frequency;
begin
  if not private.may_notify(new.user_id, new.actor_id, new.kind) then
    return null;
  end if;
  select * into chosen from public.notification_preferences where user_id = new.user_id and topic = about;
  frequency := case when new.kind = 'export-ready' then 'now' else coalesce(chosen.mail, private.default_mail(about)) end;
  -- Warnings of moderators cannot be switched off.
  new.in_app := coalesce(chosen.in_app, true) or new.kind in ('warning', 'export-ready');
  -- Moderators act for the site: who it was is in their log only.
  if new.kind in ('approved', 'removed', 'restored', 'question', 'warning', 'report-handled') then
    new.actor_id := null;
  end if;
  if not new.in_app and frequency = 'never' then
    return null;
  end if;
  new.mail_due_at := case frequency
    when 'now' then now() + interval '20 seconds'
    when 'daily' then private.get_next_digest_at(new.user_id)
  end;
  return new;
end
$$;
