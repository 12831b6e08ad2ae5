-- OAuth and OIDC providers that an administrator added at run time.
set local role supabase_auth_admin;

create table auth.custom_oauth_providers (
  id uuid default gen_random_uuid() constraint custom_oauth_providers_id_pkey primary key,
  provider_type text not null constraint custom_oauth_providers_provider_type_check check (provider_type in ('oauth2', 'oidc')),
  identifier text not null constraint custom_oauth_providers_identifier_key unique,
  name text not null,
  client_id text not null,
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled bool not null default true,
  attribute_mapping jsonb not null default '{}',
  custom_claims_allowlist text[] not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled bool not null default true,
  email_optional bool not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check bool not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.custom_oauth_providers enable row level security;
reset role;
