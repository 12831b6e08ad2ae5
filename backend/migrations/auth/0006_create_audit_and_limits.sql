-- What happened (audit), what may happen how often (limits), and mails that no server took (outbox).
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

create table auth.instances (
  id uuid constraint instances_id_pkey primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Unused; kept because tools of hosted projects expect it.';

create table auth.schema_migrations (
  version varchar(255) constraint schema_migrations_version_pkey primary key
);
comment on table auth.schema_migrations is 'Unused: ours are recorded in supabase_migrations. Kept because tools of hosted projects expect it.';

create unlogged table auth.rate_limits (
  limiter text not null,
  key text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  constraint rate_limits_limiter_key_pkey primary key (limiter, key)
);
comment on table auth.rate_limits is 'Token buckets, shared by all processes. Unlogged: after a crash every bucket is full again, which is no harm.';
create index rate_limits_refilled_at_idx on auth.rate_limits (refilled_at);

create table auth.outbox (
  id bigint generated always as identity constraint outbox_id_pkey primary key,
  kind text not null constraint outbox_kind_check check (kind in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  created_at timestamptz not null default now()
);
comment on table auth.outbox is 'Messages that were not sent because no mail server or SMS provider is set. Read it at /outbox from the machine itself.';
create index outbox_created_at_idx on auth.outbox (created_at);

alter table auth.audit_log_entries enable row level security;
alter table auth.instances enable row level security;
alter table auth.schema_migrations enable row level security;
alter table auth.rate_limits enable row level security;
alter table auth.outbox enable row level security;

-- The owner of the database writes functions and triggers over these tables (own sessions of a member, new profile of a new account).
grant all on all tables in schema auth to session_user;
grant all on all sequences in schema auth to session_user;
reset role;
