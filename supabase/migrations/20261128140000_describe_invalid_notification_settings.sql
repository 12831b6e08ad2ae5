-- Values out of range returned the text of a constraint.
create or replace function public.save_notification_settings(topics jsonb, digest_hour integer, time_zone text)
 returns void
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
begin
  insert into public.notification_preferences (user_id, topic, in_app, mail)
  select auth.uid(), row.topic, row.in_app, row.mail
  from jsonb_to_recordset(save_notification_settings.topics)
    as row (topic public.notification_topic, in_app boolean, mail public.mail_frequency)
  on conflict (user_id, topic) do update set in_app = excluded.in_app, mail = excluded.mail;
  insert into public.mail_schedules (user_id, digest_hour, time_zone)
  values (auth.uid(), save_notification_settings.digest_hour, save_notification_settings.time_zone)
  on conflict (user_id) do update set digest_hour = excluded.digest_hour, time_zone = excluded.time_zone;
exception when data_exception or check_violation or not_null_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$$;
