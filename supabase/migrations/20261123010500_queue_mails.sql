-- Mails about notifications. The function digest claims, renders and hands them over; each has an id under which it is
-- sent once.
create table private.mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  notification_ids bigint[] not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  last_error text,
  created_at timestamptz not null default now(),
  constraint mails_status_check check (status in ('pending', 'sent', 'dropped', 'failed')),
  constraint mails_next_attempt_at_check check ((status = 'pending') = (next_attempt_at is not null)),
  constraint mails_last_error_check check (length(last_error) <= 300)
);
create index mails_user_id_idx on private.mails (user_id, created_at);
create index mails_due_idx on private.mails (next_attempt_at) where status = 'pending';
create index mails_created_at_idx on private.mails (created_at);
alter table private.mails enable row level security;
comment on table private.mails is
  'Mails about notifications, kept for 30 days. Dropped: nothing was left to say, or there is no confirmed address.';

create table private.mail_key (
  id boolean primary key default true,
  secret bytea not null default extensions.gen_random_bytes(32),
  constraint mail_key_id_check check (id)
);
alter table private.mail_key enable row level security;
insert into private.mail_key default values;
comment on table private.mail_key is 'The key that signs unsubscribe links. Deleting its row makes the links of all sent mails invalid.';

create function private.sign_unsubscribe(of_member uuid, topics public.notification_topic[]) returns text
  language sql stable security definer set search_path = ''
  as $$
    select text || '.' || left(encode(extensions.hmac(convert_to(text, 'UTF8'), (select secret from private.mail_key), 'sha256'), 'hex'), 40)
    from (select of_member || '.' || array_to_string(array(select distinct topic from unnest(topics) as topic order by topic), '-') as text) as signed
  $$;
comment on function private.sign_unsubscribe is 'The token of an unsubscribe link: member.topics.signature. It has no end, as mails are kept.';

create function private.read_unsubscribe(token text, out member_id uuid, out topics public.notification_topic[])
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  parts text[] := regexp_match(token, '^([0-9a-f-]{36})\.([a-z-]{1,200})\.[0-9a-f]{40}$');
begin
  begin
    member_id := parts[1]::uuid;
    topics := string_to_array(parts[2], '-')::public.notification_topic[];
  exception when others then
    member_id := null;
  end;
  if member_id is null or private.sign_unsubscribe(member_id, topics) is distinct from token then
    raise sqlstate 'PT404' using message = 'This link is not complete. Copy the whole link from the mail, or change your settings on the site.';
  end if;
end
$$;

