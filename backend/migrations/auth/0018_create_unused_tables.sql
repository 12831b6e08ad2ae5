-- Tables that tools of hosted projects expect. The service does not use them.
set local role supabase_auth_admin;

create table auth.instances (
  id uuid constraint instances_id_pkey primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Unused; kept because tools of hosted projects expect it.';
alter table auth.instances enable row level security;

create table auth.schema_migrations (
  version varchar(255) constraint schema_migrations_version_pkey primary key
);
comment on table auth.schema_migrations is 'Unused: migrations are recorded in supabase_migrations. Kept because tools of hosted projects expect it.';
alter table auth.schema_migrations enable row level security;
reset role;
