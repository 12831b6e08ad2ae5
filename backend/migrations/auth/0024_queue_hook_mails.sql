-- Mails for the hook send_email wait in the queue too, so that no transaction waits for the hook.
set local role supabase_auth_admin;
alter table auth.outbox add column hook_input jsonb;
comment on column auth.outbox.hook_input is 'The input of the hook send_email, which sends the mail instead of the mail server. Null for other mails.';
reset role;
