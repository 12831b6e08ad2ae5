-- Single sign-on: identity providers and the mail domains they serve.
set local role supabase_auth_admin;

create table auth.sso_providers (
  id uuid constraint sso_providers_id_pkey primary key,
  resource_id text constraint sso_providers_resource_id_check check (char_length(resource_id) > 0),
  disabled bool,
  created_at timestamptz,
  updated_at timestamptz
);
create unique index sso_providers_resource_id_key on auth.sso_providers (lower(resource_id));
alter table auth.sso_providers enable row level security;

create table auth.sso_domains (
  id uuid constraint sso_domains_id_pkey primary key,
  sso_provider_id uuid not null constraint sso_domains_sso_provider_id_fkey references auth.sso_providers (id) on delete cascade,
  domain text not null constraint sso_domains_domain_check check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
create unique index sso_domains_domain_key on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
alter table auth.sso_domains enable row level security;
reset role;
