-- An item that a moderator removed with all others of a member, and then restored on its own, was published even if it had
-- waited for review or was closed.
create or replace function private.status_before_removal(of_kind text, of_id text)
 RETURNS public.publication_status
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select coalesce(
      (select case when was in ('pending', 'published', 'closed') then was::public.publication_status end
        from (
          select id, details ->> 'was' as was
          from private.moderation_log where target_kind = of_kind and target_id = of_id and action = 'removed'
          union all
          select log.id, item ->> 2
          from private.moderation_log as log, jsonb_array_elements(log.details -> 'items') as item
          where log.target_kind = 'member' and log.target_id = (select author_id::text from private.find_moderated(of_kind, of_id))
            and log.action = 'removed-all' and item ->> 0 = of_kind and item ->> 1 = of_id
        ) as removal order by id desc limit 1),
      'published'
    )
  $function$;
