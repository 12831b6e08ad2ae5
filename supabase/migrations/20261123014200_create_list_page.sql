-- The page of a list.

-- Runs as the owner: an editor may no longer see the spot, only that there was one.
create function private.list_removed_items(of_list text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('spot_id', spots.id, 'position', position, 'removed_at', spots.updated_at) order by position), '[]')
    from public.list_items join public.spots on spots.id = list_items.spot_id
    where list_id = of_list and spots.status = 'removed' and spots.visibility <> 'private' and private.may_edit_list(of_list)
  $$;
comment on function private.list_removed_items is 'Items whose spot a moderator removed, for the editors of a list: [{spot_id, position, removed_at}].';

create function private.list_been_spot_ids() returns setof text
  language sql stable set search_path = ''
  as $$
    select spot_id from public.list_items where list_id = (select id from public.lists where author_id = auth.uid() and kind = 'been')
  $$;
comment on function private.list_been_spot_ids is 'The spots on the caller''s "Been there".';

create function private.list_page_items(of_list text, most integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'spot', private.spot_card(spots) || jsonb_build_object('access', spots.access), 'note', item.note, 'position', item.position,
      'is_cover', item.is_cover, 'added_at', item.created_at, 'added_by', private.member_card(item.added_by),
      'has_been', spots.id in (select private.list_been_spot_ids())
    ) order by item.position, item.created_at, item.spot_id), '[]')
    from (
      select list_items.* from public.list_items where list_id = of_list order by position, created_at, spot_id limit most
    ) as item join public.spots on spots.id = item.spot_id
  $$;
comment on function private.list_page_items is 'The first items of a list that the viewer may see, in its order.';

create function public.list_page(id text, link_secret text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  most constant integer := 500;
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
    'items', private.list_page_items(list.id, most),
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
    'link_secret', (select secret from public.links where list_id = list.id and owner_id = auth.uid())
  );
end
$$;
comment on function public.list_page is
  'The data of /explore?list={id}, with what the viewer may see: {list, author, follow, members, role, items, item_count, removed, hidden_count, invitations, changes, link_secret}. Null if they may not see the list.';

grant execute on function
  private.list_removed_items, private.list_been_spot_ids, private.list_page_items, public.list_page
to anon, authenticated;
