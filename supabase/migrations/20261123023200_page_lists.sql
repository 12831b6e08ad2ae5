-- Long lists load on, and editors share a list that is shared by link.
create function private.find_list_secret(of_list text) returns text
  language sql stable security definer set search_path = ''
  as $$ select secret from public.links where list_id = of_list and private.may_edit_list(of_list) $$;
comment on function private.find_list_secret is 'The secret of a list that is shared by link, for its owner and editors.';

-- Runs as the owner, because it reads the caller's account.
create function private.may_bring_new_members() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select registration = 'open' or (registration = 'invitation' and private.may_invite_people(auth.uid()))
    from public.instance_settings
  $$;
comment on function private.may_bring_new_members is 'True if someone without an account could sign up with an invitation of the caller to a list.';

drop function public.list_page(text, text);
create function public.list_page(id text, link_secret text default null, most integer default 500) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  -- A page of more would be slow to load and to scroll.
  shown_most constant integer := least(greatest(coalesce(most, 500), 1), 3000);
  list public.lists;
  viewer_role text;
  shown_members jsonb;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into list from public.lists where lists.id = list_page.id;
  if list.id is null then
    return null;
  end if;
  viewer_role := case when list.author_id = auth.uid() then 'owner'
    else (select role::text from public.list_members where list_id = list.id and member_id = auth.uid()) end;
  select coalesce(jsonb_agg(private.member_card(member_id) || jsonb_build_object('role', role, 'joined_at', created_at)
    order by created_at), '[]') into shown_members
  from public.list_members where list_id = list.id;
  return jsonb_build_object(
    'list', jsonb_build_object('id', list.id, 'kind', list.kind, 'title', list.title, 'description', list.description,
      'visibility', list.visibility, 'created_at', list.created_at, 'updated_at', list.updated_at),
    'author', private.member_card(list.author_id),
    'follow', private.describe_follow(about_list => list.id),
    'members', shown_members,
    'role', viewer_role,
    'items', private.list_page_items(list.id, shown_most),
    'item_count', public.item_count(list),
    'removed', private.list_removed_items(list.id),
    'hidden_count', case when viewer_role = 'owner' and list.visibility <> 'private' then (
      select count(*) from public.list_items join public.spots on spots.id = list_items.spot_id
      where list_id = list.id and spots.status <> 'removed'
        and not coalesce(private.may_read(spots.visibility, spots.status, null, null, list.visibility = 'members', false, false), false)
    ) else 0 end,
    'invitations', case when viewer_role = 'owner' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', open.id, 'role', role, 'use_count', use_count, 'max_uses', max_uses,
        'expires_at', expires_at) order by created_at desc), '[]')
      from public.list_invitations as open
      where list_id = list.id and revoked_at is null and expires_at > now() and use_count < max_uses
    ) else '[]' end,
    'changes', case when viewer_role is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'kind', latest.kind, 'created_at', latest.created_at,
        'actor', private.member_card(latest.actor_id),
        'spot', (select jsonb_build_object('id', spots.id, 'title', spots.title) from public.spots where spots.id = latest.spot_id)
      ) order by latest.id desc), '[]')
      from (select list_changes.* from public.list_changes where list_id = list.id order by id desc limit 30) as latest
    ) else '[]' end,
    'hidden', case when viewer_role = 'owner' and list.hidden_at is not null then jsonb_build_object('reason', list.removal_reason) end,
    'admits_new_members', coalesce(viewer_role = 'owner', false) and private.may_bring_new_members(),
    'link_secret', private.find_list_secret(list.id)
  );
end
$$;
comment on function public.list_page is
  'The data of /explore?list={id}, with what the viewer may see: {list, author, follow, members, role, items, item_count, removed, '
  'hidden_count, invitations, changes, hidden, admits_new_members, link_secret}. Null if they may not see the list. items are the first most, '
  'up to 3,000.';

grant execute on function private.find_list_secret, private.may_bring_new_members, public.list_page to anon, authenticated;
