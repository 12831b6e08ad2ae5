-- What each member wants to be notified of, in the app and by mail.
create type public.notification_topic as enum (
  'replies', 'comments', 'reviews', 'followers', 'suggestions', 'publishing', 'reports', 'invitations', 'following'
);
create type public.mail_frequency as enum ('now', 'daily', 'never');

create function private.notification_topic(kind public.notification_kind) returns public.notification_topic
  language sql immutable
  return case kind
    when 'reply' then 'replies' when 'mention' then 'replies'
    when 'comment' then 'comments'
    when 'review' then 'reviews' when 'photo' then 'reviews'
    when 'follow' then 'followers'
    when 'suggestion' then 'suggestions' when 'suggestion-accepted' then 'suggestions' when 'suggestion-declined' then 'suggestions'
    when 'approved' then 'publishing' when 'removed' then 'publishing' when 'restored' then 'publishing'
    when 'question' then 'publishing' when 'warning' then 'publishing'
    when 'report-handled' then 'reports'
    when 'invitation' then 'invitations'
    else 'following'
  end::public.notification_topic;
comment on function private.notification_topic is 'The row of the settings that a kind of notification belongs to.';

create function private.default_mail(topic public.notification_topic) returns public.mail_frequency
  language sql immutable
  return case
    when topic in ('replies', 'suggestions', 'publishing', 'invitations') then 'now'
    when topic = 'followers' then 'never'
    else 'daily'
  end::public.mail_frequency;
comment on function private.default_mail is 'How often mails are sent about a topic to members who have not chosen.';

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  topic public.notification_topic not null,
  in_app boolean not null default true,
  mail public.mail_frequency not null,
  mail_before public.mail_frequency,
  constraint notification_preferences_pkey primary key (user_id, topic)
);
alter table public.notification_preferences enable row level security;
create policy "members are not banned and have used their second factor" on public.notification_preferences
  as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their preferences" on public.notification_preferences for select to authenticated
  using (user_id = (select auth.uid()));
create policy "members set their preferences" on public.notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "members change their preferences" on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.notification_preferences to authenticated;
grant insert (user_id, topic, in_app, mail) on public.notification_preferences to authenticated;
grant update (in_app, mail) on public.notification_preferences to authenticated;
comment on table public.notification_preferences is
  'Choices of members. A topic without a row is shown in the app and mailed as private.default_mail says.';
comment on column public.notification_preferences.mail_before is 'The frequency before an unsubscribe link was used, which its page can bring back.';

create table public.mail_schedules (
  user_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  digest_hour smallint not null default 8,
  time_zone text,
  constraint mail_schedules_pkey primary key (user_id),
  constraint mail_schedules_digest_hour_check check (digest_hour between 0 and 23),
  constraint mail_schedules_time_zone_check check (length(time_zone) <= 64)
);
alter table public.mail_schedules enable row level security;
create policy "members are not banned and have used their second factor" on public.mail_schedules as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their schedule" on public.mail_schedules for select to authenticated
  using (user_id = (select auth.uid()));
create policy "members set their schedule" on public.mail_schedules for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "members change their schedule" on public.mail_schedules for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.mail_schedules to authenticated;
grant insert (user_id, digest_hour, time_zone) on public.mail_schedules to authenticated;
grant update (digest_hour, time_zone) on public.mail_schedules to authenticated;
comment on table public.mail_schedules is 'When members get the daily digest. Without a row: at 8 in the time zone of their latest spot.';

create function private.tg__ensure_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (select from public.users where id = new.user_id) then
    perform private.ensure_profile(new.user_id);
  end if;
  return new;
end
$$;
comment on function private.tg__ensure_member is 'Ensures that the member has a profile row before a row that references it is written.';
create trigger _050_member before insert on public.notification_preferences for each row execute function private.tg__ensure_member();
create trigger _050_member before insert on public.mail_schedules for each row execute function private.tg__ensure_member();

create function private.tg_mail_schedules__check_time_zone() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise sqlstate 'PT400' using message = 'Choose a time zone of the list, such as Europe/Rome.';
  end if;
  return new;
end
$$;
create trigger _100_time_zone_insert before insert on public.mail_schedules
  for each row when (new.time_zone is not null) execute function private.tg_mail_schedules__check_time_zone();
create trigger _100_time_zone_update before update of time_zone on public.mail_schedules
  for each row when (new.time_zone is not null and new.time_zone is distinct from old.time_zone)
  execute function private.tg_mail_schedules__check_time_zone();

