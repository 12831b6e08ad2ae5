-- A restored list had no followers, its owner's followers were notified of a new list once more, and a list with more
-- items than the hourly limit could not be restored. The second of two simultaneous deletions failed with an error of the
-- database. Limits also named tables instead of what the member adds.
alter table private.deleted_lists add column follows jsonb not null default '[]';

create or replace function private.delete_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old public.lists;
begin
  perform private.require_list_owner(list);
  select * into old from public.lists where id = list for update;
  if old.id is null then
    raise sqlstate 'PT404' using message = 'List not found, or it is not yours.';
  end if;
  if old.kind <> 'own' then
    raise sqlstate 'PT400' using message = 'This list belongs to every account and cannot be deleted.';
  end if;
  delete from private.deleted_lists where deleted_at < now() - interval '1 day' or id = list;
  insert into private.deleted_lists (id, author_id, content, items, members, follows, secret)
  select old.id, old.author_id, to_jsonb(old),
    (select coalesce(jsonb_agg(to_jsonb(list_items)), '[]') from public.list_items where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_members)), '[]') from public.list_members where list_id = list),
    (select coalesce(jsonb_agg(jsonb_build_object('follower_id', follower_id, 'created_at', created_at)), '[]')
      from public.follows where list_id = list),
    (select links.secret from public.links where list_id = list);
  delete from public.lists where id = list;
  return jsonb_build_object('id', old.id, 'title', old.title);
end
$function$;

create or replace function private.restore_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.deleted_lists;
begin
  if auth.uid() is not null and private.has_valid_session() then
    delete from private.deleted_lists
    where id = list and author_id = auth.uid() and deleted_at >= now() - interval '1 day' returning * into kept;
  end if;
  if kept.id is null then
    raise sqlstate 'PT404' using message = 'There is no deleted list to restore.';
  end if;
  -- What is restored was counted when it was added.
  perform set_config('hereabouts.undoes', 'on', true);
  insert into public.lists select * from jsonb_populate_record(null::public.lists, kept.content);
  update public.links set secret = kept.secret where list_id = kept.id and kept.secret is not null;
  insert into public.list_items
  select item.* from jsonb_populate_recordset(null::public.list_items, kept.items) as item
  join public.spots on spots.id = item.spot_id
  where item.added_by is null or exists (select from public.users where users.id = item.added_by)
  order by item.position, item.created_at;
  insert into public.list_members
  select member.* from jsonb_populate_recordset(null::public.list_members, kept.members) as member
  join public.users on users.id = member.member_id;
  insert into public.follows (follower_id, list_id, created_at)
  select follow.follower_id, kept.id, follow.created_at
  from jsonb_populate_recordset(null::public.follows, kept.follows) as follow
  join public.users on users.id = follow.follower_id;
  -- A list that returns is no news.
  delete from private.follower_news where created_at = now() and list_id = kept.id;
  perform set_config('hereabouts.undoes', '', true);
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$function$;

create or replace function private.tg__limit_writes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer := (select per_hour from private.write_limits where table_name = tg_table_name);
  counted private.write_counts;
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
    raise sqlstate 'PT429' using
      message = format('You can %s per hour. Try again in %s minutes.',
        format(case tg_table_name
          when 'posts' then 'add at most %s stories' when 'list_items' then 'add at most %s spots to lists'
          when 'list_members' then 'join at most %s lists' when 'list_invitations' then 'invite to lists at most %s times'
          when 'data_exports' then 'export your data at most %s times' when 'blocks' then 'block at most %s members'
          when 'follows' then 'follow at most %s members, cities and lists'
          else 'add at most %s ' || tg_table_name end, most),
        greatest(1, ceil(extract(epoch from counted.since + interval '1 hour' - now()) / 60)));
  end if;
  return null;
end
$function$;
