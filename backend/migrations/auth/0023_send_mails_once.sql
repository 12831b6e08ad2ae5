-- Mails of the site, which must never be sent twice. They wait behind the codes of the accounts service.
set local role supabase_auth_admin;
alter table auth.outbox
  add column message_id uuid,
  add column unsubscribe_url text,
  add column sent_at timestamptz;
comment on column auth.outbox.message_id is 'Set for mails of the site. A second mail with the same id is ignored, also after the first was sent.';
comment on column auth.outbox.unsubscribe_url is 'The URL of the headers for one-click unsubscribing (RFC 8058).';
comment on column auth.outbox.sent_at is 'When a mail of the site was sent. Its row stays for a week, without content.';
create unique index outbox_message_id_key on auth.outbox (message_id) where message_id is not null;
create index outbox_codes_idx on auth.outbox (send_after) where send_after is not null and message_id is null;
create index outbox_site_mails_idx on auth.outbox (send_after) where send_after is not null and message_id is not null;
create index outbox_sent_at_idx on auth.outbox (sent_at) where sent_at is not null;
drop index auth.outbox_send_after_idx;
reset role;
