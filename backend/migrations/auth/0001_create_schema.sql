-- Schema auth and the functions with which RLS policies read the caller. The service owns the schema; later files
-- create its tables.
create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;

-- A setting that was local to a finished transaction reads as '', not as null.
create or replace function auth.jwt() returns jsonb
  language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb;
comment on function auth.jwt() is 'All claims of the access token of the request.';

create or replace function auth.uid() returns uuid
  language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;
comment on function auth.uid() is 'The id of the caller''s account; null for visitors.';

create or replace function auth.role() returns text
  language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  );

create or replace function auth.email() returns text
  language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  );

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
