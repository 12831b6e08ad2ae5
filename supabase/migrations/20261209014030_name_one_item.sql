-- A member read "1 items of yours were removed", or "0 items" with a ban.
create or replace function private.remove_contributions(member uuid, chosen jsonb, reason text, with_ban boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made record;
  removed jsonb := '[]';
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
begin
  perform private.require_power_over(member);
  perform private.require_reason(reason, 'Enter a reason. The member reads it.');
  perform pg_advisory_xact_lock(hashtextextended('member:' || member, 12));
  for made in
    select listed.* from private.list_contributions(member, 5000) as listed
    where listed.status <> 'removed' and (chosen is null or chosen ? (listed.kind || ':' || listed.id))
  loop
    removed := removed || jsonb_build_array(jsonb_build_array(made.kind, made.id,
      coalesce((select hidden.was::text from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id),
        case when made.kind in ('spot', 'post') then made.status else 'published' end)));
    delete from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id;
    perform private.set_moderated_status(made.kind, made.id, 'removed', btrim(reason), false);
  end loop;
  if jsonb_array_length(removed) = 0 and not with_ban then
    raise sqlstate 'PT409' using message = 'Nothing is left to remove.';
  end if;
  entry := private.log_moderation('removed-all', 'member', member::text, (select username from public.users where id = member),
    reason, member, jsonb_build_object('items', removed, 'with_ban', with_ban, 'was_banned_until', was));
  for made in select item ->> 0 as kind, item ->> 1 as id from jsonb_array_elements(removed) as item loop
    perform private.resolve_reports(entry, made.kind, made.id, 'resolved',
      format('The %s you reported was removed. Thank you.', case made.kind when 'post' then 'story' else made.kind end));
    perform private.close_item('waiting', made.kind, made.id);
  end loop;
  perform private.resolve_reports(entry, 'member', member::text, 'resolved', 'The member you reported was dealt with. Thank you.');
  if with_ban then
    perform private.set_trust(member, false);
    perform private.set_ban(member, now() + interval '100 years');
  end if;
  perform private.hold_notice(entry, member, 'warning', null, null,
    case jsonb_array_length(removed) when 0 then '' when 1 then 'One item of yours was removed. '
      else jsonb_array_length(removed) || ' items of yours were removed. ' end || reason);
  return jsonb_build_object('log_id', entry, 'decided', null, 'count', jsonb_array_length(removed));
end
$function$;

-- A daily limit of one said "1 spots".
create or replace function private.tg_spots__limit_new_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer;
  added integer;
begin
  -- The rows of a statement that inserts them; another trigger selects those that are opened.
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where visibility <> 'private') then
      return null;
    end if;
  end if;
  if private.is_moderator()
    or not exists (select from public.users where id = auth.uid() and created_at > now() - interval '7 days') then
    return null;
  end if;
  select new_member_daily_spots into most from public.instance_settings;
  select count(*) into added from (
    select from public.spots where author_id = auth.uid() and visibility <> 'private'
      -- Spots of an archive have the dates of the archive.
      and (created_at > now() - interval '1 day' or (import_batch is not null and updated_at > now() - interval '1 day'))
    limit most + 1
  ) as recent;
  if added > most then
    raise sqlstate 'PT429' using
      message = format('New members can add %s a day here. Try again tomorrow.',
        case most when 1 then '1 spot' else most || ' spots' end);
  end if;
  return null;
end
$function$;
