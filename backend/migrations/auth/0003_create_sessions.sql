-- Sessions, their refresh tokens, second factors, and the clients of the OAuth server that may hold a session.
set local role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
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

create table auth.sessions (
  id uuid constraint sessions_id_pkey primary key,
  user_id uuid not null constraint sessions_user_id_fkey references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid constraint sessions_oauth_client_id_fkey references auth.oauth_clients (id) on delete cascade,
  scopes text constraint sessions_scopes_check check (char_length(scopes) <= 4096),
  refresh_token_hmac_key text,
  refresh_token_counter bigint
);
comment on column auth.sessions.not_after is 'The session may not be refreshed after this time.';
comment on column auth.sessions.refreshed_at is 'Time in UTC, without a zone as on a hosted project.';
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial constraint refresh_tokens_id_pkey primary key,
  token varchar(255) constraint refresh_tokens_token_key unique,
  user_id varchar(255),
  revoked bool,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid constraint refresh_tokens_session_id_fkey references auth.sessions (id) on delete cascade
);
comment on column auth.refresh_tokens.updated_at is 'For a revoked token the time of its revocation.';
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);

create table auth.mfa_amr_claims (
  id uuid constraint mfa_amr_claims_id_pkey primary key,
  session_id uuid not null constraint mfa_amr_claims_session_id_fkey references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_key unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How the member proved to be the member in a session: the amr claim of its access tokens.';

create table auth.mfa_factors (
  id uuid constraint mfa_factors_id_pkey primary key,
  user_id uuid not null constraint mfa_factors_user_id_fkey references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz constraint mfa_factors_last_challenged_at_key unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create unique index mfa_factors_friendly_name_user_id_key on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index mfa_factors_user_id_phone_key on auth.mfa_factors (user_id, phone);
create index mfa_factors_user_id_created_at_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid constraint mfa_challenges_id_pkey primary key,
  factor_id uuid not null constraint mfa_challenges_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
reset role;
