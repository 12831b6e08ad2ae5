-- Only the history showed what moderators changed of others. Now the log of moderators shows it too, and the author is notified.
create or replace function private.notification_topic(kind public.notification_kind)
 RETURNS public.notification_topic
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE kind WHEN 'reply'::public.notification_kind THEN 'replies'::text WHEN 'mention'::public.notification_kind THEN 'replies'::text WHEN 'comment'::public.notification_kind THEN 'comments'::text WHEN 'review'::public.notification_kind THEN 'reviews'::text WHEN 'photo'::public.notification_kind THEN 'reviews'::text WHEN 'follow'::public.notification_kind THEN 'followers'::text WHEN 'suggestion'::public.notification_kind THEN 'suggestions'::text WHEN 'suggestion-accepted'::public.notification_kind THEN 'suggestions'::text WHEN 'suggestion-declined'::public.notification_kind THEN 'suggestions'::text WHEN 'approved'::public.notification_kind THEN 'publishing'::text WHEN 'removed'::public.notification_kind THEN 'publishing'::text WHEN 'restored'::public.notification_kind THEN 'publishing'::text WHEN 'question'::public.notification_kind THEN 'publishing'::text WHEN 'warning'::public.notification_kind THEN 'publishing'::text WHEN 'edited'::public.notification_kind THEN 'publishing'::text WHEN 'export-ready'::public.notification_kind THEN 'publishing'::text WHEN 'report-handled'::public.notification_kind THEN 'reports'::text WHEN 'invitation'::public.notification_kind THEN 'invitations'::text ELSE 'following'::text END)::public.notification_topic;

create or replace function private.tg_notifications__apply_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about public.notification_topic := private.notification_topic(new.kind);
  chosen public.notification_preferences;
  frequency public.mail_frequency;
begin
  if not private.may_notify(new.user_id, new.actor_id, new.kind) then
    return null;
  end if;
  select * into chosen from public.notification_preferences where user_id = new.user_id and topic = about;
  frequency := case when new.kind = 'export-ready' then 'now' else coalesce(chosen.mail, private.default_mail(about)) end;
  -- Warnings of moderators cannot be switched off.
  new.in_app := coalesce(chosen.in_app, true) or new.kind in ('warning', 'export-ready');
  -- Moderators act for the site: who it was is in their log only.
  if new.kind in ('approved', 'removed', 'edited', 'restored', 'question', 'warning', 'report-handled') then
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
$function$;

create function private.tg__log_edits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_kind constant text := left(tg_table_name, -1);
  fields text[];
  names text;
  act text := 'edited';
  latest private.moderation_log;
begin
  -- The suggestion that is accepted has an entry and a notification of its own.
  if coalesce(current_setting('hereabouts.suggested_by', true), '') <> '' then
    return new;
  end if;
  fields := array(select jsonb_object_keys(private.changed_fields(to_jsonb(old), to_jsonb(new), array['title', 'summary', 'category',
    'tags', 'body', 'description', 'lng', 'lat', 'precision', 'city_id', 'address', 'website', 'access', 'visibility',
    'cover_photo_id', 'status'])));
  if fields = '{}' then
    return new;
  end if;
  if fields = '{status}' then
    act := case new.status when 'closed' then 'closed' else 'reopened' end;
  else
    select string_agg(distinct case field when 'lng' then 'position' when 'lat' then 'position' when 'city_id' then 'city'
      when 'cover_photo_id' then 'cover photo' when 'body' then 'text' else field end, ', ') into names from unnest(fields) as field;
  end if;
  -- An editor saves often, and the history has every change.
  select * into latest from private.moderation_log
    where target_kind = of_kind and target_id = new.id order by id desc limit 1;
  if act = 'edited' and latest.action = act and latest.actor_id = auth.uid() and latest.created_at > now() - interval '1 hour' then
    return new;
  end if;
  perform private.log_moderation(act, of_kind, new.id, new.title, names, old.author_id);
  perform private.notify(old.author_id, 'edited', case of_kind when 'spot' then new.id end, case of_kind when 'post' then new.id end,
    case act when 'edited' then 'Changed: ' || names || '.' when 'closed' then 'Marked as closed.' else 'No longer marked as closed.' end);
  return new;
end
$function$;
comment on function private.tg__log_edits() is 'Logs what a moderator changes of others outside of decisions, and notifies the author. One entry an hour for edits in a row.';

-- Before the columns are derived, because the row of an area contains neither its position nor its address.
create trigger _160_log_edits before update of title, category, tags, description, lng, lat, "precision", address, website, access,
  visibility, cover_photo_id, status on public.spots for each row
  when (current_user = 'authenticated' and old.author_id is distinct from auth.uid()) execute function private.tg__log_edits();
create trigger _160_log_edits before update of title, summary, body, tags, city_id, cover_photo_id, visibility, status
  on public.posts for each row
  when (current_user = 'authenticated' and old.author_id is distinct from auth.uid()) execute function private.tg__log_edits();
