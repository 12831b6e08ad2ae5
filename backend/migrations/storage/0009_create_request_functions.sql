-- A request that is a transaction of its own costs four or five journeys to the database, as one statement it costs one. The role
-- has to change before row rules are asked, and statements are checked by the role of the moment in which they are prepared:
-- so these are functions in plpgsql, which prepares each statement when its turn comes. They switch roles, hence only the login
-- of the service may call them.

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
  'What row rules learn of a request: role, token, subject, claims, headers, method, path, operation. For the rest of the transaction.';

create function storage.find_bucket(scope text[], wanted_id text) returns setof storage.buckets
  language plpgsql
as $$
begin
  perform storage.enter_scope(scope, 'service_role');
  return query select * from storage.buckets where buckets.id = wanted_id;
end
$$;
comment on function storage.find_bucket(text[], text) is 'A bucket past row rules: who may upload need not be allowed to see it.';

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
  'An object as access says: public and anonymous want a public bucket; readable asks row rules unless the bucket is public; visible always asks them.';

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
  -- Nothing of this transaction stays, so nobody has to wait until the disk has it.
  perform set_config('synchronous_commit', 'off', true);
  perform storage.enter_scope(scope, scope[1]);
  begin
    if is_upsert then
      -- With returning, so that the rules for select count too: who replaces an object is told of it.
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
    -- A trigger of the app that raises the same means it: its row was not written.
    if is_written is not true then
      raise;
    end if;
  end;
end
$$;
comment on function storage.test_upload(text[], boolean, text, text, uuid, text, text, jsonb, jsonb) is
  'Throws unless row rules and triggers let the caller write the object: it is written and taken back.';

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
  -- Only one writer of a key at a time, also while there is no row that could be locked.
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
  'Writes the row of an object; a trigger queues the version that it replaces. No row when there is one and it may not be replaced.';

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
  'storage.replace_object() past row rules, as a transaction of its own.';
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
