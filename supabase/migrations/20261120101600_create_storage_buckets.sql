-- Files. Pictures of spots are private: a file may be read when its row in photos may be read.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('photos', 'photos', false, 26214400, array['image/*']),
  ('avatars', 'avatars', true, 5242880, array['image/*'])
on conflict (id) do nothing;

create policy "people read pictures of what they may read" on storage.objects for select to anon, authenticated
  using (bucket_id = 'photos' and exists (select from public.photos where photos.storage_path = objects.name));
create policy "members read files in their own folder" on storage.objects for select to authenticated
  using (bucket_id in ('photos', 'avatars') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members upload to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('photos', 'avatars') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members replace their avatar" on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members delete files in their own folder" on storage.objects for delete to authenticated
  using (bucket_id in ('photos', 'avatars') and (storage.foldername(name))[1] = (select auth.uid())::text);
