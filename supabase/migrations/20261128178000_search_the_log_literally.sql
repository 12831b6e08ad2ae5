-- A backslash in a search of the moderation log escaped the next character, so titles with one were not found. A decision
-- without a verdict failed with an error of the database.
create or replace function private.list_moderation_log(search text, actor uuid, of_action text, since timestamp with time zone, until timestamp with time zone, before bigint, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member uuid;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if search is not null then
    member := (select id from public.users where lower(username) = lower(search));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', created_at, 'actor', private.member_card(actor_id),
      'is_site', actor_id is null, 'action', action, 'kind', target_kind, 'target_id', target_id,
      'title', case when private.is_private_now(target_kind, target_id) then null else target_title end, 'reason', reason,
      'author', private.member_card(author_id), 'may_restore', private.may_restore(entry)) order by id desc), '[]')
    from (
      select moderation_log.* from private.moderation_log
      where (before is null or id < before) and (actor is null or actor_id = actor) and (of_action is null or action = of_action)
        and (list_moderation_log.since is null or created_at >= list_moderation_log.since)
        and (until is null or created_at < until)
        and (search is null or author_id = member
          or private.fold(target_title) like '%' || replace(replace(replace(private.fold(search), '\', '\\'), '%', '\%'), '_', '\_') || '%')
      order by id desc limit least(most, 5000)
    ) as entry
  );
end
$function$;

create or replace function public.decide(kind text, id text, verdict text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if coalesce(verdict, '') not in ('approved', 'removed', 'kept', 'restored') then
    raise sqlstate 'PT400' using message = 'Choose to approve, remove, keep or restore it.';
  end if;
  return private.decide(kind, id, verdict, reason);
end
$function$;
