-- Limits that refill slowly were deleted, and so full again, after two idle hours.
set local role supabase_auth_admin;
alter table auth.rate_limits add column full_at timestamptz not null default now() + interval '2 hours';
comment on column auth.rate_limits.full_at is 'The row is obsolete after this time, because its bucket is full.';
drop index auth.rate_limits_refilled_at_idx;
create index rate_limits_full_at_idx on auth.rate_limits (full_at);
reset role;
