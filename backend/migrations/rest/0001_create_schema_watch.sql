-- Notifies the data service of schema changes, as a hosted project does. Only a superuser may create event triggers. If
-- the owner is not one, send `notify pgrst, 'reload schema'` by hand after a change.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  command record;
begin
  for command in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
    if command.command_tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE',
      'CREATE RULE', 'COMMENT'
    )
      and command.schema_name is distinct from 'pg_temp'
      and coalesce(command.schema_name, '') not in ('auth', 'storage', 'realtime')
    then
      notify pgrst, 'reload schema';
      return;
    end if;
  end loop;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  dropped record;
begin
  for dropped in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
    if dropped.object_type in (
      'schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'trigger', 'type', 'rule'
    )
      and not dropped.is_temporary
      and coalesce(dropped.schema_name, '') not in ('auth', 'storage', 'realtime')
    then
      notify pgrst, 'reload schema';
      return;
    end if;
  end loop;
end
$$;

revoke execute on function extensions.pgrst_ddl_watch(), extensions.pgrst_drop_watch() from public;

do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
exception
  when insufficient_privilege then
    raise notice 'The data service is not told of schema changes: this owner may not create event triggers.';
  when duplicate_object then
    null;
end
$$;
