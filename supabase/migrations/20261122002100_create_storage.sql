-- Files. Photos of spots are private: a file may be read if its row in photos may be read.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('photos', 'photos', false, 26214400, array['image/*']),
  ('avatars', 'avatars', true, 5242880, array['image/*'])
on conflict (id) do nothing;
create policy "members are not banned and have used their second factor" on storage.objects as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read files in their own folder" on storage.objects for select to authenticated
  using (bucket_id in ('photos', 'avatars') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members replace their avatar" on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members delete files in their own folder" on storage.objects for delete to authenticated
  using (bucket_id in ('photos', 'avatars') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people read pictures of what they may read" on storage.objects for select to anon, authenticated
  using (bucket_id = 'photos' and exists (
    select from public.photos where photos.storage_path = array_to_string(storage.foldername(objects.name), '/')
  ));
create policy "members upload avatars to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Storage quota of one member. In a bucket with a quota, the first folder of a file name is the owner's id.
create table private.storage_quotas (
  bucket_id text not null,
  max_files integer not null,
  max_bytes bigint not null,
  constraint storage_quotas_pkey primary key (bucket_id),
  constraint storage_quotas_max_files_check check (max_files >= 0),
  constraint storage_quotas_max_bytes_check check (max_bytes >= 0)
);
alter table private.storage_quotas enable row level security;
comment on table private.storage_quotas is
  'Storage quota per member and bucket. The numbers may be changed at any time; a bucket without a row has no quota and is not counted.';
insert into private.storage_quotas (bucket_id, max_files, max_bytes) values
  ('avatars', 50, 50 * 1024 * 1024),
  -- A photo has up to ten files: four sizes in two formats, and room to spare.
  ('photos', 50000, 20::bigint * 1024 * 1024 * 1024);

create table private.storage_usage (
  bucket_id text not null,
  folder text not null,
  files integer not null,
  bytes bigint not null,
  constraint storage_usage_pkey primary key (bucket_id, folder)
);
alter table private.storage_usage enable row level security;
comment on table private.storage_usage is 'Current usage per member, in buckets with a quota. Maintained by triggers on storage.objects.';

create function private.stored_bytes(metadata jsonb) returns bigint
  language sql immutable parallel safe
  return case
    when jsonb_typeof(metadata -> 'size') = 'number' then (metadata ->> 'size')::numeric::bigint
    -- While the storage service tests whether an upload is allowed, the size is the one that the client declared.
    when jsonb_typeof(metadata -> 'contentLength') = 'number' then (metadata ->> 'contentLength')::numeric::bigint
    else 0
  end;
comment on function private.stored_bytes is 'The size of a file in bytes, from the metadata of its row.';

create function private.count_stored(of_bucket text, of_folder text, more_files integer, more_bytes bigint) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  quota private.storage_quotas;
  usage private.storage_usage;
begin
  select * into quota from private.storage_quotas where bucket_id = of_bucket;
  if not found or of_folder is null then return; end if;
  insert into private.storage_usage as known (bucket_id, folder, files, bytes)
  values (of_bucket, of_folder, greatest(more_files, 0), greatest(more_bytes, 0))
  on conflict (bucket_id, folder) do update set
    files = greatest(known.files + more_files, 0), bytes = greatest(known.bytes + more_bytes, 0)
  returning * into usage;
  if more_files > 0 and usage.files > quota.max_files then
    raise insufficient_privilege using
      message = format('You can store at most %s files in %s. Delete some files first.', quota.max_files, of_bucket);
  end if;
  if more_bytes > 0 and usage.bytes > quota.max_bytes then
    raise insufficient_privilege using
      message = format('You can store at most %s in %s. Delete some files first.',
        pg_size_pretty(quota.max_bytes), of_bucket);
  end if;
end
$$;
comment on function private.count_stored is
  'Adds to the usage of a folder. Raises 42501 if the quota is exceeded; the storage service returns it as a 4xx with this message.';

-- Statement triggers, so that deleting a thousand files updates the usage once.
create function private.tg_objects__count_stored() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  change record;
begin
  for change in
    select bucket_id, (storage.foldername(name))[1] as folder,
      case tg_op when 'INSERT' then 1 else -1 end * count(*)::integer as files,
      case tg_op when 'INSERT' then 1 else -1 end * sum(private.stored_bytes(metadata))::bigint as bytes
    from changed group by 1, 2 order by 1, 2
  loop
    perform private.count_stored(change.bucket_id, change.folder, change.files, change.bytes);
  end loop;
  return null;
end
$$;

create function private.tg_objects__count_changed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  change record;
begin
  for change in
    select bucket_id, folder, sum(files)::integer as files, sum(bytes)::bigint as bytes
    from (
      select bucket_id, (storage.foldername(name))[1] as folder, -1 as files, -private.stored_bytes(metadata) as bytes from gone
      union all
      select bucket_id, (storage.foldername(name))[1], 1, private.stored_bytes(metadata) from made
    ) as moved
    group by 1, 2 having sum(files) <> 0 or sum(bytes) <> 0 order by 1, 2
  loop
    perform private.count_stored(change.bucket_id, change.folder, change.files, change.bytes);
  end loop;
  return null;
end
$$;
create trigger _500_count_inserted after insert on storage.objects
  referencing new table as changed for each statement execute function private.tg_objects__count_stored();
create trigger _500_count_deleted after delete on storage.objects
  referencing old table as changed for each statement execute function private.tg_objects__count_stored();
create trigger _500_count_updated after update on storage.objects
  referencing old table as gone new table as made for each statement execute function private.tg_objects__count_changed();
