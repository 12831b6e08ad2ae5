-- SAML assertions that were used once.
set local role supabase_auth_admin;

create table auth.saml_used_assertions (
  sso_provider_id uuid not null
    constraint saml_used_assertions_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  assertion_hash text not null,
  expires_at timestamptz not null,
  constraint saml_used_assertions_pkey primary key (sso_provider_id, assertion_hash)
);
comment on table auth.saml_used_assertions is 'Assertions that opened a session. None may do so twice (SAML profiles §4.1.4.5).';
comment on column auth.saml_used_assertions.expires_at is 'After this time the assertion is rejected as expired, and the row may be deleted.';
create index saml_used_assertions_expires_at_idx on auth.saml_used_assertions (expires_at);
alter table auth.saml_used_assertions enable row level security;
reset role;
