-- Refresh tokens, one chain per session.
set local role supabase_auth_admin;

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
comment on column auth.refresh_tokens.updated_at is 'For a revoked token, the time of its revocation.';
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
alter table auth.refresh_tokens enable row level security;
reset role;
