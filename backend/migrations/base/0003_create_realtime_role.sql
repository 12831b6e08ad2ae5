-- The login of the realtime service. It streams changes, which needs REPLICATION, and owns nothing. Where the owner may not
-- grant REPLICATION, the service reads changes from triggers instead.
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin login noinherit;
  end if;
  alter role supabase_realtime_admin replication;
exception
  when insufficient_privilege then
    raise notice 'The realtime service cannot use logical decoding: this owner may not grant REPLICATION.';
    if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
      create role supabase_realtime_admin login noinherit;
    end if;
end
$$;
