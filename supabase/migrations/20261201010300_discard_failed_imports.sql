-- An import whose lists and stories the server rejected stayed in the history, empty and waiting for places that nobody sends.
create function private.discard_import(of_import uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.status <> 'staging' then
    raise sqlstate 'PT409' using message = 'This import has already started. Undo it instead.';
  end if;
  delete from public.imports where id = of_import;
end
$$;
grant execute on function private.discard_import(uuid) to authenticated;

create function public.discard_import(import uuid)
  returns void
  language sql
  set search_path to ''
return private.discard_import(import);
comment on function public.discard_import(uuid) is 'Deletes an import of the caller that has not started.';
grant execute on function public.discard_import(uuid) to authenticated;

create or replace function private.start_import(name text, visibility public.visibility, row_count integer)
 returns uuid
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  -- Rows that a member may stage within a day.
  most constant integer := 200000;
  created uuid;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to import places.';
  end if;
  perform private.ensure_profile(auth.uid()) where not exists (select from public.users where id = auth.uid());
  -- Requests of a member wait for each other here, so that they cannot pass the limit together.
  perform from public.users where id = auth.uid() for no key update;
  if (select coalesce(sum(imports.row_count), 0) from public.imports
      where member_id = auth.uid() and created_at > now() - interval '1 day') + row_count > most then
    raise sqlstate 'PT429' using message = 'You can import at most 200,000 places a day. Try again tomorrow.';
  end if;
  delete from public.imports where member_id = auth.uid() and (created_at < now() - interval '90 days'
    -- The browser keeps places that were not sent for seven days.
    or (status = 'staging' and updated_at < now() - interval '7 days' and not exists (select from public.import_rows where import_id = imports.id)));
  insert into public.imports (member_id, name, visibility, row_count)
  values (auth.uid(), left(btrim(start_import.name), 200), start_import.visibility, start_import.row_count) returning id into created;
  return created;
end
$$;
