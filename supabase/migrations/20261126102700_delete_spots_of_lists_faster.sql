-- Undoing an import deletes hundreds of spots of one list in one transaction.
create or replace function private.tg_list_items__count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item public.list_items := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
  list public.lists;
begin
  if tg_op = 'INSERT' and current_setting('hereabouts.imports', true) = 'on' then return item; end if;
  -- A spot that is being deleted takes its counts with it.
  if tg_op = 'DELETE' and not exists (select from public.spots where id = item.spot_id) then return item; end if;
  select * into list from public.lists where id = item.list_id;
  if list.id is null then
    return item; -- the list is gone and has counted its items off
  end if;
  perform from public.users where id = list.author_id for no key update;
  if tg_op = 'INSERT' and exists (
    select from public.list_items where list_id = item.list_id and spot_id = item.spot_id
  ) then
    return item; -- it is there already, so nothing will be inserted
  end if;
  if list.kind = 'been' then
    update public.spots set been_count = been_count + step where id = item.spot_id;
  elsif not private.is_saved_elsewhere(list.author_id, item.spot_id, list.id) then
    update public.spots set save_count = save_count + step where id = item.spot_id;
  end if;
  return item;
end
$function$;

create or replace function private.tg_list_items__log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item public.list_items := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'INSERT' and current_setting('hereabouts.imports', true) = 'on' then return null; end if;
  -- Once a transaction: each further version of the row would slow down all later reads of it.
  update public.lists set updated_at = now() where id = item.list_id and updated_at is distinct from now();
  -- A spot that is being deleted takes its items with it.
  if auth.uid() is not null and exists (select from public.spots where id = item.spot_id) then
    perform private.log_list_change(item.list_id,
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'note' end::public.list_change_kind, item.spot_id);
  end if;
  if tg_op = 'INSERT' and item.added_by is not null and item.added_by = auth.uid() then
    insert into private.list_uses (member_id, list_id) select item.added_by, id from public.lists where id = item.list_id and kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp();
  end if;
  return null;
end
$function$;
