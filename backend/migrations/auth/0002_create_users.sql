-- Accounts. Column names and types are those of a hosted project, because seed scripts and triggers of apps write here.
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
comment on table auth.users is 'Accounts. Token columns may be null or empty; both mean that there is no token.';
comment on column auth.users.email_change_confirm_status is 'Secure e-mail change: 1 after the first of the two links was used.';
comment on column auth.users.is_sso_user is 'True for accounts of a single sign-on provider. Only these may share an e-mail address.';
create unique index users_email_key on auth.users (email) where not is_sso_user;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_instance_id_idx on auth.users (instance_id);
create index users_created_at_idx on auth.users (created_at);
create index users_is_anonymous_idx on auth.users (is_anonymous) where is_anonymous;
-- Digits and blanks are excluded because older services stored short codes here.
create unique index users_confirmation_token_key on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index users_recovery_token_key on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index users_email_change_token_current_key on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index users_email_change_token_new_key on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index users_reauthentication_token_key on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
alter table auth.users enable row level security;
reset role;
