-- State of sign-ins that take more than one request: PKCE and OAuth.
set local role supabase_auth_admin;

create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.oauth_client_states (
  id uuid constraint oauth_client_states_id_pkey primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null,
  nonce text
);
comment on table auth.oauth_client_states is 'Code verifiers of flows in which this service is the client of a provider.';
comment on column auth.oauth_client_states.nonce is 'The nonce that the ID token must contain. A nonce sent by the app is stored too.';
create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);
alter table auth.oauth_client_states enable row level security;

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
  email_optional bool not null default false,
  callback_at timestamptz,
  browser_hash text,
  session_not_after timestamptz
);
comment on table auth.flow_state is 'Sign-ins in progress. auth_code is exchanged once for a session.';
comment on column auth.flow_state.callback_at is 'When the provider redirected the browser back. A state works once.';
comment on column auth.flow_state.browser_hash is 'SHA-256 of the cookie of the browser that started the sign-in. Only this browser may finish one that returns tokens.';
comment on column auth.flow_state.session_not_after is 'The not_after of the session that the code is exchanged for.';
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_user_id_authentication_method_idx on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
alter table auth.flow_state enable row level security;
reset role;
