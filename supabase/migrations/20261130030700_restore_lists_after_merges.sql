-- A list that was restored lost the spots that had been merged since, and those whose editor had deleted their account. On a
-- list that was not deleted, both stay.
create or replace function private.restore_list(list text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
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
  -- The limits do not count restored items again.
  perform set_config('hereabouts.undoes', 'on', true);
  insert into public.lists select * from jsonb_populate_record(null::public.lists, kept.content);
  update public.links set secret = kept.secret where list_id = kept.id and kept.secret is not null;
  insert into public.list_items
  select (jsonb_populate_record(item, jsonb_build_object('spot_id', spots.id,
    'added_by', (select users.id from public.users where users.id = item.added_by)))).*
  from jsonb_populate_recordset(null::public.list_items, kept.items) as item
  join public.spots on spots.id = coalesce(
    (select spot_redirects.spot_id from public.spot_redirects where old_id = item.spot_id), item.spot_id)
  order by item.position, item.created_at
  on conflict do nothing;
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
$$;
