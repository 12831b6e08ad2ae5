-- One statement per request saves three or four round trips of a transaction. The role has to change before RLS
-- policies are evaluated, and a statement is checked with the role at the time it is prepared. So these are PL/pgSQL
-- functions, which prepare each statement when it is reached. They switch roles, so only the login role of the service
-- may call them.

create function storage.enter_scope(scope text[], acting_role text) returns void
  language plpgsql
as $$
begin
  perform
    set_config('request.jwt.claim.role', scope[1], true),
    set_config('request.jwt', scope[2], true),
    set_config('request.jwt.claim.sub', scope[3], true),
    set_config('request.jwt.claims', scope[4], true),
    set_config('request.headers', scope[5], true),
    set_config('request.method', scope[6], true),
    set_config('request.path', scope[7], true),
    set_config('storage.operation', scope[8], true),
    set_config('storage.allow_delete_query', 'true', true),
    set_config('role', acting_role, true);
end
$$;
comment on function storage.enter_scope(text[], text) is
  'Sets what RLS policies read of a request for the rest of the transaction: role, token, subject, claims, headers, method, path, operation.';

create function storage.find_bucket(scope text[], wanted_id text) returns setof storage.buckets
  language plpgsql
as $$
begin
  perform storage.enter_scope(scope, 'service_role');
  return query select * from storage.buckets where buckets.id = wanted_id;
end
$$;
comment on function storage.find_bucket(text[], text) is 'A bucket, bypassing RLS: members may upload to buckets that they may not see.';

create function storage.find_object(scope text[], access text, wanted_bucket text, key text)
  returns table (has_bucket boolean, object storage.objects)
  language plpgsql
as $$
declare
  is_public boolean;
begin
  perform storage.enter_scope(scope, case when access = 'visible' then scope[1] else 'service_role' end);
  has_bucket := true;
  if access in ('public', 'readable', 'anonymous') then
    select buckets.public into is_public from storage.buckets where buckets.id = wanted_bucket;
    has_bucket := is_public is true or (is_public is false and access = 'readable');
    if has_bucket and not is_public then
      perform set_config('role', scope[1], true);
    end if;
  end if;
  if has_bucket then
    select * into object from storage.objects where objects.bucket_id = wanted_bucket and objects.name = key;
  end if;
  return next;
end
$$;
comment on function storage.find_object(text[], text, text, text) is
  'An object, by kind of access. public and anonymous require a public bucket; readable checks RLS unless the bucket is public; visible always checks it.';

create function storage.test_upload(
  scope text[],
  is_upsert boolean,
  bucket text,
  key text,
  new_owner uuid,
  new_owner_id text,
  new_version text,
  new_metadata jsonb,
  new_user_metadata jsonb
) returns void
  language plpgsql
as $$
declare
  is_written boolean := false;
begin
  -- This transaction changes nothing that stays, so there is no need to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  perform storage.enter_scope(scope, scope[1]);
  begin
    if is_upsert then
      -- With returning, so that SELECT policies apply too: whoever replaces an object learns that it exists.
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (bucket, key, new_owner, new_owner_id, new_version, new_metadata, new_user_metadata)
      on conflict (bucket_id, name) do update set
        version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
        owner = excluded.owner, owner_id = excluded.owner_id
      returning id is not null into is_written;
    else
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (bucket, key, new_owner, new_owner_id, new_version, new_metadata, new_user_metadata);
      is_written := true;
    end if;
    raise sqlstate 'PT200' using message = 'taken back on purpose';
  exception when sqlstate 'PT200' then
    -- A trigger of the app may raise the same SQLSTATE. Then the row was not written.
    if is_written is not true then
      raise;
    end if;
  end;
end
$$;
comment on function storage.test_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb) is
  'Raises an error unless RLS policies and triggers let the caller write the object. The write is rolled back.';

create function storage.replace_object(
  is_upsert boolean,
  bucket text,
  key text,
  new_owner uuid,
  new_owner_id text,
  new_version text,
  new_metadata jsonb,
  new_user_metadata jsonb
) returns setof storage.objects
  language plpgsql
as $$
begin
  -- Only one writer per key at a time, even if there is no row to lock.
  perform pg_advisory_xact_lock(hashtextextended(bucket || '/' || key, 0));
  perform from storage.objects where objects.bucket_id = bucket and objects.name = key for update;
  if found and not is_upsert then
    return;
  end if;
  perform storage.claim_blob(new_version);
  return query
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (bucket, key, new_owner, new_owner_id, new_version, new_metadata, new_user_metadata)
    on conflict (bucket_id, name) do update set
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      owner = excluded.owner, owner_id = excluded.owner_id
    returning *;
end
$$;
comment on function storage.replace_object(boolean, text, text, uuid, text, text, jsonb, jsonb) is
  'Writes the row of an object; a trigger queues the version that it replaces. Returns no row if one exists and may not be replaced.';

create function storage.commit_upload(
  scope text[],
  is_upsert boolean,
  bucket text,
  key text,
  new_owner uuid,
  new_owner_id text,
  new_version text,
  new_metadata jsonb,
  new_user_metadata jsonb
) returns setof storage.objects
  language plpgsql
as $$
begin
  perform storage.enter_scope(scope, 'service_role');
  return query select * from storage.replace_object(
    is_upsert, bucket, key, new_owner, new_owner_id, new_version, new_metadata, new_user_metadata);
end
$$;
comment on function storage.commit_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb) is
  'storage.replace_object() bypassing RLS, as a transaction of its own.';
revoke execute on function
  storage.enter_scope(text[], text),
  storage.find_bucket(text[], text),
  storage.find_object(text[], text, text, text),
  storage.test_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb),
  storage.replace_object(boolean, text, text, uuid, text, text, jsonb, jsonb),
  storage.commit_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  storage.enter_scope(text[], text),
  storage.find_bucket(text[], text),
  storage.find_object(text[], text, text, text),
  storage.test_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb),
  storage.commit_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb)
  to authenticator;
grant execute on function storage.replace_object(boolean, text, text, uuid, text, text, jsonb, jsonb) to service_role;
