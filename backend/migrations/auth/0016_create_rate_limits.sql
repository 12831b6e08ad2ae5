-- Rate limits, shared by all processes.
set local role supabase_auth_admin;

create unlogged table auth.rate_limits (
  limiter text not null,
  key text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  constraint rate_limits_limiter_key_pkey primary key (limiter, key)
);
comment on table auth.rate_limits is 'Token buckets, shared by all processes. Unlogged: after a crash every bucket is full again, which is harmless.';
create index rate_limits_refilled_at_idx on auth.rate_limits (refilled_at);
alter table auth.rate_limits enable row level security;

create table auth.known_networks (
  hash text constraint known_networks_hash_pkey primary key,
  used_at timestamptz not null
);
comment on table auth.known_networks is 'SHA-256 of login and network of past sign-ins by password. Failed attempts from elsewhere do not lock these out.';
create index known_networks_used_at_idx on auth.known_networks (used_at);
alter table auth.known_networks enable row level security;
reset role;
