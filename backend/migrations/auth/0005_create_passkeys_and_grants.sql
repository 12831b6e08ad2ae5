-- Passkeys, and what members have granted to clients of the OAuth server.
set local role supabase_auth_admin;

create table auth.webauthn_credentials (
  id uuid default gen_random_uuid() constraint webauthn_credentials_id_pkey primary key,
  user_id uuid not null constraint webauthn_credentials_user_id_fkey references auth.users (id) on delete cascade,
  credential_id bytea not null constraint webauthn_credentials_credential_id_key unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible bool not null default false,
  backed_up bool not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid default gen_random_uuid() constraint webauthn_challenges_id_pkey primary key,
  user_id uuid constraint webauthn_challenges_user_id_fkey references auth.users (id) on delete cascade,
  challenge_type text not null
    constraint webauthn_challenges_challenge_type_check check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_response_type as enum ('code');

create table auth.oauth_authorizations (
  id uuid constraint oauth_authorizations_id_pkey primary key,
  authorization_id text not null constraint oauth_authorizations_authorization_id_key unique,
  client_id uuid not null constraint oauth_authorizations_client_id_fkey references auth.oauth_clients (id) on delete cascade,
  user_id uuid constraint oauth_authorizations_user_id_fkey references auth.users (id) on delete cascade,
  redirect_uri text not null,
  scope text not null,
  state text,
  resource text,
  code_challenge text,
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text constraint oauth_authorizations_authorization_code_key unique,
  nonce text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 minutes',
  approved_at timestamptz
);
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at) where status = 'pending';

create table auth.oauth_consents (
  id uuid constraint oauth_consents_id_pkey primary key,
  user_id uuid not null constraint oauth_consents_user_id_fkey references auth.users (id) on delete cascade,
  client_id uuid not null constraint oauth_consents_client_id_fkey references auth.oauth_clients (id) on delete cascade,
  scopes text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_user_id_client_id_key unique (user_id, client_id)
);
create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;
alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
reset role;
