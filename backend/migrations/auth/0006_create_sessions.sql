-- Sessions and how each was authenticated.
set local role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

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
comment on column auth.sessions.refreshed_at is 'UTC without a time zone, as on a hosted project.';
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);
alter table auth.sessions enable row level security;

create function auth.end_sessions_of_banned_user() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;
comment on function auth.end_sessions_of_banned_user() is 'A ban ends the sessions, whoever sets it.';
create trigger end_sessions_of_banned_user after update of banned_until on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function auth.end_sessions_of_banned_user();

create table auth.mfa_amr_claims (
  id uuid constraint mfa_amr_claims_id_pkey primary key,
  session_id uuid not null constraint mfa_amr_claims_session_id_fkey references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_key unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'The authentication methods of a session: the amr claim of its access tokens.';
alter table auth.mfa_amr_claims enable row level security;
reset role;
