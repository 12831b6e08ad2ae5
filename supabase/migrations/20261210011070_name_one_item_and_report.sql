-- The log of moderators said "1 items" and "1 reports".
create or replace function private.restore_contributions(of_log bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry private.moderation_log;
  item jsonb;
  restored integer := 0;
begin
  perform private.require_moderator();
  select * into entry from private.moderation_log where id = of_log and action = 'removed-all';
  if entry.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to restore.';
  end if;
  perform private.require_power_over(entry.target_id::uuid);
  perform pg_advisory_xact_lock(hashtextextended('member:' || entry.target_id, 12));
  if entry.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'Removed content can be restored for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = 'member' and target_id = entry.target_id and id > entry.id
    and action = 'restored-all' and details ->> 'of' = entry.id::text) then
    raise sqlstate 'PT409' using message = 'This was restored already.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  for item in select * from jsonb_array_elements(entry.details -> 'items') loop
    update private.spot_merges set before = before - 'removal_reason' || jsonb_build_object('status', item -> 2)
      where item ->> 0 = 'spot' and merged_id = item ->> 1 and undone_at is null and before ? 'removal_reason';
    if found then
      restored := restored + 1;
    elsif (select status from private.find_moderated(item ->> 0, item ->> 1)) = 'removed'
      and not (item ->> 0 = 'spot' and exists (select from public.spot_redirects where old_id = item ->> 1))
      and not exists (
      select from private.moderation_log as later where later.id > entry.id and (
        (action = 'removed' and target_kind = item ->> 0 and target_id = item ->> 1)
        or (action = 'removed-all' and target_kind = 'member' and target_id = entry.target_id
          and details -> 'items' @> jsonb_build_array(jsonb_build_array(item -> 0, item -> 1)))
      )
    ) then
      perform private.set_moderated_status(item ->> 0, item ->> 1, (item ->> 2)::public.publication_status, null, false);
      restored := restored + 1;
    end if;
  end loop;
  if (entry.details ->> 'with_ban')::boolean then
    perform private.lift_removal_ban(entry);
  end if;
  perform private.log_moderation('restored-all', 'member', entry.target_id, entry.target_title, case restored when 1 then '1 item' else restored || ' items' end,
    entry.author_id, jsonb_build_object('of', entry.id));
  return restored;
end
$function$;

create or replace function private.hide_if_reported(of_kind text, of_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
  needed constant integer := (select hide_after_reports from public.instance_settings);
  weight integer;
begin
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null or of_kind = 'member' or target.status not in ('published', 'closed') then
    return;
  end if;
  select count(distinct reporter_id) into weight from private.list_open_reports(of_kind, of_id)
  where counts and reporter_id is distinct from target.author_id;
  -- If a moderator decided to keep it in the last seven days, reports do not hide it again.
  if weight < needed or exists (
    select from private.moderation_log where target_kind = of_kind and target_id = of_id and action = 'kept'
      and created_at > now() - interval '7 days'
  ) then
    return;
  end if;
  if of_kind in ('spot', 'post') then
    insert into private.hidden_items (kind, target_id, was) values (of_kind, of_id, target.status);
  end if;
  perform private.set_moderated_status(of_kind, of_id, 'pending', null, true);
  perform private.write_moderation_log(null, 'hid', of_kind, of_id, target.title, target.author_id,
    case weight when 1 then '1 report' else weight || ' reports' end, jsonb_build_object('was', target.status));
end
$function$;
