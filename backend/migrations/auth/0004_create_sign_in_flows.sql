-- State of sign-ins that take more than one request: PKCE, OAuth, SAML, and the providers behind them.
set local role supabase_auth_admin;

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.oauth_client_states (
  id uuid constraint oauth_client_states_id_pkey primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is 'Code verifiers of flows in which this service is the client of a provider.';
create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);

create table auth.flow_state (
  id uuid constraint flow_state_id_pkey primary key,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional bool not null default false
);
comment on table auth.flow_state is 'Sign-ins under way. auth_code is exchanged once for a session.';
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_user_id_authentication_method_idx on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.sso_providers (
  id uuid constraint sso_providers_id_pkey primary key,
  resource_id text constraint sso_providers_resource_id_check check (char_length(resource_id) > 0),
  disabled bool,
  created_at timestamptz,
  updated_at timestamptz
);
create unique index sso_providers_resource_id_key on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid constraint sso_domains_id_pkey primary key,
  sso_provider_id uuid not null constraint sso_domains_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  domain text not null constraint sso_domains_domain_check check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
create unique index sso_domains_domain_key on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid constraint saml_providers_id_pkey primary key,
  sso_provider_id uuid not null constraint saml_providers_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  entity_id text not null constraint saml_providers_entity_id_key unique
    constraint saml_providers_entity_id_check check (char_length(entity_id) > 0),
  metadata_xml text not null constraint saml_providers_metadata_xml_check check (char_length(metadata_xml) > 0),
  metadata_url text constraint saml_providers_metadata_url_check check (char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  name_id_format text,
  created_at timestamptz,
  updated_at timestamptz
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid constraint saml_relay_states_id_pkey primary key,
  sso_provider_id uuid not null constraint saml_relay_states_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  request_id text not null constraint saml_relay_states_request_id_check check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  flow_state_id uuid constraint saml_relay_states_flow_state_id_fkey references auth.flow_state (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz
);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

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

alter table auth.flow_state enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.oauth_client_states enable row level security;
alter table auth.custom_oauth_providers enable row level security;
reset role;
