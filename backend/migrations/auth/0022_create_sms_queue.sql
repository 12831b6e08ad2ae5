-- SMS that wait for the provider or the hook send_sms.
set local role supabase_auth_admin;

create table auth.sms_queue (
  id uuid not null constraint sms_queue_id_pkey primary key,
  user_id uuid not null constraint sms_queue_user_id_fkey references auth.users (id) on delete cascade,
  phone text not null,
  code text not null,
  text text not null,
  channel text not null constraint sms_queue_channel_check check (channel in ('sms', 'whatsapp')),
  sms_type text,
  client_ip text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  send_after timestamptz not null
);
comment on table auth.sms_queue is 'SMS to send. A row is deleted when its SMS is sent or rejected, or when its code has expired.';
comment on column auth.sms_queue.id is 'The message_id that clients get. The log maps it to the id of the provider.';
comment on column auth.sms_queue.sms_type is 'The occasion, for the hook send_sms.';
create index sms_queue_user_id_idx on auth.sms_queue (user_id);
create index sms_queue_send_after_idx on auth.sms_queue (send_after);
create index sms_queue_expires_at_idx on auth.sms_queue (expires_at);
alter table auth.sms_queue enable row level security;
reset role;
