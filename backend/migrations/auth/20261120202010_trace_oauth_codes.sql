-- An authorization code that is shown twice revokes what it was exchanged for (RFC 6749 §4.1.2).
set local role supabase_auth_admin;

alter table auth.oauth_authorizations
  add column code_used_at timestamptz,
  add column session_id uuid
    constraint oauth_authorizations_session_id_fkey references auth.sessions (id) on delete set null;
comment on column auth.oauth_authorizations.code_used_at is 'When the code was exchanged; a second exchange ends the session.';
comment on column auth.oauth_authorizations.session_id is 'The session that the code was exchanged for.';
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id);
reset role;
