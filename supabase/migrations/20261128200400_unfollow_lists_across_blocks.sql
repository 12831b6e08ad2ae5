-- Follows of lists went on across a block, so that the feed showed a blocked member and what they add to their lists.
create or replace function private.tg_blocks__unfollow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.follows
    where (follower_id, member_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  delete from public.follows using public.lists
    where lists.id = list_id
      and (follower_id, author_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return null;
end
$function$;

delete from public.follows using public.lists, public.blocks
  where lists.id = list_id and (follower_id, author_id) in ((blocker_id, blocked_id), (blocked_id, blocker_id));

create policy "members follow no lists across a block" on public.follows as restrictive for insert to authenticated
  with check (((list_id is null) or (not exists (select from public.lists
    where lists.id = follows.list_id and lists.author_id = any ((select private.list_blocked() as list_blocked)::uuid[])))));

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
  join public.users on users.id = member.member_id
  where not member.member_id = any ((select private.list_blocked())::uuid[]);
  insert into public.follows (follower_id, list_id, created_at)
  select follow.follower_id, kept.id, follow.created_at
  from jsonb_populate_recordset(null::public.follows, kept.follows) as follow
  join public.users on users.id = follow.follower_id
  where not follow.follower_id = any ((select private.list_blocked())::uuid[]);
  insert into public.reports
  select (jsonb_populate_record(null::public.reports, report || jsonb_build_object(
    'reporter_id', (select users.id from public.users where users.id = (report ->> 'reporter_id')::uuid),
    'resolved_by', (select users.id from public.users where users.id = (report ->> 'resolved_by')::uuid)))).*
  from jsonb_array_elements(kept.reports) as report;
  -- A list that returns is no news.
  delete from private.follower_news where created_at = now() and list_id = kept.id;
  perform set_config('hereabouts.undoes', '', true);
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$function$;
