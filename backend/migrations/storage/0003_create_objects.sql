-- Objects: one row per stored file.
create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint objects_pkey primary key (id),
  -- Clients of a hosted project see this constraint name in error details.
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id) on delete no action
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);

-- The sweep for blobs without a row looks up versions.
create index objects_version_index on storage.objects (version);
alter table storage.objects enable row level security;
grant all on storage.objects to anon, authenticated, service_role;
comment on column storage.objects.name is 'The full key, including folders.';
comment on column storage.objects.version is 'Address of the blob: a new UUID each time the content is written.';
comment on column storage.objects.metadata is 'eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode and xRobotsTag.';
comment on column storage.objects.user_metadata is 'Metadata that the client sent with the upload.';
