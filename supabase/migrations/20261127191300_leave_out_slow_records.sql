-- A record whose restoring exceeded the statement timeout was tried again for ever, and stopped the records of all members:
-- those that have waited longest come first.
create or replace function private.restore_import_records(most integer)
 returns integer
 language plpgsql
 set search_path to ''
as $$
declare
  own_claims constant text := current_setting('request.jwt.claims', true);
  import constant public.imports := private.take_import_records();
  record public.import_records;
  outcome jsonb;
  handled integer := 0;
  waits boolean := false;
begin
  if import.id is null then return 0; end if;
  -- The member had a valid session when they started the import.
  perform set_config('request.jwt.claims', jsonb_build_object('sub', import.member_id, 'role', 'authenticated', 'aal', 'aal2')::text, true),
    set_config('hereabouts.restoring', 'on', true);
  begin
    for record in
      select * from public.import_records where import_id = import.id and state = 'waiting' order by number limit most
    loop
      outcome := private.restore_record_as(import, record);
      if outcome ? 'waits' then
        waits := true;
        -- The others have the same limit. A story that waits for photos holds up only its own comments.
        exit when record.kind <> 'comment' or not record.details ? 'story';
        continue;
      end if;
      update public.import_records set
        state = case when outcome ? 'reason' then 'failed' when outcome ? 'known' then 'known' else 'created' end::public.import_row_state,
        reason = left(coalesce(outcome ->> 'reason', outcome ->> 'known', ''), 500), made = outcome -> 'made'
      where import_id = import.id and number = record.number;
      handled := handled + 1;
    end loop;
  exception when query_canceled then
    -- The caller repeats a step that exceeded the statement timeout with 20 records.
    if most > 20 then raise; end if;
    -- The others of the step are restored next time.
    waits := false;
    handled := 1;
    update public.import_records set state = 'failed', reason = 'It took too long to restore this entry.'
    where import_id = import.id and number = record.number;
  end;
  perform set_config('request.jwt.claims', coalesce(own_claims, ''), true), set_config('hereabouts.restoring', '', true);
  if waits and import.created_at < now() - interval '30 days' then
    update public.import_records set state = 'failed', reason = 'It could not be restored within 30 days.'
    where import_id = import.id and state = 'waiting';
  end if;
  update public.imports set records_due_at = case
    when not exists (select from public.import_records where import_id = import.id and state = 'waiting') then null
    when waits then now() + interval '1 minute' else now() end
  where id = import.id;
  return handled;
end
$$;
