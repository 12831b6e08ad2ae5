-- Messages of wallets that were used once.
set local role supabase_auth_admin;

create table auth.web3_used_messages (
  message_hash text constraint web3_used_messages_pkey primary key,
  expires_at timestamptz not null
);
comment on table auth.web3_used_messages is 'SHA-256 of signed messages that opened a session. None may do so twice.';
comment on column auth.web3_used_messages.expires_at is 'After this time the message is rejected as too old, and the row may be deleted.';
create index web3_used_messages_expires_at_idx on auth.web3_used_messages (expires_at);
alter table auth.web3_used_messages enable row level security;
reset role;
