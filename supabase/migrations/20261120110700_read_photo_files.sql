-- A photo is stored in several sizes and formats: photos.storage_path is the folder that holds them, {author id}/{photo id}.
drop policy "people read pictures of what they may read" on storage.objects;
create policy "people read pictures of what they may read" on storage.objects for select to anon, authenticated
  using (bucket_id = 'photos' and exists (
    select from public.photos where photos.storage_path = array_to_string(storage.foldername(objects.name), '/')
  ));

comment on column public.photos.storage_path is 'Folder in bucket photos that holds the sizes: {author id}/{photo id}.';
