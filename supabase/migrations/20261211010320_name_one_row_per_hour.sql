-- A limit of one row per hour was described as "at most 1 spots".
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
  what text;
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
    what := case tg_table_name
      when 'posts' then 'add at most %s stories' when 'list_items' then 'add at most %s spots to lists'
      when 'list_members' then 'join at most %s lists' when 'list_invitations' then 'invite to lists at most %s times'
      when 'data_exports' then 'export your data at most %s times' when 'blocks' then 'block at most %s members'
      when 'follows' then 'follow at most %s members, cities and lists'
      else 'add at most %s ' || tg_table_name end;
    if most = 1 then
      what := case tg_table_name
        when 'posts' then 'add at most %s story' when 'follows' then 'follow at most %s member, city or list'
        else regexp_replace(what, '(%s \w+)s', '\1') end;
    end if;
    raise sqlstate 'PT429' using
      message = format('You can %s per hour. Try again in %s.', format(what, most),
        case minutes when 1 then '1 minute' else minutes || ' minutes' end);
  end if;
  return null;
end
$function$;
