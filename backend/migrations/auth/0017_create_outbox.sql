-- Outgoing mails and text messages.
set local role supabase_auth_admin;

create table auth.outbox (
  id bigint generated always as identity constraint outbox_id_pkey primary key,
  kind text not null constraint outbox_kind_check check (kind in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  send_after timestamptz
);
comment on table auth.outbox is 'Messages to send, and messages that were not sent because no mail server or SMS provider is configured. The latter are shown at /outbox.';
comment on column auth.outbox.send_after is 'When to try next; null if there is no provider to send it, so that it stays in the outbox.';
create index outbox_created_at_idx on auth.outbox (created_at);
create index outbox_send_after_idx on auth.outbox (send_after) where send_after is not null;
alter table auth.outbox enable row level security;

create table auth.outbox_keys (
  hash text not null constraint outbox_keys_hash_pkey primary key,
  purpose text not null constraint outbox_keys_purpose_check check (purpose in ('link', 'browser')),
  expires_at timestamptz not null
);
comment on table auth.outbox_keys is 'SHA-256 of the keys that open the page /outbox: links that work once, and the browsers that opened one.';
alter table auth.outbox_keys enable row level security;
reset role;
