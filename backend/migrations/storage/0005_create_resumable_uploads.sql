-- Resumable uploads (tus). An upload is a row; the bytes that have arrived are blobs, with a row for each part. All
-- state is in the database, so any process can continue an upload that another one started.
create table storage.resumable_uploads (
  id uuid not null,
  bucket_id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  size bigint,
  received bigint not null default 0,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  lock_token uuid,
  locked_until timestamptz,
  is_lock_wanted boolean not null default false,
  constraint resumable_uploads_pkey primary key (id),
  constraint resumable_uploads_bucket_id_fkey foreign key (bucket_id) references storage.buckets (id) on delete cascade,
  constraint resumable_uploads_received_check check (received between 0 and coalesce(size, received))
);
create index resumable_uploads_bucket_id_index on storage.resumable_uploads (bucket_id);
create index resumable_uploads_created_at_index on storage.resumable_uploads (created_at);
alter table storage.resumable_uploads enable row level security;
grant select, insert, update, delete on storage.resumable_uploads to service_role;
comment on table storage.resumable_uploads is 'Unexpired uploads of the tus protocol. Only the service reads and writes them.';
comment on column storage.resumable_uploads.owner_id is 'The account that started it. Only this account may continue it.';
comment on column storage.resumable_uploads.is_signed is 'Started with the token of a signed upload URL, which was checked when the URL was signed.';
comment on column storage.resumable_uploads.size is 'Null until the client declares it.';
comment on column storage.resumable_uploads.metadata is 'Upload-Metadata, decoded.';
comment on column storage.resumable_uploads.finished_at is 'When the object was written. The row stays until it expires, for clients that lost the last response.';
comment on column storage.resumable_uploads.lock_token is 'Token of the request that is writing. It renews locked_until. A request that takes over changes the token, and writes with the old token are rejected.';
comment on column storage.resumable_uploads.is_lock_wanted is 'True if another request of the client waits: its old connection is dead, although this server has not noticed yet.';

create table storage.resumable_parts (
  upload_id uuid not null,
  start bigint not null,
  size bigint not null,
  version text not null,
  etag text not null,
  constraint resumable_parts_pkey primary key (upload_id, start),
  constraint resumable_parts_version_key unique (version),
  constraint resumable_parts_upload_id_fkey foreign key (upload_id) references storage.resumable_uploads (id) on delete cascade
);
alter table storage.resumable_parts enable row level security;
grant select, insert, update, delete on storage.resumable_parts to service_role;
comment on table storage.resumable_parts is 'Received parts of a resumable upload. Each part is a complete blob.';
