-- Copying 500 spots took longer than the statement timeout on a busy machine: each row checked the session and read the
-- latest 200 changes, and creating a profile that exists already runs the checks of usernames.
drop policy "editors put spots on lists" on public.list_items;
create policy "editors put spots on lists" on public.list_items for insert to authenticated
  with check (list_id in (select private.edited_list_ids()) and exists (select from public.spots where spots.id = spot_id));

drop trigger _900_trim on public.list_changes;
create or replace function private.tg_list_changes__trim() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.list_changes where list_id = new.list_id and id < (
    select min(id) from (
      select id from public.list_changes where list_id = new.list_id order by id desc limit 200
    ) as latest
  );
  return null;
end
$$;
create trigger _900_trim after insert on public.list_changes
  for each row when (new.id % 64 = 0) execute function private.tg_list_changes__trim();
comment on table public.list_changes is
  'Who changed what on a list, about the latest 200 changes of each. Open pages of the list follow it.';

create or replace function private.tg_list_items__place() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.lock_list_author(new.list_id);
  if new.added_by is not null and not exists (select from public.users where id = new.added_by) then
    perform private.ensure_profile(new.added_by);
  end if;
  new.position := coalesce((select max(position) from public.list_items where list_id = new.list_id), 0) + 1;
  return new;
end
$$;

-- The owner of a list and its editors have a profile.
create or replace function public.set_on_list(spot text, list text, is_on boolean, note text default '', place integer default null)
  returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  known boolean := exists (select from public.list_items where list_id = set_on_list.list and spot_id = set_on_list.spot);
begin
  if not is_on then
    perform private.take_off_list(set_on_list.spot, set_on_list.list);
  elsif not known then
    insert into public.list_items (list_id, spot_id, note) values (set_on_list.list, set_on_list.spot, set_on_list.note)
    on conflict do nothing;
    if place is not null then
      perform private.place_list_item(set_on_list.spot, set_on_list.list, place);
    end if;
  end if;
  return (select jsonb_build_object('id', id, 'title', title, 'kind', kind, 'changed', known <> is_on)
    from public.lists where id = set_on_list.list);
end
$$;

create or replace function public.save_chooser(spot text) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
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
        'went_on', coalesce(item.went_on, item.created_at::date))
        order by lists.kind, used.used_at desc nulls last, lists.created_at desc), '[]'))
    from public.lists
    left join public.list_items as item on item.list_id = lists.id and item.spot_id = save_chooser.spot
    left join private.list_lists_used() as used on used.list_id = lists.id
    where lists.id in (select private.edited_list_ids())
  );
end
$$;
