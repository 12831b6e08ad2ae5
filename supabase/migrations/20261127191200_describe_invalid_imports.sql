-- A row, record, photo or story that does not fit its table was rejected in the words of the database.
create function private.describe_invalid_import(failure text)
 returns text
 language sql
 immutable parallel safe
 set search_path to ''
as $$
  select coalesce(
    'The import has a value for ' || coalesce(substring(failure from 'constraint "(?:import_[a-z]+|imports)_(\w+)_(?:check|fkey)"'),
      substring(failure from 'column "(\w+)"')) || ' that is missing, too long or not allowed.',
    'The import has a value of the wrong type: ' || failure || '.')
$$;
comment on function private.describe_invalid_import(text) is 'A sentence for an error of the database about the data of an import.';
grant execute on function private.describe_invalid_import(text) to authenticated;

create or replace function public.start_import(name text, row_count integer, visibility public.visibility DEFAULT 'private'::public.visibility)
 returns uuid
 language plpgsql
 set search_path to ''
as $$
begin
  return private.start_import(name, visibility, row_count);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.add_import_rows(import uuid, rows jsonb)
 returns integer
 language plpgsql
 set search_path to ''
as $$
begin
  return private.add_import_rows(import, rows);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.add_import_records(import uuid, records jsonb)
 returns integer
 language plpgsql
 set search_path to ''
as $$
begin
  return private.add_import_records(import, records);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.add_import_photos(import uuid, photos jsonb)
 returns integer
 language plpgsql
 set search_path to ''
as $$
begin
  return private.add_import_photos(import, photos);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.describe_import(import uuid, lists jsonb DEFAULT NULL::jsonb, stories jsonb DEFAULT '[]'::jsonb)
 returns void
 language plpgsql
 set search_path to ''
as $$
begin
  perform private.describe_import(import, lists, stories);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.place_import_row(import uuid, number integer, lng double precision DEFAULT NULL::double precision, lat double precision DEFAULT NULL::double precision)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
begin
  return private.place_import_row(import, number, lng, lat);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.store_import_photo(import uuid, number integer, photo jsonb)
 returns void
 language plpgsql
 set search_path to ''
as $$
begin
  perform private.store_import_photo(import, number, photo);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;

create or replace function public.match_import_rows(rows jsonb)
 returns jsonb
 language plpgsql
 stable
 set search_path to ''
as $$
begin
  return private.match_import_rows(rows);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_import(sqlerrm);
end
$$;
