-- The list that a name of a file means: the member's list of that title, or a new private one.
create function private.find_import_list(import public.imports, name text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  found text;
begin
  select id into found from public.lists
  where author_id = import.member_id and (lower(title) = lower(btrim(name))
    or kind = case lower(btrim(name)) when 'want to go' then 'want' when 'been there' then 'been' end::public.list_kind)
  order by kind, created_at limit 1;
  if found is null then
    insert into public.lists (author_id, title, visibility) values (import.member_id, left(btrim(name), 120), 'private')
    returning id into found;
    update public.imports set created_list_ids = created_list_ids || found where id = import.id;
  end if;
  return found;
end
$$;
comment on function private.find_import_list is 'The id of the list for a name in a file, created if the member has none.';

-- Puts the place of a row on the map or finds it there, and notes the outcome. Runs as the member by their claims.
create function private.import_row(import public.imports, place public.import_rows) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  match record;
  outcome public.import_row_state;
  spot text;
  target text;
  is_added boolean := false;
begin
  select * into match from private.match_place(import.member_id, place.lng, place.lat, place.title);
  spot := match.spot_id;
  outcome := case when spot is null then 'created' when match.is_own then 'known' else 'saved' end;
  if spot is null then
    insert into public.spots (title, category, lng, lat, description, address, website, tags, visibility, status, author_id, import_batch)
    values (place.title, place.category, place.lng, place.lat, place.description, place.address, place.website, place.tags,
      import.visibility, private.next_status(null, 'published', null, import.visibility, import.member_id), import.member_id, import.id)
    returning id into spot;
  end if;
  if place.list <> '' or outcome = 'saved' then
    target := private.find_import_list(import, case place.list when '' then 'Want to go' else place.list end);
    insert into public.list_items (list_id, spot_id, added_by) values (target, spot, import.member_id) on conflict do nothing;
    is_added := found;
  end if;
  update public.import_rows set state = outcome, spot_id = spot, list_id = case when is_added then target end,
    reason = case outcome when 'created' then '' when 'known' then 'You have it already: ' || match.title
      else 'On the map already: ' || match.title end
  where import_id = place.import_id and number = place.number;
end
$$;
comment on function private.import_row is 'Creates the private spot of a row, or saves the spot that it already is.';

create function private.import_row_safely(import public.imports, place public.import_rows) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform set_config('hereabouts.imports', 'on', true);
  begin
    perform private.import_row(import, place);
  exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
    update public.import_rows set state = 'failed', reason = left(sqlerrm, 500)
    where import_id = place.import_id and number = place.number;
  end;
  perform set_config('hereabouts.imports', '', true);
end
$$;
comment on function private.import_row_safely is 'Imports a row. A failure becomes the reason of the row and stops nothing.';

-- The triggers of spots and lists ask for the caller, so the server acts with the claims of the member for these rows only.
create function private.act_as_member(member uuid) returns void
  language sql volatile set search_path = ''
  as $$ select set_config('request.jwt.claims', jsonb_build_object('sub', member, 'role', 'authenticated')::text, true) $$;
comment on function private.act_as_member is 'Sets the claims of a member for the rest of the transaction.';

create function private.undo_import_rows(import public.imports, numbers integer[], most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  place public.import_rows;
  handled integer := 0;
  is_kept boolean;
begin
  for place in
    select * from public.import_rows
    where import_id = import.id and state not in ('undone', 'kept', 'failed') and (numbers is null or number = any (numbers))
    order by number limit most for update
  loop
    handled := handled + 1;
    is_kept := false;
    if place.list_id is not null then
      delete from public.list_items where list_id = place.list_id and spot_id = place.spot_id;
    end if;
    if place.state = 'created' then
      is_kept := exists (select from public.reviews where spot_id = place.spot_id and author_id is distinct from import.member_id)
        or exists (select from public.comments where spot_id = place.spot_id and author_id is distinct from import.member_id)
        or exists (select from public.photos where spot_id = place.spot_id and author_id is distinct from import.member_id);
      if not is_kept then
        delete from public.spots where id = place.spot_id and author_id = import.member_id and import_batch = import.id;
      end if;
    end if;
    update public.import_rows set state = case when is_kept then 'kept' else 'undone' end::public.import_row_state,
      reason = case when is_kept then 'Kept, because others have added to it.' else '' end, list_id = null
    where import_id = import.id and number = place.number;
  end loop;
  return handled;
end
$$;
comment on function private.undo_import_rows is 'Undoes at most so many rows, all or the numbered ones, and returns how many. Spots to which others added something stay.';

create function private.finish_undo(import public.imports) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from public.lists where id = any ((select created_list_ids from public.imports where id = import.id)::text[])
      and author_id = import.member_id and not exists (select from public.list_items where list_id = lists.id);
    update public.imports set status = 'undone', updated_at = now() where id = import.id;
  $$;
comment on function private.finish_undo is 'Deletes the lists that the import created and that are empty now.';

-- The step that the server repeats. Other processes take other imports.
create function private.continue_imports(most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import public.imports;
  place public.import_rows;
  handled integer := 0;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where status in ('running', 'undoing') order by updated_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  perform private.act_as_member(import.member_id);
  if import.status = 'undoing' then
    handled := private.undo_import_rows(import, null, most);
    if handled = 0 then perform private.finish_undo(import); end if;
  else
    for place in
      select * from public.import_rows where import_id = import.id and state = 'waiting' order by number limit most for update
    loop
      perform private.import_row_safely(import, place);
      handled := handled + 1;
    end loop;
    if handled = 0 then update public.imports set status = 'done' where id = import.id; end if;
  end if;
  update public.imports set updated_at = now() where id = import.id;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return greatest(handled, 1);
end
$$;
comment on function private.continue_imports is 'Takes one step of the import that has waited longest, and returns the rows handled; 0 if nothing is left to do.';

create function private.require_undoable(of_import uuid) returns public.imports
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'An import can be undone for 30 days. This one is older.';
  end if;
  return import;
end
$$;
comment on function private.require_undoable is 'Locks and returns an import of the caller. Raises PT409 after 30 days.';

create function private.undo_import(of_import uuid, numbers integer[]) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  -- The rest of a large import is undone by the server.
  most constant integer := 500;
  import constant public.imports := private.require_undoable(of_import);
  handled integer;
begin
  if numbers is null then update public.imports set status = 'undoing', updated_at = now() where id = of_import; end if;
  handled := private.undo_import_rows(import, numbers, most);
  if numbers is null and handled < most then perform private.finish_undo(import); end if;
  return handled;
end
$$;
comment on function private.undo_import is 'Undoes rows of an import of the caller, or starts to undo all of it.';

create function private.place_import_row(of_import uuid, of_number integer, at_lng double precision, at_lat double precision) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  place public.import_rows;
begin
  update public.import_rows set lng = at_lng, lat = at_lat, state = case when at_lng is null then 'left-out' else 'waiting' end::public.import_row_state
  where import_id = of_import and number = of_number and state = 'pinless' and import.status not in ('undoing', 'undone') returning * into place;
  if place.number is null then raise sqlstate 'PT409' using message = 'This place has a pin already or was undone.'; end if;
  if at_lng is not null then perform private.import_row_safely(import, place); end if;
  return (select to_jsonb(row) from public.import_rows as row where import_id = of_import and number = of_number);
end
$$;
comment on function private.place_import_row is 'Imports a row that had no position at the given point, or leaves it out if there is none.';

revoke execute on function private.find_import_list, private.import_row, private.import_row_safely, private.act_as_member,
  private.undo_import_rows, private.finish_undo, private.continue_imports, private.require_undoable, private.undo_import,
  private.place_import_row from public;
grant execute on function private.undo_import, private.place_import_row to authenticated;
grant execute on function private.continue_imports to service_role;

create function public.undo_import(import uuid, numbers integer[] default null) returns integer language sql volatile set search_path = ''
  return private.undo_import(import, numbers);
comment on function public.undo_import is 'Undoes an import of the caller, or only the numbered rows, within 30 days. Spots to which others added something stay.';
create function public.place_import_row(import uuid, number integer, lng double precision default null, lat double precision default null)
  returns jsonb language sql volatile set search_path = ''
  return private.place_import_row(import, number, lng, lat);
comment on function public.place_import_row is 'Gives a row without a position its pin and imports it. Without a point the row is left out. Returns the row.';
create function public.count_import_rows(import uuid) returns jsonb language sql stable set search_path = ''
  as $$ select coalesce(jsonb_object_agg(state, count), '{}') from (
    select state, count(*) from public.import_rows where import_id = count_import_rows.import group by state) as counted $$;
comment on function public.count_import_rows is 'The number of rows of an import of the caller by state.';
create function public.continue_imports(most integer default 200) returns integer language sql volatile set search_path = ''
  return private.continue_imports(most);
comment on function public.continue_imports is 'For the server: takes one step of a waiting import and returns the rows handled; 0 if there is none.';
revoke execute on function public.undo_import, public.place_import_row, public.count_import_rows, public.continue_imports from public, anon, authenticated;
grant execute on function public.undo_import, public.place_import_row, public.count_import_rows to authenticated;
grant execute on function public.continue_imports to service_role;
