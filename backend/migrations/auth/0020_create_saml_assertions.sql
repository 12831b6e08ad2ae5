-- SAML assertions that were used once.
set local role supabase_auth_admin;

create table auth.saml_used_assertions (
  sso_provider_id uuid not null
    constraint saml_used_assertions_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  assertion_hash text not null,
  expires_at timestamptz not null,
  constraint saml_used_assertions_pkey primary key (sso_provider_id, assertion_hash)
);
comment on table auth.saml_used_assertions is 'Assertions that opened a session; none does so twice (SAML profiles §4.1.4.5).';
comment on column auth.saml_used_assertions.expires_at is 'From here on the assertion is refused for its age, and the row may go.';
create index saml_used_assertions_expires_at_idx on auth.saml_used_assertions (expires_at);
alter table auth.saml_used_assertions enable row level security;
reset role;
