-- A list that goes takes its items out of the spots' counters itself. Deleting the items first would change the very row that is
-- being deleted (SQLSTATE 27000), since they count themselves in it.
create or replace function private.tg_lists__release_items() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if old.kind = 'been' then
    update public.spots set been_count = been_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id);
  else
    update public.spots set save_count = save_count - 1
      where id in (select spot_id from public.list_items where list_id = old.id);
  end if;
  return old;
end
$$;
comment on function private.tg_lists__release_items is 'Counts the items off while the list still tells which counter they are in.';

create or replace function private.tg_list_items__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
  list_kind public.list_kind := (select kind from public.lists where id = item.list_id);
begin
  if list_kind is null then
    return null; -- the list is gone and has counted its items off
  end if;
  update public.lists set item_count = item_count + step where id = item.list_id;
  if list_kind = 'been' then
    update public.spots set been_count = been_count + step where id = item.spot_id;
  else
    update public.spots set save_count = save_count + step where id = item.spot_id;
  end if;
  return null;
end
$$;

-- Only what the history tells of is compared: a review or a save is none of its business.
drop trigger _520_revision on public.spots;
create trigger _520_revision
  after update of title, category, tags, description, lng, lat, address, website, access, visibility, precision, status, cover_photo_id
  on public.spots for each row execute function private.tg_spots__write_revision();
