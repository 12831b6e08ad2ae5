-- The ways to sign in to an account.
set local role supabase_auth_admin;

create table auth.identities (
  id uuid default gen_random_uuid() constraint identities_id_pkey primary key,
  provider_id text not null,
  user_id uuid not null constraint identities_user_id_fkey references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_key unique (provider_id, provider)
);
comment on table auth.identities is 'Ways to sign in to an account. provider_id is the subject from the provider; for e-mail and phone it is the id of the account.';
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);
alter table auth.identities enable row level security;
reset role;
