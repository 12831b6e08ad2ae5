-- A photo or review of another place could only be kept or removed. Moderators can now move it to the spot that it is about.
create or replace function private.notification_topic(kind public.notification_kind)
 RETURNS public.notification_topic
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE kind WHEN 'reply'::public.notification_kind THEN 'replies'::text WHEN 'mention'::public.notification_kind THEN 'replies'::text WHEN 'comment'::public.notification_kind THEN 'comments'::text WHEN 'review'::public.notification_kind THEN 'reviews'::text WHEN 'photo'::public.notification_kind THEN 'reviews'::text WHEN 'follow'::public.notification_kind THEN 'followers'::text WHEN 'suggestion'::public.notification_kind THEN 'suggestions'::text WHEN 'suggestion-accepted'::public.notification_kind THEN 'suggestions'::text WHEN 'suggestion-declined'::public.notification_kind THEN 'suggestions'::text WHEN 'approved'::public.notification_kind THEN 'publishing'::text WHEN 'removed'::public.notification_kind THEN 'publishing'::text WHEN 'restored'::public.notification_kind THEN 'publishing'::text WHEN 'question'::public.notification_kind THEN 'publishing'::text WHEN 'warning'::public.notification_kind THEN 'publishing'::text WHEN 'edited'::public.notification_kind THEN 'publishing'::text WHEN 'moved'::public.notification_kind THEN 'publishing'::text WHEN 'export-ready'::public.notification_kind THEN 'publishing'::text WHEN 'report-handled'::public.notification_kind THEN 'reports'::text WHEN 'invitation'::public.notification_kind THEN 'invitations'::text ELSE 'following'::text END)::public.notification_topic;

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
  if new.kind in ('approved', 'removed', 'edited', 'moved', 'restored', 'question', 'warning', 'report-handled') then
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

