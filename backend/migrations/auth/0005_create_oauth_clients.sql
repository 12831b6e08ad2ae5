-- Apps that use this service as their OAuth 2.1 server.
set local role supabase_auth_admin;

create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');

create table auth.oauth_clients (
  id uuid constraint oauth_clients_id_pkey primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text constraint oauth_clients_client_name_check check (char_length(client_name) <= 1024),
  client_uri text constraint oauth_clients_client_uri_check check (char_length(client_uri) <= 2048),
  logo_uri text constraint oauth_clients_logo_uri_check check (char_length(logo_uri) <= 2048),
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    constraint oauth_clients_token_endpoint_auth_method_check
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on column auth.oauth_clients.client_secret_hash is 'SHA-256 of the secret; the secret itself is shown once.';
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);
alter table auth.oauth_clients enable row level security;
reset role;
