-- Functions for keys and operations in RLS policies, with the names and results of a hosted project.
create function storage.foldername(name text) returns text[]
  language sql immutable parallel safe
  return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];
comment on function storage.foldername(text) is 'The folders of a key, outermost first; {} at the root.';

create function storage.filename(name text) returns text
  language sql immutable parallel safe
  return split_part(name, '/', -1);

create function storage.extension(name text) returns text
  language sql immutable parallel safe
  return split_part(split_part(name, '/', -1), '.', -1);
comment on function storage.extension(text) is 'The text after the last dot; the whole file name if there is none.';

create function storage.operation() returns text
  language sql stable
  return current_setting('storage.operation', true);
comment on function storage.operation() is 'The current operation of the service, for example storage.object.upload.';

create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  return coalesce(
    regexp_replace(storage.operation(), '^storage\.', '') = any (
      array(select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected)
    ),
    false
  );

create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  return storage.allow_any_operation(array[expected_operation]);

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable
  begin atomic
    select sum((objects.metadata ->> 'size')::bigint)::bigint, objects.bucket_id
    from storage.objects
    group by objects.bucket_id;
  end;

create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
  language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;
comment on function storage.can_insert_object(text, text, uuid, jsonb) is 'Raises PT200 if the caller may insert the row, otherwise the error that forbids it.';
