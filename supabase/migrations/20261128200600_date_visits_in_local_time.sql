-- The day of a visit that nobody entered was the day in UTC, so an evening in New York became the next day.
create or replace function public.save_chooser(spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  zone constant text := private.get_time_zone(auth.uid());
begin
  if not exists (select from public.spots where id = save_chooser.spot) then
    return null;
  end if;
  if not exists (select from public.users where id = auth.uid()) then
    perform private.ensure_profile(auth.uid());
  end if;
  return (
    select jsonb_build_object(
      'last_used', private.find_last_used_list(),
      'lists', coalesce(jsonb_agg(jsonb_build_object('id', lists.id, 'kind', lists.kind, 'title', lists.title,
        'visibility', lists.visibility, 'is_shared', exists (select from public.list_members where list_id = lists.id),
        'item_count', public.item_count(lists), 'is_on', item.spot_id is not null, 'note', coalesce(item.note, ''),
        'went_on', coalesce(item.went_on, (item.created_at at time zone zone)::date))
        order by lists.kind, used.used_at desc nulls last, lists.created_at desc), '[]'))
    from public.lists
    left join public.list_items as item on item.list_id = lists.id and item.spot_id = save_chooser.spot
    left join private.list_lists_used() as used on used.list_id = lists.id
    where lists.id in (select private.open_list_ids())
  );
end
$function$;