create function private.get_time_zone(of_member uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select time_zone from public.mail_schedules where user_id = of_member),
      (select cities.time_zone from public.spots join public.cities on cities.id = spots.city_id
        where spots.author_id = of_member order by spots.created_at desc limit 1),
      'UTC'
    )
  $$;
comment on function private.get_time_zone is 'The time zone that a member chose, else that of the city of their latest spot, else UTC.';

create function private.get_next_digest_at(of_member uuid) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    select case when today > now() then today else (today at time zone zone + interval '1 day') at time zone zone end
    from (select private.get_time_zone(of_member) as zone) as place,
      lateral (select coalesce((select digest_hour from public.mail_schedules where user_id = of_member), 8) as hour) as chosen,
      lateral (select (date_trunc('day', now() at time zone zone) + hour * interval '1 hour') at time zone zone as today) as digest
  $$;
comment on function private.get_next_digest_at is 'When the next daily digest of a member is due. Follows daylight saving time.';

alter table public.notifications
  add column in_app boolean not null default true,
  add column mail_due_at timestamptz;
create index notifications_mail_due_at_idx on public.notifications (mail_due_at) where mail_due_at is not null;
comment on column public.notifications.in_app is 'False if the member wants it by mail only. Such rows are not readable.';
comment on column public.notifications.mail_due_at is 'When to mail it; null if it was mailed or is not to be.';

drop policy "members read their notifications" on public.notifications;
create policy "members read their notifications" on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and in_app
    and (spot_id is null or exists (select from public.spots where spots.id = spot_id))
    and (post_id is null or exists (select from public.posts where posts.id = post_id))
    and (list_id is null or exists (select from public.lists where lists.id = list_id))
    and (comment_id is null or exists (select from public.comments where comments.id = comment_id))
    and (review_id is null or exists (select from public.reviews where reviews.id = review_id))
  );

-- What moderators decide reaches members who have blocked the moderator. In PL/pgSQL, because blocks come later.
create function private.may_notify(to_user uuid, from_member uuid, kind public.notification_kind) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return from_member is null or not private.is_from_member(kind) or not private.is_blocked(to_user, from_member);
end
$$;
comment on function private.may_notify is 'False for what a member did who has blocked the recipient, or whom the recipient has blocked.';

-- Runs for every notification, however it is written. Mails wait a moment, so that a burst becomes one mail and what is
-- undone at once is never mailed.
create function private.tg_notifications__apply_preferences() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about public.notification_topic := private.notification_topic(new.kind);
  chosen public.notification_preferences;
  frequency public.mail_frequency;
begin
  if not private.may_notify(new.user_id, new.actor_id, new.kind) then
    return null;
  end if;
  select * into chosen from public.notification_preferences where user_id = new.user_id and topic = about;
  frequency := coalesce(chosen.mail, private.default_mail(about));
  -- Warnings of moderators cannot be switched off.
  new.in_app := coalesce(chosen.in_app, true) or new.kind = 'warning';
  -- Moderators act for the site: who it was is in their log only.
  if new.kind in ('approved', 'removed', 'restored', 'question', 'warning', 'report-handled') then
    new.actor_id := null;
  end if;
  if not new.in_app and frequency = 'never' then
    return null;
  end if;
  new.mail_due_at := case frequency
    when 'now' then now() + interval '20 seconds'
    when 'daily' then private.get_next_digest_at(new.user_id)
  end;
  return new;
end
$$;
comment on function private.tg_notifications__apply_preferences is
  'Plans the mail of a notification, or drops it if its member wants neither form of it.';
create trigger _100_preferences before insert on public.notifications
  for each row execute function private.tg_notifications__apply_preferences();

-- Moves waiting digests when their time changes. Mails that are due at once keep their time.
create function private.tg_mail_schedules__move_digest() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.notifications set mail_due_at = private.get_next_digest_at(new.user_id)
  where user_id = new.user_id and mail_due_at > now() + interval '20 seconds';
  return null;
end
$$;
create trigger _500_move after insert or update on public.mail_schedules
  for each row execute function private.tg_mail_schedules__move_digest();

-- What waits to be mailed follows the new choice.
create function private.tg_notification_preferences__plan_mail() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.notifications
  set mail_due_at = case new.mail when 'now' then now() when 'daily' then private.get_next_digest_at(new.user_id) end
  where user_id = new.user_id and mail_due_at is not null and private.notification_topic(kind) = new.topic;
  return null;
end
$$;
create trigger _500_plan after insert or update of mail on public.notification_preferences
  for each row execute function private.tg_notification_preferences__plan_mail();
create index notifications_user_id_mail_due_at_idx on public.notifications (user_id) where mail_due_at is not null;