-- Only unsubscribing remembers the frequency before. Repeating it must not forget that.
create function private.unsubscribe(token text, undo boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  claim record;
begin
  select * into claim from private.read_unsubscribe(token);
  if undo then
    update public.notification_preferences set mail = coalesce(mail_before, mail), mail_before = null
    where user_id = claim.member_id and topic = any (claim.topics);
  else
    insert into public.notification_preferences as own (user_id, topic, mail, mail_before)
    select users.id, topic, 'never', private.default_mail(topic)
    from unnest(claim.topics) as topic join public.users on users.id = claim.member_id
    on conflict (user_id, topic) do update set mail = 'never', mail_before = own.mail where own.mail <> 'never';
  end if;
  return to_jsonb(claim.topics);
end
$$;
create function public.read_unsubscribe(token text) returns jsonb
  language sql stable set search_path = '' return (select to_jsonb(topics) from private.read_unsubscribe(token));
comment on function public.read_unsubscribe is 'The topics that an unsubscribe link is about. PT404 for a link that is not valid.';
create function public.unsubscribe(token text, undo boolean default false) returns jsonb
  language sql volatile set search_path = '' return private.unsubscribe(token, undo);
comment on function public.unsubscribe is
  'Stops mails about the topics of an unsubscribe link, or starts them again. The link is the permission; no session is needed.';

-- Mails are gathered under a lock, so that processes that run at the same time do not split one mail in two.
create function private.gather_mails(most integer) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  gather_lock constant bigint := 7203114530;
  pause constant interval := '5 minutes';
begin
  if not pg_try_advisory_xact_lock(gather_lock) then
    return;
  end if;
  delete from private.mails where created_at < now() - interval '30 days' and status <> 'pending';
  with members as (
    select distinct user_id from (
      select user_id from public.notifications
      where mail_due_at <= now() and not exists (
        select from private.mails where mails.user_id = notifications.user_id and mails.created_at > now() - pause
      )
      order by mail_due_at limit 2000
    ) as due limit most
  ), taken as (
    update public.notifications set mail_due_at = null
    from members
    where notifications.user_id = members.user_id and mail_due_at <= now()
    returning notifications.id, notifications.user_id, notifications.read_at
  )
  insert into private.mails (user_id, notification_ids)
  select user_id, (array_agg(id order by id desc))[1:100] from taken where read_at is null group by user_id;
end
$$;

create function private.count_due_mails() returns integer
  language sql stable security definer set search_path = ''
  as $$
    select (exists (select from private.mails where status = 'pending' and next_attempt_at <= now())
      or exists (select from public.notifications where mail_due_at <= now()))::integer
  $$;
create function public.count_due_mails() returns integer
  language sql stable set search_path = '' return private.count_due_mails();
comment on function public.count_due_mails is 'Server chore: 1 if there is something to mail now, else 0.';

-- A sender that dies leaves its mails to the next one after two minutes. They keep their id.
create function private.take_mails(most integer)
  returns table (id uuid, attempts integer, user_id uuid, notifications public.notifications[], recipient text, name text, time_zone text)
  language sql volatile security definer set search_path = ''
  as $$
    with due as (
      select mails.id from private.mails where status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit most for update skip locked
    ), taken as (
      update private.mails set attempts = mails.attempts + 1, next_attempt_at = now() + interval '2 minutes'
      from due where mails.id = due.id returning mails.*
    )
    select taken.id, taken.attempts, taken.user_id,
      array(select notifications from public.notifications where notifications.id = any (taken.notification_ids)
        and private.may_notify(user_id, actor_id, kind) order by notifications.id desc),
      case when account.email_confirmed_at is not null then account.email end,
      coalesce(users.username, users.name), private.get_time_zone(taken.user_id)
    from taken join public.users on users.id = taken.user_id join auth.users as account on account.id = taken.user_id
  $$;

-- The cards are made with the role and claims of the recipient, so that RLS leaves out what they may no longer see.
-- They count as having used their second factor; banned and suspended members get nothing.
create function public.claim_mails(most integer) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  own_role constant text := current_setting('role');
  own_claims constant text := current_setting('request.jwt.claims', true);
  mail record;
  cards jsonb;
  claimed jsonb := '[]';
begin
  perform private.gather_mails(least(most, 100));
  for mail in select * from private.take_mails(least(most, 100)) loop
    begin
      perform set_config('request.jwt.claims', jsonb_build_object('sub', mail.user_id, 'role', 'authenticated', 'aal', 'aal2')::text, true),
        set_config('role', 'authenticated', true);
      cards := private.read_cards(mail.notifications);
    exception when insufficient_privilege or sqlstate 'PT403' then
      cards := null;
    end;
    perform set_config('role', own_role, true), set_config('request.jwt.claims', own_claims, true);
    claimed := claimed || jsonb_build_object('id', mail.id, 'attempts', mail.attempts, 'recipient', mail.recipient, 'name', mail.name,
      'time_zone', mail.time_zone, 'local_time', to_char(now() at time zone mail.time_zone, 'YYYY-MM-DD"T"HH24:MI'),
      'notifications', coalesce(cards, '[]'),
      'unsubscribe_token', private.sign_unsubscribe(mail.user_id,
        array(select private.notification_topic(each.kind) from unnest(mail.notifications) as each)));
  end loop;
  return claimed;
end
$$;
create function private.read_cards(notifications public.notifications[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_agg(private.notification_card(each) order by each.id desc) filter (where private.notification_card(each) is not null)
    from unnest(notifications) as each where private.has_valid_session()
  $$;
comment on function public.claim_mails is
  'The function digest: takes mails that are due, as [{id, attempts, recipient, name, time_zone, local_time, notifications, unsubscribe_token}].';

create function private.record_mail(id uuid, attempts integer, status text, error text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    -- An attempt that is no longer the latest one is ignored.
    update private.mails set
      status = case when record_mail.status = 'pending' and mails.attempts >= 8 then 'failed' else record_mail.status end,
      next_attempt_at = case when record_mail.status = 'pending' and mails.attempts < 8
        then now() + least(3600, 30 * 2 ^ mails.attempts) * interval '1 second' end,
      last_error = left(error, 300)
    where mails.id = record_mail.id and mails.attempts = record_mail.attempts and mails.status = 'pending'
  $$;
create function public.record_mail(id uuid, attempts integer, status text, error text default null) returns void
  language sql volatile set search_path = '' return private.record_mail(id, attempts, status, error);
comment on function public.record_mail is 'The function digest: notes that a mail was sent or dropped, or pending with the error to try again.';

grant execute on function
  private.read_cards
to authenticated;
grant execute on function
  public.read_unsubscribe,
  private.read_unsubscribe,
  public.unsubscribe,
  private.unsubscribe
to anon, authenticated;
