-- Authorization requests of OAuth clients, and what members consented to.
set local role supabase_auth_admin;

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
  approved_at timestamptz,
  code_used_at timestamptz,
  session_id uuid
    constraint oauth_authorizations_session_id_fkey references auth.sessions (id) on delete set null,
  opened_by_session_id uuid
    constraint oauth_authorizations_opened_by_session_id_fkey references auth.sessions (id) on delete set null
);
comment on column auth.oauth_authorizations.code_used_at is 'When the code was exchanged; a second exchange ends the session.';
comment on column auth.oauth_authorizations.session_id is 'The session that the code was exchanged for.';
comment on column auth.oauth_authorizations.opened_by_session_id is 'The session that shows the request. When it ends, another account may answer.';
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at) where status = 'pending';
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id);
create index oauth_authorizations_opened_by_session_id_idx on auth.oauth_authorizations (opened_by_session_id);
alter table auth.oauth_authorizations enable row level security;

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
alter table auth.oauth_consents enable row level security;
reset role;
