-- Restoring what a moderator removed at once also restored items that were removed again since, for another reason.
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
    if (select status from private.find_moderated(item ->> 0, item ->> 1)) = 'removed' and not exists (
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
    perform private.set_ban(entry.target_id::uuid, (entry.details ->> 'was_banned_until')::timestamptz);
  end if;
  perform private.log_moderation('restored-all', 'member', entry.target_id, entry.target_title, format('%s items', restored),
    entry.author_id, jsonb_build_object('of', entry.id));
  return restored;
end
$function$;
