-- The queue of blobs to delete.
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