create or replace function private.last_decision(of_kind text, of_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object('action', action, 'actor', private.member_card(actor_id), 'at', created_at)
    from private.moderation_log
    where target_kind = of_kind and target_id = of_id and action in ('approved', 'removed', 'kept', 'restored', 'hid', 'merged', 'moved')
    order by id desc limit 1
  $function$;

create function private.move_contribution(of_kind text, of_id uuid, to_spot text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_spot text;
  review public.reviews;
  counted integer;
begin
  if of_kind = 'photo' then
    update public.photos set spot_id = to_spot, position = (
      select least(999, coalesce(max(position) + 1, 0)) from public.photos where spot_id = to_spot) where id = of_id;
    return;
  end if;
  select spot_id into from_spot from public.reviews where id = of_id;
  update public.reviews set spot_id = to_spot where id = of_id returning * into review;
  counted := private.is_counted(review)::integer;
  update public.spots set review_count = review_count - counted, rating_sum = rating_sum - counted * review.rating where id = from_spot;
  update public.spots set review_count = review_count + counted, rating_sum = rating_sum + counted * review.rating where id = to_spot;
  update public.photos set spot_id = to_spot where review_id = of_id;
  update public.notifications set spot_id = to_spot where review_id = of_id;
end
$function$;
comment on function private.move_contribution(text,uuid,text) is 'Moves a photo, or a review with its photos, to another spot. Checks nothing: its callers do.';

create function private.move_reported(of_kind text, of_id text, to_spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  target record;
  here public.spots;
  there public.spots;
  entry bigint;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if of_kind not in ('photo', 'review') then
    raise sqlstate 'PT400' using message = 'Only photos and reviews can be moved to another spot.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ':' || of_id, 12));
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to moderate. It may have been deleted or made private.';
  end if;
  if target.status = 'removed' or not exists (
    select from public.moderation_items as item
    where item.queue = 'reports' and item.kind = of_kind and item.target_id = of_id and item.decided_at is null) then
    return jsonb_build_object('log_id', null, 'decided', private.last_decision(of_kind, of_id));
  end if;
  select * into here from public.spots where id = target.spot_id;
  select * into there from public.spots where id = to_spot and status in ('published', 'closed') and visibility <> 'private';
  if there.id is null or there.id = here.id then
    raise sqlstate 'PT400' using message = 'Choose another spot that is on the map.';
  end if;
  if there.visibility = 'link' or there.visibility < here.visibility then
    raise sqlstate 'PT400' using message = 'Other people would see it there. Choose a spot that the same people see.';
  end if;
  if of_kind = 'photo' and exists (select from public.photos where id = of_id::uuid and review_id is not null) then
    raise sqlstate 'PT400' using message = 'This photo belongs to a review. Move the review.';
  end if;
  if of_kind = 'review' then
    delete from public.reviews where spot_id = there.id and author_id = target.author_id and deleted_at is not null;
    if exists (select from public.reviews where spot_id = there.id and author_id = target.author_id) then
      raise sqlstate 'PT409' using message = 'Its author has a review there already.';
    end if;
  end if;
  entry := private.log_moderation('moved', of_kind, of_id, target.title, 'To ' || there.title, target.author_id,
    jsonb_build_object('was', target.status, 'was_hidden', target.is_hidden, 'from_spot', here.id,
      'was_cover', coalesce(here.cover_photo_id::text = of_id, false)));
  if target.is_hidden then
    perform private.set_moderated_status(of_kind, of_id, 'published', null, true);
  end if;
  perform private.move_contribution(of_kind, of_id::uuid, there.id);
  perform private.resolve_reports(entry, of_kind, of_id, 'resolved',
    format('The %s you reported was moved to the right spot. Thank you.', of_kind));
  perform private.sync_report_item(of_kind, of_id);
  perform private.hold_notice(entry, target.author_id, 'moved', there.id, null, format('Your %s was on “%s”.', of_kind, here.title));
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$function$;
comment on function private.move_reported(text,text,text) is 'Moves a reported photo or review to the spot that it is about, and resolves its reports. Never shows it to more people.';
grant execute on function private.move_reported(text,text,text) to authenticated;

create function public.move_reported(kind text, id text, to_spot text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
RETURN private.move_reported(kind, id, to_spot);
comment on function public.move_reported(text,text,text) is 'Moderators: moves a reported photo or review to another spot.';
grant execute on function public.move_reported(text,text,text) to authenticated;

create or replace function private.undo_decision(of_log bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry private.moderation_log;
  was public.publication_status;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into entry from private.moderation_log where id = of_log;
  if entry.id is null or entry.action not in ('approved', 'removed', 'kept', 'moved', 'asked', 'warned', 'suspended',
    'banned', 'lifted-ban', 'trusted', 'untrusted', 'changed-role') or entry.actor_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'Nothing found to undo.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(entry.target_kind || ':' || entry.target_id, 12));
  if entry.created_at < now() - interval '11 seconds' then
    raise sqlstate 'PT409' using message = 'The time to undo is over. What was removed can be restored from the log for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = entry.target_kind and target_id = entry.target_id and id > entry.id
    and action <> 'trusted') then
    raise sqlstate 'PT409' using message = 'Something else was decided about this in the meantime.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  if entry.action = 'moved' then
    perform private.move_contribution(entry.target_kind, entry.target_id::uuid, entry.details ->> 'from_spot');
    update public.spots set cover_photo_id = entry.target_id::uuid
      where id = entry.details ->> 'from_spot' and (entry.details ->> 'was_cover')::boolean;
  end if;
  if entry.action in ('approved', 'removed', 'kept', 'moved') then
    was := (entry.details ->> 'was')::public.publication_status;
    if (entry.details ->> 'was_hidden')::boolean then
      if entry.target_kind in ('spot', 'post') then
        insert into private.hidden_items (kind, target_id, was) values (entry.target_kind, entry.target_id, was);
      end if;
      was := 'pending';
    end if;
    if entry.target_kind <> 'member' then
      perform private.set_moderated_status(entry.target_kind, entry.target_id, was, null, false);
    end if;
    perform private.delay_news(entry.target_id, true, entry.created_at);
    update public.reports set status = 'open', resolution = null
    where resolved_at = entry.created_at and private.report_target(reports) = (entry.target_kind, entry.target_id);
    perform private.sync_report_item(entry.target_kind, entry.target_id);
    update private.member_standings set is_trusted = false where user_id = entry.author_id and updated_at = entry.created_at and not is_trust_set;
  elsif entry.action = 'asked' then
    update public.moderation_items set asked_at = null where kind = entry.target_kind and target_id = entry.target_id;
  elsif entry.action = 'warned' then
    update private.member_standings set warning_count = greatest(0, warning_count - 1) where user_id = entry.author_id;
  else
    perform private.undo_member_act(entry);
  end if;
  perform private.log_moderation('undid', entry.target_kind, entry.target_id, entry.target_title, entry.action, entry.author_id);
end
$function$;
