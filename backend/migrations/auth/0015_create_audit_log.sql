-- Audit log.
set local role supabase_auth_admin;

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid constraint audit_log_entries_id_pkey primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
create index audit_log_entries_instance_id_idx on auth.audit_log_entries (instance_id);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);
alter table auth.audit_log_entries enable row level security;
reset role;
