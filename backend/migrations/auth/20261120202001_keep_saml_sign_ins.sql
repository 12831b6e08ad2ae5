-- What single sign-on by SAML keeps beside its providers: our key, the assertions that were used, and how long a session may last.
set local role supabase_auth_admin;

create table auth.service_keys (
  name text constraint service_keys_name_pkey primary key,
  sealed_key text not null,
  created_at timestamptz not null default now()
);
comment on table auth.service_keys is 'Private keys that the service made for itself.';
comment on column auth.service_keys.sealed_key is 'AES-256-GCM under a key derived from the JWT secret: base64url of nonce, tag and ciphertext.';

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

alter table auth.flow_state add column session_not_after timestamptz;
comment on column auth.flow_state.session_not_after is 'What the session that comes of the code gets as not_after.';

alter table auth.service_keys enable row level security;
alter table auth.saml_used_assertions enable row level security;
reset role;
