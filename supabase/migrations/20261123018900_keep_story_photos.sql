-- Photos of stories belong to no spot. They are not those of a form that was never submitted.
create or replace function private.reconcile_files() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- One server at a time; the others skip it.
  if not pg_try_advisory_xact_lock(hashtext('private.reconcile_files')) then
    return;
  end if;
  perform private.purge_deleted_words();
  -- Uploads that never got a row, for example because the server was killed.
  insert into private.file_deletions (bucket_id, name)
  select bucket_id, name from private.unused_files where created_at < now() - interval '30 minutes'
  on conflict do nothing;
  -- Photos of forms that were never submitted. Those of a deleted review may return with it.
  delete from public.photos
  where spot_id is null and post_id is null and review_id is null and created_at < now() - interval '30 days'
    and not exists (select from public.posts where cover_photo_id = photos.id);
  delete from public.photos
  where id in (select id from private.photos_without_files where created_at < now() - interval '30 minutes');
end
$$;
