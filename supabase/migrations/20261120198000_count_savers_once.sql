-- A spot's save_count decides its rank. Counted by lists, one member with a hundred lists was a hundred members: now each member
-- counts once, however many lists of his hold the spot. "Been there" is one list a member anyway.
create function private.is_saved_elsewhere(of_member uuid, spot text, except_list text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.list_items join public.lists on lists.id = list_items.list_id
      where list_items.spot_id = spot and lists.author_id = of_member and lists.kind <> 'been' and lists.id <> except_list
    )
  $$;
comment on function private.is_saved_elsewhere is 'Whether another list of a member holds a spot; "Been there" does not count.';

create or replace function private.tg_lists__release_items() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- One change of a member's lists at a time, so that of two lists that go at once one counts the spot off.
  perform from public.users where id = old.author_id for no key update;
  if old.kind = 'been' then
    update public.spots set been_count = been_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id);
  else
    update public.spots set save_count = save_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id)
        and not private.is_saved_elsewhere(old.author_id, id, old.id);
  end if;
  return old;
end
$$;

-- Runs before each row: only then does the second row of a statement see what became of the first.
create or replace function private.tg_list_items__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
  list public.lists;
begin
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
  update public.lists set item_count = item_count + step where id = item.list_id;
  if list.kind = 'been' then
    update public.spots set been_count = been_count + step where id = item.spot_id;
  elsif not private.is_saved_elsewhere(list.author_id, item.spot_id, list.id) then
    update public.spots set save_count = save_count + step where id = item.spot_id;
  end if;
  return item;
end
$$;
comment on function private.tg_list_items__count is 'been_count counts "Been there", save_count the members who hold the spot on another list.';

drop trigger _500_count on public.list_items;
create trigger _500_count before insert or delete on public.list_items
  for each row execute function private.tg_list_items__count();

update public.spots set save_count = counted.members
from (
  select spots.id, count(distinct lists.author_id) as members
  from public.spots
    join public.list_items on list_items.spot_id = spots.id
    join public.lists on lists.id = list_items.list_id and lists.kind <> 'been'
  group by spots.id
) as counted
where spots.id = counted.id and spots.save_count <> counted.members;

revoke execute on all functions in schema private from public;
