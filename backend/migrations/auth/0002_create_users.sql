-- Accounts and the ways to sign in to them. Column names and types are those of a hosted project, since seeders and triggers of apps write here.
set local role supabase_auth_admin;

create table auth.users (
  instance_id uuid,
  id uuid constraint users_id_pkey primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin bool,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null constraint users_phone_key unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user bool not null default false,
  deleted_at timestamptz,
  is_anonymous bool not null default false
);
comment on table auth.users is 'Accounts. Token columns may be null or empty: both mean that there is none.';
comment on column auth.users.email_change_confirm_status is 'Secure change of e-mail: 1 when the first of the two links was used.';
comment on column auth.users.is_sso_user is 'True for accounts of a single sign-on provider; only those may repeat an e-mail address.';

create unique index users_email_key on auth.users (email) where not is_sso_user;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_instance_id_idx on auth.users (instance_id);
create index users_created_at_idx on auth.users (created_at);
create index users_is_anonymous_idx on auth.users (is_anonymous) where is_anonymous;
-- Digits and blanks are excepted because older services stored short codes here.
create unique index users_confirmation_token_key on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index users_recovery_token_key on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index users_email_change_token_current_key on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index users_email_change_token_new_key on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index users_reauthentication_token_key on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';

create table auth.identities (
  id uuid default gen_random_uuid() constraint identities_id_pkey primary key,
  provider_id text not null,
  user_id uuid not null constraint identities_user_id_fkey references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_key unique (provider_id, provider)
);
comment on table auth.identities is 'The ways to sign in to an account. provider_id is the subject that the provider gave; for e-mail and phone it is the account''s id.';
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

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
comment on table auth.one_time_tokens is 'Mirror of the token columns of users, one live token an account and kind.';
comment on column auth.one_time_tokens.token_hash is 'SHA-224 of address and code, in hex, with the prefix pkce_ for a PKCE flow. It is the token of the mailed link.';
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.one_time_tokens enable row level security;
reset role;
