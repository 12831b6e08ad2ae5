-- An import may bring hundreds of items into the queue at the same time. Pages of 50 began at a time, so the next page
-- showed the first 50 of them again.
create or replace function private.waiting_page(of_item bigint, from_item bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  first_at timestamptz;
  first_id bigint;
  shown public.moderation_items[];
  opened public.moderation_items;
  items jsonb;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select since, id into first_at, first_id from public.moderation_items where id = coalesce(from_item, of_item) and decided_at is null;
  if first_at is not null and from_item is null then
    -- A few before the opened one, so that the list shows where it stands.
    select since, id into first_at, first_id from (
      select since, id from public.moderation_items where queue = 'waiting' and decided_at is null
        and (since, id) <= (first_at, of_item) order by since desc, id desc limit 10) as before
    order by since, id limit 1;
  end if;
  select array_agg(page order by page.since, page.id) into shown from (
    select moderation_items.* from public.moderation_items
    where queue = 'waiting' and decided_at is null and (since, id) >= (coalesce(first_at, '-infinity'), coalesce(first_id, 0)) order by since, id limit 50) as page;
  if of_item is null then
    opened := shown[1];
  else
    select * into opened from public.moderation_items where id = of_item and queue = 'waiting';
  end if;
  items := private.waiting_rows(shown);
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'oldest_at', (select min(since) from public.moderation_items where queue = 'waiting' and decided_at is null),
    'last_decision_at', case when shown is null then private.last_decision_at() end,
    'items', items,
    'position', (select count(*) from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) <= (opened.since, opened.id)),
    'previous', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) < (opened.since, opened.id) order by since desc, id desc limit 1),
    'next', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (opened.since, opened.id) order by since, id limit 1),
    'earlier', (select id from (select since, id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) < (shown[1].since, shown[1].id) order by since desc, id desc limit 50) as before
      order by since, id limit 1),
    'later', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (shown[50].since, shown[50].id) order by since, id limit 1),
    'opened', case when opened.id is not null then coalesce(
        (select row from jsonb_array_elements(items) as row where (row ->> 'id')::bigint = opened.id),
        private.waiting_rows(array[opened]) -> 0) || jsonb_build_object(
      'decided', case when opened.decided_at is not null then private.last_decision(opened.kind, opened.target_id) end,
      'openings', private.open_moderation_item(opened.id),
      'preview', case opened.kind when 'spot' then private.moderated_spot(opened.target_id) else private.moderated_post(opened.target_id) end
    ) end
  );
end
$function$;
