-- Imports and photos of a member that were sent at the same moment did not count each other, so that they exceeded the
-- limits of a day.
create or replace function private.start_import(name text, visibility public.visibility, row_count integer)
 returns uuid
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  -- Rows that a member may stage within a day.
  most constant integer := 200000;
  created uuid;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to import places.';
  end if;
  perform private.ensure_profile(auth.uid()) where not exists (select from public.users where id = auth.uid());
  -- Requests of a member wait for each other here, so that they cannot pass the limit together.
  perform from public.users where id = auth.uid() for no key update;
  if (select coalesce(sum(imports.row_count), 0) from public.imports
      where member_id = auth.uid() and created_at > now() - interval '1 day') + row_count > most then
    raise sqlstate 'PT429' using message = 'You can import at most 200,000 places a day. Try again tomorrow.';
  end if;
  delete from public.imports where member_id = auth.uid() and created_at < now() - interval '90 days';
  insert into public.imports (member_id, name, visibility, row_count)
  values (auth.uid(), left(btrim(start_import.name), 200), start_import.visibility, start_import.row_count) returning id into created;
  return created;
end
$$;

create or replace function private.add_import_photos(of_import uuid, photos jsonb)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
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
  -- Requests of a member wait for each other here, so that they cannot pass the limit together.
  perform from public.users where id = auth.uid() for no key update;
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
$$;
