-- A file that a member puts into bucket photos by himself keeps what his camera wrote into it, the position of his home too.
-- Only the server writes there (role service_role), after it has read the place for the form and taken everything out.
drop policy "members upload to their own folder" on storage.objects;
create policy "members upload avatars to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
