-- A list that its owner deleted and restored had lost its invitations without a word: their links were no longer valid.
-- Members whom the owner had removed stay removed.
alter table private.deleted_lists
  add column invitations jsonb not null default '[]',
  add column removals jsonb not null default '[]';

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
  insert into private.deleted_lists (id, author_id, content, items, members, follows, reports, invitations, removals, secret, link_expires_at)
  select old.id, old.author_id, to_jsonb(old),
    (select coalesce(jsonb_agg(to_jsonb(list_items)), '[]') from public.list_items where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_members)), '[]') from public.list_members where list_id = list),
    (select coalesce(jsonb_agg(jsonb_build_object('follower_id', follower_id, 'created_at', created_at)), '[]')
      from public.follows where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(reports)), '[]') from public.reports where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_invitations)), '[]') from public.list_invitations where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_removals)), '[]') from private.list_removals where list_id = list),
    (select links.secret from public.links where list_id = list),
    (select links.expires_at from public.links where list_id = list);
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
  -- The limits do not count restored items again.
  perform set_config('hereabouts.undoes', 'on', true);
  insert into public.lists select * from jsonb_populate_record(null::public.lists, kept.content);
  update public.links set secret = kept.secret, expires_at = kept.link_expires_at where list_id = kept.id and kept.secret is not null;
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
  insert into public.list_invitations
  select * from jsonb_populate_recordset(null::public.list_invitations, kept.invitations);
  insert into private.list_removals
  select removal.* from jsonb_populate_recordset(null::private.list_removals, kept.removals) as removal
  join public.users on users.id = removal.member_id
  on conflict do nothing;
  -- A list that returns is no news.
  delete from private.follower_news where created_at = now() and list_id = kept.id;
  perform set_config('hereabouts.undoes', '', true);
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$function$;
