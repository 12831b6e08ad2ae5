-- Schema storage, as a hosted project has it: apps write RLS policies on storage.buckets and storage.objects and call its functions.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
grant usage on schema storage to authenticator;
