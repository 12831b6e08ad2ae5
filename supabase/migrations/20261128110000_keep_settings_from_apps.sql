-- Tokens with the scope to write could hide a profile, edit it and stop mails. The consent page names only content.
create function private.may_change_settings()
 returns boolean
 language plpgsql
 stable
 set search_path to ''
as $$
begin
  if auth.jwt() ->> 'client_id' is not null then
    raise sqlstate 'PT403' using message = 'Connected apps and access tokens may not change the settings of an account.', hint = 'own_session_needed';
  end if;
  return true;
end
$$;
comment on function private.may_change_settings() is 'True. Raises PT403 for the tokens of connected apps and for personal access tokens.';
grant execute on function private.may_change_settings() to authenticated;

create policy "apps create no profiles" on public.users as restrictive for insert to authenticated
  with check ((select private.may_change_settings()));
create policy "apps change no profiles" on public.users as restrictive for update to authenticated
  using ((select private.may_change_settings()));
create policy "apps add no preferences" on public.notification_preferences as restrictive for insert to authenticated
  with check ((select private.may_change_settings()));
create policy "apps change no preferences" on public.notification_preferences as restrictive for update to authenticated
  using ((select private.may_change_settings()));
create policy "apps add no schedules" on public.mail_schedules as restrictive for insert to authenticated
  with check ((select private.may_change_settings()));
create policy "apps change no schedules" on public.mail_schedules as restrictive for update to authenticated
  using ((select private.may_change_settings()));

-- Settings of an archive are restored later, as the member.
create or replace function private.add_import_records(of_import uuid, records jsonb)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(records) <> 'array' or jsonb_array_length(records) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 records at once.';
  end if;
  if records @> '[{"kind": "setting"}]' then perform private.may_change_settings(); end if;
  insert into public.import_records (import_id, number, kind, name, details)
  select of_import, number, kind, left(name, 200), details
  from jsonb_to_recordset(records) as record (number integer, kind text, name text, details jsonb)
  on conflict do nothing;
  get diagnostics added = row_count;
  update public.imports set updated_at = now(), records_due_at = now() where id = of_import;
  return added;
end
$$;
