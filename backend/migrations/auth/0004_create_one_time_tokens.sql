-- Tokens of mailed links and texted codes.
set local role supabase_auth_admin;

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.one_time_tokens (
  id uuid constraint one_time_tokens_id_pkey primary key,
  user_id uuid not null constraint one_time_tokens_user_id_fkey references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc')
);
comment on table auth.one_time_tokens is 'Mirror of the token columns of users: one live token per account and type.';
comment on column auth.one_time_tokens.token_hash is 'SHA-224 of address and code in hex, prefixed with pkce_ in a PKCE flow. It is the token of the mailed link.';
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);
alter table auth.one_time_tokens enable row level security;
reset role;
