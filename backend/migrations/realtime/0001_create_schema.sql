-- Schema realtime, as a hosted project has it: apps write RLS policies on realtime.messages and call the functions that send
-- broadcasts.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
grant usage on schema realtime to authenticator, supabase_realtime_admin;
