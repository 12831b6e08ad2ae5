-- Resumable uploads (tus). An upload is a row; the bytes that arrived are blobs, each told of by a part. Nothing else knows the state, so
-- that any process goes on with what another began.
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
comment on table storage.resumable_uploads is 'Uploads by the tus protocol that are not expired. Only the service reads and writes them.';
comment on column storage.resumable_uploads.owner_id is 'Who began it, and alone may go on with it.';
comment on column storage.resumable_uploads.is_signed is 'Begun with the token of a signed upload URL, which was tested when it was signed.';
comment on column storage.resumable_uploads.size is 'Null while the client has not said it.';
comment on column storage.resumable_uploads.metadata is 'Upload-Metadata, decoded.';
comment on column storage.resumable_uploads.finished_at is 'The object is written. The row stays until it expires, for clients that lost the last answer.';
comment on column storage.resumable_uploads.lock_token is 'Of the request that writes now. It renews locked_until; whoever takes over changes the token, and what the old one writes is refused.';
comment on column storage.resumable_uploads.is_lock_wanted is 'Another request of the client waits: its old connection is dead, though this server does not know yet.';

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
comment on table storage.resumable_parts is 'What has arrived of a resumable upload: each part is a complete blob.';
