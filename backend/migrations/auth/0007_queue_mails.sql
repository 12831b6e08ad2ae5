-- Mails wait in the outbox until a server has taken them, so that a crash loses none and an answer does not tell by its time
-- whether there was a mail to send.
set local role supabase_auth_admin;

alter table auth.outbox add column attempts int not null default 0;
alter table auth.outbox add column send_after timestamptz;
comment on column auth.outbox.send_after is 'When to try (again); null when there is nobody to send it: then it stays to be read.';
comment on table auth.outbox is 'Messages on their way, and those that were not sent because no mail server or SMS provider is set: read these at /outbox from the machine itself.';
create index outbox_send_after_idx on auth.outbox (send_after) where send_after is not null;
reset role;
