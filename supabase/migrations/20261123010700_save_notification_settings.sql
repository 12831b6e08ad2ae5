-- The notification settings in one statement. They run as the caller, so RLS and column privileges apply.
create function public.save_notification_settings(topics jsonb, digest_hour integer, time_zone text) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.notification_preferences (user_id, topic, in_app, mail)
    select auth.uid(), row.topic, row.in_app, row.mail
    from jsonb_to_recordset(topics) as row (topic public.notification_topic, in_app boolean, mail public.mail_frequency)
    on conflict (user_id, topic) do update set in_app = excluded.in_app, mail = excluded.mail;
    insert into public.mail_schedules (user_id, digest_hour, time_zone)
    values (auth.uid(), save_notification_settings.digest_hour, save_notification_settings.time_zone)
    on conflict (user_id) do update set digest_hour = excluded.digest_hour, time_zone = excluded.time_zone;
  $$;
comment on function public.save_notification_settings is
  'Saves the settings of the caller: topics as [{topic, in_app, mail}], and hour and time zone of the digest. PT400 for an unknown zone.';

create function public.stop_mails() returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.notification_preferences (user_id, topic, mail)
    select auth.uid(), topic, 'never' from unnest(enum_range(null::public.notification_topic)) as topic
    on conflict (user_id, topic) do update set mail = 'never'
  $$;
comment on function public.stop_mails is 'Stops all mails to the caller about notifications.';

grant execute on function public.save_notification_settings, public.stop_mails to authenticated;
