-- The queue of blobs to delete.
create table storage.blob_deletions (
  version text not null,
  not_before timestamptz not null default now() + interval '15 minutes',
  constraint blob_deletions_pkey primary key (version)
);
create index blob_deletions_not_before_index on storage.blob_deletions (not_before);
alter table storage.blob_deletions enable row level security;
grant select, insert, update, delete on storage.blob_deletions to service_role;
comment on table storage.blob_deletions is 'Blobs whose row was deleted. Written in the same transaction, processed by a worker.';
comment on column storage.blob_deletions.not_before is 'Downloads that started earlier may read the blob until then.';

-- Queues the old blob whoever deletes the row of an object or gives it another blob.
create function storage.queue_blob() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.blob_deletions (version) values (old.version) on conflict (version) do nothing;
  return null;
end
$$;
revoke execute on function storage.queue_blob() from public, anon, authenticated, service_role;
create trigger queue_deleted_blob after delete on storage.objects
  for each row when (old.version is not null) execute function storage.queue_blob();
create trigger queue_replaced_blob after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version) execute function storage.queue_blob();
comment on function storage.queue_blob is 'Queues the blob of a deleted or replaced row in the same transaction.';

-- Blobs that are being written and have no row yet. Recorded before the first byte, so that a killed process leaves nothing unknown.
create table storage.pending_blobs (
  version text not null,
  touched_at timestamptz not null default now(),
  constraint pending_blobs_pkey primary key (version)
);
create index pending_blobs_touched_at_index on storage.pending_blobs (touched_at);
alter table storage.pending_blobs enable row level security;
grant select, insert, update, delete on storage.pending_blobs to service_role;
comment on table storage.pending_blobs is 'Blobs without a row. The transaction that writes the row deletes the record.';
comment on column storage.pending_blobs.touched_at is 'The writing process renews it each minute. An old one was abandoned, and its blob is deleted.';

create function storage.record_blob(new_version text) returns void
  language sql security definer set search_path = ''
as $$
  insert into storage.pending_blobs (version) values (new_version);
$$;
comment on function storage.record_blob is 'Records a blob before it is written.';

create function storage.claim_blob(new_version text) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from storage.pending_blobs where version = new_version;
  if not found and not exists (select from storage.resumable_parts where version = new_version) then
    raise exception 'The upload took too long and its data was deleted.' using errcode = 'PT408';
  end if;
end
$$;
comment on function storage.claim_blob is
  'Deletes the record of a blob in the transaction that writes its row. Throws when the blob was abandoned and may be gone.';
revoke execute on function storage.record_blob(text), storage.claim_blob(text) from public, anon, authenticated, service_role;
grant execute on function storage.record_blob(text) to authenticator;
grant execute on function storage.claim_blob(text) to service_role;
