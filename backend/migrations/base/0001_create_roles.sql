-- The roles of the Supabase wire protocol, with the names and attributes of a hosted project (see the contracts of the
-- rest and storage services). Roles belong to the whole server, so another database may have created them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
  foreach role_name in array array['authenticator', 'supabase_auth_admin'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login noinherit', role_name);
    end if;
  end loop;
end
$$;

alter role service_role bypassrls;
grant anon, authenticated, service_role to authenticator;

-- The query of a visitor must not hold a connection for long.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';

-- Deny by default: rights are granted table by table and column by column.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
