-- An archive also brings back the picture of its member. It is staged like a photo and sent by the member's own session, which
-- stores it as the profile form does. A record of the import says what became of it and undoes it.
alter table public.import_photos add column is_picture boolean not null default false,
  drop constraint import_photos_target_check,
  add constraint import_photos_target_check check (num_nonnulls(row_number, story_number) + is_picture::integer = 1);
comment on column public.import_photos.is_picture is 'The picture of the member''s profile.';
alter table public.import_records drop constraint import_records_number_check,
  add constraint import_records_number_check check (number between 0 and 20000);
comment on column public.import_records.number is 'The position in the archive. 0 is the picture of the profile.';

create function private.note_left_picture(of_import uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.import_records (import_id, number, kind, name, details, state, reason)
    select of_import, 0, 'setting', 'Picture', '{"setting": "picture"}', 'failed', reason
    from public.import_photos where import_id = of_import and is_picture and state = 'left-out' and reason <> ''
    order by number limit 1
    on conflict do nothing
  $$;
comment on function private.note_left_picture is 'Lists the picture of an import as a setting that was not restored, with the reason.';

create function private.note_import_picture(of_import uuid, of_number integer, url text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.status in ('staging', 'undoing', 'undone') then raise sqlstate 'PT409' using message = 'This import takes no photos now.'; end if;
  if not exists (select from public.users where id = import.member_id and avatar_url = url) then
    raise sqlstate 'PT409' using message = 'Your profile has another picture.';
  end if;
  update public.import_photos set state = 'added' where import_id = of_import and number = of_number and is_picture and state = 'waiting';
  if not found then raise sqlstate 'PT404' using message = 'There is no such picture in this import.'; end if;
  insert into public.import_records (import_id, number, kind, name, details, state, made)
  values (of_import, 0, 'setting', 'Picture', '{"setting": "picture"}', 'created',
    jsonb_build_object('before', jsonb_build_object('avatar_url', null), 'after', jsonb_build_object('avatar_url', url)))
  on conflict on constraint import_records_pkey do update set state = excluded.state, reason = '', made = excluded.made;
end
$$;
comment on function private.note_import_picture is 'Notes that the picture of an import has become the picture of the caller, so that undo removes it.';

create function public.note_import_picture(import uuid, number integer, url text) returns void language sql volatile set search_path = ''
  return private.note_import_picture(import, number, url);
comment on function public.note_import_picture is 'Notes that the picture of an import has become that of the caller, who had none before. Undo removes it.';
revoke execute on function private.note_left_picture, private.note_import_picture, public.note_import_picture from public;
revoke execute on function public.note_import_picture from anon;
grant execute on function private.note_import_picture, public.note_import_picture to authenticated;

create or replace function private.add_import_photos(of_import uuid, photos jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    of_review, added_at, is_picture, state, reason)
  select of_import, photo.number, photo.row_number, photo.story_number, coalesce(photo.position, 0), left(photo.name, 300),
    left(coalesce(photo.alt_text, ''), 500), photo.taken_at, photo.source, coalesce(photo.is_cover, false), coalesce(photo.of_review, false),
    private.to_past_date(photo.added_at), coalesce(photo.is_picture, false),
    case when coalesce(photo.reason, '') = '' then 'waiting' else 'left-out' end::public.import_photo_state, left(coalesce(photo.reason, ''), 500)
  from jsonb_to_recordset(photos) as photo (number integer, row_number integer, story_number integer, position smallint, name text,
    alt_text text, taken_at timestamptz, source uuid, is_cover boolean, of_review boolean, added_at text, is_picture boolean,
    reason text)
  where photo.story_number is not null or photo.is_picture
    or exists (select from public.import_rows where import_id = of_import and import_rows.number = photo.row_number)
  on conflict do nothing;
  get diagnostics added = row_count;
  perform private.note_left_picture(of_import);
  if (select count(*) from public.import_photos join public.imports on imports.id = import_id
      where member_id = auth.uid() and created_at > now() - interval '1 day') > most then
    raise sqlstate 'PT429' using message = 'You can bring at most 10,000 photos a day. Try again tomorrow.';
  end if;
  update public.imports set updated_at = now() where id = of_import;
  return added;
end
$function$;

create or replace function private.leave_out_import_photos(of_import uuid, numbers integer[], why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  update public.import_photos set state = 'left-out', reason = left(why, 500)
  where import_id = of_import and number = any (numbers) and state = 'waiting';
  perform private.settle_stories_of_photos(import, numbers);
  perform private.note_left_picture(of_import);
end
$function$;

create or replace function private.store_import_photo(of_import uuid, of_number integer, photo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := private.require_own_import(of_import);
  named public.import_photos;
begin
  if import.status in ('staging', 'undoing', 'undone') then raise sqlstate 'PT409' using message = 'This import takes no photos now.'; end if;
  select * into named from public.import_photos where import_id = of_import and number = of_number and not is_picture;
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
$function$;

create or replace function private.describe_import_result(of_import uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'photos', (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select state, count(*) from public.import_photos
        where import_id = of_import and (not is_picture or state = 'waiting') group by state) as counted),
      'stories', (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select posts.status, count(*) from private.import_stories join public.posts on posts.id = post_id
        where import_id = of_import group by posts.status) as counted),
      'records', (select coalesce(jsonb_object_agg(kind || ' ' || state, count), '{}') from (
        select kind, state, count(*) from public.import_records where import_id = of_import group by kind, state) as counted))
    from public.imports where id = of_import and member_id = auth.uid() and private.has_valid_session()
  $function$;

create or replace function private.undo_import_setting(import public.imports, made jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- The next sign-in writes the names and the picture of the metadata into the row.
    update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('name', before -> 'name', 'surname', before -> 'surname')
    from (select made -> 'before' as before, made -> 'after' as after) as change
    where id = import.member_id and after ? 'surname' and (raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'surname')
      is not distinct from (after ->> 'name', after ->> 'surname');
    update auth.users set raw_user_meta_data = raw_user_meta_data || '{"avatar_url": null}'
    where id = import.member_id and raw_user_meta_data ->> 'avatar_url' = made #>> '{after,avatar_url}';
    update public.users set avatar_url = null where id = import.member_id and avatar_url = made #>> '{after,avatar_url}';
  $function$;
