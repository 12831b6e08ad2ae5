-- Private keys that the service generated for itself.
set local role supabase_auth_admin;

create table auth.service_keys (
  name text constraint service_keys_name_pkey primary key,
  sealed_key text not null,
  created_at timestamptz not null default now()
);
comment on table auth.service_keys is 'Private keys that the service generated for itself.';
comment on column auth.service_keys.sealed_key is 'AES-256-GCM under a key derived from the JWT secret: base64url of nonce, tag and ciphertext.';
alter table auth.service_keys enable row level security;
reset role;
