-- The oldest import is continued first. A record that failed in an unexpected way would have stopped the records of all
-- members.
create or replace function private.restore_record_as(import public.imports, record public.import_records)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
declare
  own_role constant text := current_setting('role');
  plan jsonb;
begin
  plan := private.plan_record(import, record);
  if plan ?| '{reason,known,waits}' then return plan; end if;
  perform set_config('role', 'authenticated', true);
  plan := private.restore_record(record.kind, record.details, plan);
  perform set_config('role', own_role, true);
  if plan ? 'made' then
    perform private.date_restored_record(import, record, plan -> 'made');
    perform private.keep_restored_names(import, plan -> 'made');
  end if;
  return plan;
exception
  when sqlstate 'PT429' then return jsonb_build_object('waits', true);
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then return jsonb_build_object('reason', sqlerrm);
  when insufficient_privilege then
    return jsonb_build_object('reason', case record.kind when 'comment' then 'You cannot comment there.' else 'You may not do this on this site.' end);
  when integrity_constraint_violation or data_exception then
    -- The same sentence whether a comment does not exist or the member may not see it.
    return jsonb_build_object('reason', case when sqlstate = '23514' and record.details ? 'parent'
      then 'The comment that it answers is not on this site.' else 'This entry of the archive is not valid.' end);
  when others then
    -- Deadlocks, missing resources, locks and shutdowns pass, so the step is repeated.
    if left(sqlstate, 2) in ('40', '53', '55', '57') then raise; end if;
    raise warning 'record % of import % stays out: %', record.number, import.id, sqlerrm;
    return jsonb_build_object('reason', 'This entry of the archive could not be restored.');
end
$$;
