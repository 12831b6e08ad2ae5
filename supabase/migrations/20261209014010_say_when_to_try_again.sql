-- The message had "1 seconds" during the last second.
create or replace function private.tg_comments__pace()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  earliest timestamptz;
  seconds integer;
begin
  -- Comments of an archive have the dates of the archive, but count from when they were restored.
  select written_at into earliest from (
    select created_at as written_at from public.comments
    where author_id = new.author_id and created_at > now() - interval '1 minute'
    union all
    select restored_at from public.imports join public.import_records on import_id = imports.id
    where member_id = new.author_id and kind = 'comment' and restored_at > now() - interval '1 minute'
  ) as written order by written_at desc offset private.max_comments_per_minute() limit 1;
  if earliest is not null then
    seconds := greatest(1, ceil(extract(epoch from earliest + interval '1 minute' - now())));
    raise sqlstate 'PT429' using message = format('You can comment again in %s.',
      case seconds when 1 then '1 second' else seconds || ' seconds' end);
  end if;
  return null;
end
$function$;

-- The reports, suggestions, invitations and imports of a member were "added".
create or replace function private.tg__limit_writes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer := (select per_hour from private.write_limits where table_name = tg_table_name);
  counted private.write_counts;
  minutes integer;
begin
  if most is null or 'on' in (current_setting('hereabouts.imports', true), current_setting('hereabouts.undoes', true)) then
    return null;
  end if;
  insert into private.write_counts as known (member_id, table_name, count) values (auth.uid(), tg_table_name, 1)
  on conflict (member_id, table_name) do update set
    count = case when known.since > now() - interval '1 hour' then known.count + 1 else 1 end,
    since = case when known.since > now() - interval '1 hour' then known.since else now() end
  returning * into counted;
  if counted.count > most then
    minutes := greatest(1, ceil(extract(epoch from counted.since + interval '1 hour' - now()) / 60));
    raise sqlstate 'PT429' using
      message = format('You can %s per hour. Try again in %s.',
        format(case tg_table_name
          when 'posts' then 'add at most %s stories' when 'list_items' then 'add at most %s spots to lists'
          when 'list_members' then 'join at most %s lists' when 'list_invitations' then 'invite to lists at most %s times'
          when 'data_exports' then 'export your data at most %s times' when 'blocks' then 'block at most %s members'
          when 'follows' then 'follow at most %s members, cities and lists' when 'reports' then 'send at most %s reports'
          when 'suggestions' then 'send at most %s suggestions' when 'invitations' then 'create at most %s invitations'
          when 'imports' then 'start at most %s imports'
          else 'add at most %s ' || tg_table_name end, most),
        case minutes when 1 then '1 minute' else minutes || ' minutes' end);
  end if;
  return null;
end
$function$;

-- The limit of exports says how many there are and when the next one is possible. This function replaced that by "several
-- times" and "in an hour". The page says "export", not "pack".
create or replace function private.start_data_export()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  started uuid;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to export your data.';
  end if;
  perform private.ensure_profile(auth.uid()) where not exists (select from public.users where id = auth.uid());
  -- Two requests of a member wait for each other here.
  perform from public.users where id = auth.uid() for no key update;
  if exists (select from public.data_exports where member_id = auth.uid() and status in ('waiting', 'running')) then
    raise sqlstate 'PT409' using message = 'Your data is already being exported.';
  end if;
  delete from public.data_exports where member_id = auth.uid();
  insert into public.data_exports (member_id) values (auth.uid()) returning id into started;
  return started;
end
$function$;
