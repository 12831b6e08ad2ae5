-- An upload used to start with three statements: the bucket, the test of the permission and the record of the blob.
-- Each of them is a round trip of about 0.3 ms of processor time on both sides.
create function storage.begin_upload(
  scope text[],
  is_upsert boolean,
  is_allowed boolean,
  bucket text,
  key text,
  new_owner uuid,
  new_owner_id text,
  test_version text,
  new_metadata jsonb,
  new_user_metadata jsonb,
  new_version text
) returns setof storage.buckets
  language plpgsql
as $$
begin
  -- A record lost in a power cut does no harm: the sweep finds blobs without one.
  perform set_config('synchronous_commit', 'off', true);
  if is_allowed then
    perform storage.enter_scope(scope, 'service_role');
  else
    perform storage.test_upload(
      scope, is_upsert, bucket, key, new_owner, new_owner_id, test_version, new_metadata, new_user_metadata);
    perform set_config('role', 'service_role', true);
  end if;
  return query select * from storage.buckets where buckets.id = bucket;
  if found then
    insert into storage.pending_blobs (version) values (new_version);
  end if;
end
$$;
comment on function storage.begin_upload(text[], boolean, boolean, text, text, uuid, text, text, jsonb, jsonb, text) is
  'Tests whether the caller may write an object, unless this is known, records its blob, and returns its bucket, in one transaction. Returns no row if there is no bucket.';
revoke execute on function storage.begin_upload(text[], boolean, boolean, text, text, uuid, text, text, jsonb, jsonb, text)
  from public, anon, authenticated, service_role;
grant execute on function storage.begin_upload(text[], boolean, boolean, text, text, uuid, text, text, jsonb, jsonb, text)
  to authenticator;
