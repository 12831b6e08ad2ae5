-- Schema storage as a hosted project has it: apps write row rules on storage.buckets and storage.objects and call its functions.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_pkey primary key (id),
  constraint buckets_name_check check (length(name) <= 100)
);
create unique index bname on storage.buckets (name);
alter table storage.buckets enable row level security;
grant all on storage.buckets to anon, authenticated, service_role;
comment on column storage.buckets.owner is 'Deprecated: owner_id, which may hold any subject, replaces it.';
comment on column storage.buckets.file_size_limit is 'In bytes; null leaves only the limit of the installation.';
comment on column storage.buckets.allowed_mime_types is 'Such as image/png or image/*; null allows every type.';

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
  -- The name is the one that clients of a hosted project see in error details.
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id) on delete no action
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);
-- The sweep for blobs without a row asks for versions.
create index objects_version_index on storage.objects (version);
alter table storage.objects enable row level security;
grant all on storage.objects to anon, authenticated, service_role;
comment on column storage.objects.name is 'The whole key, folders included.';
comment on column storage.objects.version is 'Address of the blob: a new UUID each time the content is written.';
comment on column storage.objects.metadata is 'eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode and xRobotsTag.';
comment on column storage.objects.user_metadata is 'What the client gave with the upload.';

create table storage.blob_deletions (
  version text not null,
  not_before timestamptz not null,
  constraint blob_deletions_pkey primary key (version)
);
create index blob_deletions_not_before_index on storage.blob_deletions (not_before);
alter table storage.blob_deletions enable row level security;
grant select, insert, update, delete on storage.blob_deletions to service_role;
comment on table storage.blob_deletions is 'Blobs whose row is gone. Written in the transaction that removed the row, emptied by a worker.';
comment on column storage.blob_deletions.not_before is 'Downloads that began earlier may still read the blob until then.';

create table storage.migrations (
  id integer not null,
  name varchar(100) not null,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp,
  constraint migrations_pkey primary key (id),
  constraint migrations_name_key unique (name)
);
alter table storage.migrations enable row level security;
comment on table storage.migrations is 'Always empty: kept because tools of hosted projects look for it.';
