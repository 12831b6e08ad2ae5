-- Files follow their rows. SQL cannot delete a file: on hosted projects only the storage service knows where its content
-- is. So triggers queue the files that nothing uses any more, and a chore of the server deletes them through its API.
create table private.file_deletions (
  bucket_id text not null,
  name text not null,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  constraint file_deletions_pkey primary key (bucket_id, name)
);
create index file_deletions_due_at_idx on private.file_deletions (due_at);
alter table private.file_deletions enable row level security;
comment on table private.file_deletions is
  'Files to be deleted through the storage service. A row disappears with its file, so a crash at any point only repeats a deletion.';
comment on column private.file_deletions.due_at is 'When to try next: now, or later if a server has taken the file and may still be deleting it.';

create function private.to_owner_id(name text) returns uuid
  language sql immutable parallel safe
  return case when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(name, 36)::uuid end;
comment on function private.to_owner_id is 'The account whose folder contains a file; null if the first folder is not an id.';

create view private.unused_files as
  select bucket_id, name, created_at from storage.objects
  where bucket_id = 'photos'
    and not exists (select from public.photos where storage_path = regexp_replace(objects.name, '/[^/]*$', ''))
  union all
  select bucket_id, name, created_at from storage.objects
  where bucket_id = 'avatars'
    and not exists (
      select from public.users where id = private.to_owner_id(objects.name)
        and right(avatar_url, length(objects.name) + 9) = '/avatars/' || objects.name
    )
    -- The next sign-in copies the picture of the metadata to the row.
    and not exists (
      select from auth.users where id = private.to_owner_id(objects.name)
        and right(raw_user_meta_data ->> 'avatar_url', length(objects.name) + 9) = '/avatars/' || objects.name
    );
comment on view private.unused_files is 'Files of photos without a row, and pictures that no profile shows. New ones may belong to an upload that is still running.';

create view private.photos_without_files as
  select id, created_at from public.photos
  where not exists (
    select from storage.objects where bucket_id = 'photos'
      and name collate "C" > storage_path || '/' and name collate "C" < storage_path || '0'
  );
comment on view private.photos_without_files is 'Photos whose files were deleted behind the back of the application.';

create function private.queue_file_deletions(bucket text, folders text[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.file_deletions (bucket_id, name)
    select objects.bucket_id, objects.name
    from unnest(folders) as folder
    -- "0" follows "/", so the range contains exactly the files below the folder and can use the index.
    join storage.objects on objects.bucket_id = bucket
      and objects.name collate "C" > folder || '/' and objects.name collate "C" < folder || '0'
    on conflict do nothing
  $$;

create function private.tg_photos__queue_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_file_deletions('photos', (select array_agg(storage_path) from gone));
  return null;
end
$$;
create trigger _600_queue_files after delete on public.photos
  referencing old table as gone for each statement execute function private.tg_photos__queue_files();

create function private.tg_users__queue_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    perform private.queue_file_deletions('avatars', array[old.id::text]);
  else
    insert into private.file_deletions (bucket_id, name)
    select bucket_id, name from storage.objects
    where bucket_id = 'avatars' and name = substring(old.avatar_url from '/avatars/(.+)$') and private.to_owner_id(name) = old.id
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger _600_queue_files after delete on public.users
  for each row execute function private.tg_users__queue_files();
create trigger _610_queue_old_picture after update of avatar_url on public.users
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function private.tg_users__queue_files();

create function private.tg_objects__forget_deletion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.file_deletions as queued using gone
  where queued.bucket_id = gone.bucket_id and queued.name = gone.name;
  return null;
end
$$;
create trigger _600_forget_deletion after delete on storage.objects
  referencing old table as gone for each statement execute function private.tg_objects__forget_deletion();

create function private.take_file_deletions(most integer) returns table (bucket text, name text)
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- Files that are gone already, or that a row uses again.
  delete from private.file_deletions as queued
  where due_at <= now() and not exists (
    select from private.unused_files as unused where unused.bucket_id = queued.bucket_id and unused.name = queued.name
  );
  return query
    update private.file_deletions as queued
    set attempts = attempts + 1, due_at = now() + least(3600, 60 * 2 ^ least(attempts, 10)) * interval '1 second'
    where (queued.bucket_id, queued.name) in (
      select due.bucket_id, due.name from private.file_deletions as due
      where due_at <= now() order by due_at limit most for update skip locked
    )
    returning queued.bucket_id, queued.name;
end
$$;

create function public.take_file_deletions(most integer) returns table (bucket text, name text)
  language sql volatile set search_path = ''
  as $$ select * from private.take_file_deletions(most) $$;
comment on function public.take_file_deletions is
  'Server chore: returns files to delete through the storage service, which removes them from the queue. Each file is given to one server, '
  'and again to another if it still exists after a minute.';

create function private.reconcile_files() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- One server at a time; the others skip it.
  if not pg_try_advisory_xact_lock(hashtext('private.reconcile_files')) then
    return;
  end if;
  -- Uploads that never got a row, for example because the server was killed.
  insert into private.file_deletions (bucket_id, name)
  select bucket_id, name from private.unused_files where created_at < now() - interval '30 minutes'
  on conflict do nothing;
  -- Photos of forms that were never submitted.
  delete from public.photos
  where spot_id is null and created_at < now() - interval '30 days'
    and not exists (select from public.posts where cover_photo_id = photos.id);
  delete from public.photos
  where id in (select id from private.photos_without_files where created_at < now() - interval '30 minutes');
end
$$;

create function public.reconcile_files() returns void
  language sql volatile set search_path = ''
  as $$ select private.reconcile_files() $$;
comment on function public.reconcile_files is
  'Server chore: queues files that nothing has used for half an hour, and deletes photos without files and photos that were not '
  'submitted within 30 days.';

create function private.file_report() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'unused_files', (select count(*) from private.unused_files where created_at < now() - interval '1 hour'),
      'photos_without_files', (select count(*) from private.photos_without_files where created_at < now() - interval '1 hour'),
      'queued', (select count(*) from private.file_deletions),
      'oldest_queued_at', (select min(queued_at) from private.file_deletions))
  $$;

create function public.file_report() returns jsonb
  language sql stable set search_path = ''
  as $$ select private.file_report() $$;
comment on function public.file_report is
  'Counts for the operator: files without a row and photos without files that are older than an hour, and the queue of files to delete.';

-- A file of a photo is readable exactly while its row is. Drafts have a row, which their author can read.
drop policy "members read files in their own folder" on storage.objects;
create policy "members read files in their own folder" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- Deleting the row of a photo deletes its files.
drop policy "members delete files in their own folder" on storage.objects;
create policy "members delete files in their own folder" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
