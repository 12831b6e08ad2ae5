-- Members who got a mail a moment ago have nothing due, so that the function digest is not called in vain.
create or replace function private.count_due_mails() returns integer
  language sql stable security definer set search_path = ''
  as $$
    select (exists (select from private.mails where status = 'pending' and next_attempt_at <= now())
      or exists (
        select from public.notifications
        where mail_due_at <= now() and not exists (
          select from private.mails where mails.user_id = notifications.user_id and mails.created_at > now() - interval '5 minutes'
        )
      ))::integer
  $$;
