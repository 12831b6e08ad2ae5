-- A request by the owner of an address was forgotten when anyone requested another email to it.
set local role supabase_auth_admin;
alter table auth.users add column is_contested boolean not null default false;
comment on column auth.users.is_contested is
  'Whether someone else may have created the unconfirmed account. Other ways in are removed once the address is confirmed.';
reset role;
