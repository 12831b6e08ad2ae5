-- Commands for lists. They run as the caller where RLS policies can decide. Helpers that run as the owner check the caller.
create function private.require_list_editor(of_list text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  if not private.may_edit_list(of_list) then
    raise sqlstate 'PT404' using message = 'List not found, or you may not change it.';
  end if;
  perform private.lock_list_author(of_list);
end
$$;
comment on function private.require_list_editor is 'Rejects everyone but the owner and the editors, and makes other changes wait.';

create function private.require_list_owner(of_list text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or not private.has_valid_session()
    or not exists (select from public.lists where id = of_list and author_id = auth.uid()) then
    raise sqlstate 'PT404' using message = 'List not found, or it is not yours.';
  end if;
  perform private.lock_list_author(of_list);
end
$$;
comment on function private.require_list_owner is 'Rejects everyone but the owner of a list, and makes other changes wait.';

create function private.find_last_used_list() returns text
  language sql stable security definer set search_path = ''
  as $$
    select list_id from private.list_uses where member_id = auth.uid() and private.may_edit_list(list_id) order by used_at desc limit 1
  $$;
comment on function private.find_last_used_list is 'The list that the caller saved to last and may still change; never "Been there".';

create function private.take_off_list(spot text, list text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_list_editor(list);
  delete from public.list_items where list_id = list and spot_id = spot;
end
$$;
comment on function private.take_off_list is 'Removes an item, also one whose spot the caller may not see any more.';

create function private.place_list_item(spot text, list text, place integer) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.require_list_editor(list);
    update public.list_items set position = place where list_id = list and spot_id = spot;
  $$;
comment on function private.place_list_item is 'Gives an item the position that it had before it was removed.';

create function public.set_on_list(spot text, list text, is_on boolean, note text default '', place integer default null)
  returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  known boolean := exists (select from public.list_items where list_id = set_on_list.list and spot_id = set_on_list.spot);
begin
  perform private.ensure_profile(auth.uid());
  if not is_on then
    perform private.take_off_list(set_on_list.spot, set_on_list.list);
  elsif not known then
    insert into public.list_items (list_id, spot_id, note) values (set_on_list.list, set_on_list.spot, set_on_list.note)
    on conflict do nothing;
    if place is not null then
      perform private.place_list_item(set_on_list.spot, set_on_list.list, place);
    end if;
  end if;
  return (select jsonb_build_object('id', id, 'title', title, 'kind', kind, 'changed', known <> is_on)
    from public.lists where id = set_on_list.list);
end
$$;
comment on function public.set_on_list is
  'Puts a spot on a list or takes it off. note and place restore a removed item. Returns the list, {id, title, kind, changed}.';

create function public.save_spot(spot text) returns jsonb
  language sql volatile set search_path = ''
  as $$
    select public.set_on_list(save_spot.spot, last.id, true) from (select private.find_last_used_list() as id) as last where last.id is not null
  $$;
comment on function public.save_spot is 'Puts a spot on the list that the caller used last. Null if they have used none; then they choose.';

create function private.list_lists_used() returns table (list_id text, used_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$ select list_id, used_at from private.list_uses where member_id = auth.uid() $$;
comment on function private.list_lists_used is 'When the caller saved to which list.';

create function public.save_chooser(spot text) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
begin
  if not exists (select from public.spots where id = save_chooser.spot) then
    return null;
  end if;
  perform private.ensure_profile(auth.uid());
  return (
    select jsonb_build_object(
      'last_used', private.find_last_used_list(),
      'lists', coalesce(jsonb_agg(jsonb_build_object('id', lists.id, 'kind', lists.kind, 'title', lists.title,
        'visibility', lists.visibility, 'is_shared', exists (select from public.list_members where list_id = lists.id),
        'item_count', public.item_count(lists), 'is_on', item.spot_id is not null, 'note', coalesce(item.note, ''),
        'went_on', coalesce(item.went_on, item.created_at::date))
        order by lists.kind, used.used_at desc nulls last, lists.created_at desc), '[]'))
    from public.lists
    left join public.list_items as item on item.list_id = lists.id and item.spot_id = save_chooser.spot
    left join private.list_lists_used() as used on used.list_id = lists.id
    where lists.id in (select private.edited_list_ids())
  );
end
$$;
comment on function public.save_chooser is
  'The lists that the caller may put a spot on, {last_used, lists: [{id, kind, title, visibility, is_shared, item_count, is_on, note, went_on}]}, used ones first. Null if they may not see the spot.';

create function public.create_list(
  title text, description text default '', visibility public.visibility default 'private', spot text default null
) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  known text := (select title from public.lists
    where author_id = auth.uid() and lower(btrim(title)) = lower(btrim(create_list.title)) limit 1);
  made public.lists;
begin
  if known is not null then
    raise sqlstate 'PT409' using message = format('You have a list called %s already.', known);
  end if;
  insert into public.lists (author_id, title, description, visibility)
  values (auth.uid(), btrim(create_list.title), create_list.description, create_list.visibility) returning * into made;
  if spot is not null then
    insert into public.list_items (list_id, spot_id) values (made.id, create_list.spot);
  end if;
  return jsonb_build_object('id', made.id, 'title', made.title, 'kind', made.kind);
end
$$;
comment on function public.create_list is
  'Creates a list of the caller, with a first spot if there is one. PT409 if they have one of this title. Returns {id, title, kind}.';

create function private.move_list_item(list text, spot text, after_spot text) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  place integer;
begin
  perform private.require_list_editor(list);
  if not exists (select from public.list_items where list_id = list and spot_id = spot) then
    raise sqlstate 'PT404' using message = 'This spot is not on the list any more.';
  end if;
  with others as (
    select spot_id, row_number() over (order by position, created_at, spot_id) as place
    from public.list_items where list_id = list and spot_id <> spot
  ), target as (
    select case when after_spot is null then 0
      else coalesce((select others.place from others where spot_id = after_spot), (select count(*) from others)) end as at
  ), placed as (
    select spot_id, others.place + case when others.place > at then 1 else 0 end as place from others, target
    union all
    select spot, at + 1 from target
  )
  update public.list_items set position = placed.place from placed
  where list_id = list and list_items.spot_id = placed.spot_id and position <> placed.place;
  perform private.log_list_change(list, 'moved', spot);
  update public.lists set updated_at = now() where id = list;
  select position into place from public.list_items where list_id = list and spot_id = spot;
  return place;
end
$$;
create function public.move_list_item(list text, spot text, after_spot text default null) returns integer
  language sql volatile set search_path = '' return private.move_list_item(list, spot, after_spot);
comment on function public.move_list_item is
  'Moves a spot behind another of its list, or to the beginning. If the other is gone, to the end. Returns its position, from 1.';

create function private.set_list_cover(list text, spot text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.require_list_owner(list);
    update public.list_items set is_cover = false where list_id = list and is_cover and spot_id is distinct from spot;
    update public.list_items set is_cover = true where list_id = list and spot_id = spot and not is_cover;
  $$;
create function public.set_list_cover(list text, spot text default null) returns void
  language sql volatile set search_path = '' return private.set_list_cover(list, spot);
comment on function public.set_list_cover is 'Makes the picture of one of its spots the cover of a list; without a spot, that of its first one.';

create function private.delete_list(list text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  old public.lists;
begin
  perform private.require_list_owner(list);
  select * into old from public.lists where id = list for update;
  if old.kind <> 'own' then
    raise sqlstate 'PT400' using message = 'This list belongs to every account and cannot be deleted.';
  end if;
  delete from private.deleted_lists where deleted_at < now() - interval '1 day' or id = list;
  insert into private.deleted_lists (id, author_id, content, items, members, secret)
  select old.id, old.author_id, to_jsonb(old),
    (select coalesce(jsonb_agg(to_jsonb(list_items)), '[]') from public.list_items where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_members)), '[]') from public.list_members where list_id = list),
    (select links.secret from public.links where list_id = list);
  delete from public.lists where id = list;
  return jsonb_build_object('id', old.id, 'title', old.title);
end
$$;
create function public.delete_list(list text) returns jsonb
  language sql volatile set search_path = '' return private.delete_list(list);
comment on function public.delete_list is 'Deletes a list of the caller, who can restore it for a day. Returns {id, title}.';

create function private.restore_list(list text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
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
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$$;
create function public.restore_list(list text) returns jsonb
  language sql volatile set search_path = '' return private.restore_list(list);
comment on function public.restore_list is 'Restores a list that the caller deleted within the last day, with items, members and link.';

create function public.copy_list(list text, link_secret text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  made public.lists;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  insert into public.lists (author_id, title, description)
  select auth.uid(), title, description from public.lists where id = copy_list.list returning * into made;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'List not found.';
  end if;
  insert into public.list_items (list_id, spot_id, note)
  select made.id, spot_id, note from public.list_items where list_id = copy_list.list order by position, created_at, spot_id limit 500;
  return jsonb_build_object('id', made.id, 'title', made.title);
end
$$;
comment on function public.copy_list is
  'Copies a list, with the spots and notes that the caller may see, to a private list of theirs. Returns {id, title}.';

create function private.invite_to_list(list text, role public.list_role) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  token text := private.random_id(24);
  made public.list_invitations;
begin
  perform private.require_list_owner(list);
  if exists (select from public.lists where id = list and kind = 'been') then
    raise sqlstate 'PT400' using message = '“Been there” is about your own visits. Invite to another list.';
  end if;
  insert into public.list_invitations (list_id, role, token_hash) values (list, invite_to_list.role, sha256(token::bytea)) returning * into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at, 'max_uses', made.max_uses);
end
$$;
create function public.invite_to_list(list text, role public.list_role) returns jsonb
  language sql volatile set search_path = '' return private.invite_to_list(list, role);
comment on function public.invite_to_list is
  'Creates an invitation to a list of the caller. Its token is not shown again. Returns {id, token, expires_at, max_uses}.';

create function private.describe_list_invitation(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'list_id', lists.id, 'role', invitation.role, 'inviter', private.member_card(lists.author_id),
      'is_open', is_open, 'title', case when is_open then lists.title end,
      'is_member', lists.author_id = auth.uid()
        or exists (select from public.list_members where list_id = lists.id and member_id = auth.uid())
    )
    from public.list_invitations as invitation join public.lists on lists.id = invitation.list_id,
      lateral (select invitation.revoked_at is null and invitation.expires_at > now() and invitation.use_count < invitation.max_uses) as state (is_open)
    where invitation.token_hash = sha256(convert_to(token, 'UTF8'))
  $$;
create function public.find_list_invitation(token text) returns jsonb
  language sql stable set search_path = '' return private.describe_list_invitation(token);
comment on function public.find_list_invitation is
  'What an invitation is to, {list_id, role, inviter, is_open, title, is_member}. The title is null after it was revoked, used up or has expired. Null for an unknown token.';

create function private.join_list(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  -- More would make changes of the list wait for each other.
  most_members constant integer := 50;
  invitation public.list_invitations;
  list public.lists;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise sqlstate 'PT401' using message = 'Sign in to join the list.';
  end if;
  perform private.ensure_profile(auth.uid());
  select * into invitation from public.list_invitations where token_hash = sha256(convert_to(token, 'UTF8')) for update;
  select * into list from public.lists where id = invitation.list_id;
  if list.author_id = auth.uid() or exists (
    select from public.list_members where list_id = list.id and member_id = auth.uid()
      and (role = 'editor' or role = invitation.role)
  ) then
    return jsonb_build_object('list_id', list.id);
  end if;
  if invitation.id is null or invitation.revoked_at is not null or invitation.expires_at <= now()
    or invitation.use_count >= invitation.max_uses or private.is_blocked(list.author_id, auth.uid()) then
    raise sqlstate 'PT410' using message = 'This invitation is no longer valid. Ask for a new one.';
  end if;
  if (select count(*) from public.list_members where list_id = list.id) >= most_members then
    raise sqlstate 'PT400' using message = format('A list can have at most %s members.', most_members);
  end if;
  insert into public.list_members (list_id, member_id, role) values (list.id, auth.uid(), invitation.role)
  on conflict on constraint list_members_pkey do update set role = excluded.role;
  update public.list_invitations set use_count = use_count + 1 where id = invitation.id;
  perform private.notify(list.author_id, 'invitation', about_list => list.id);
  return jsonb_build_object('list_id', list.id);
end
$$;
create function public.join_list(token text) returns jsonb
  language sql volatile set search_path = '' return private.join_list(token);
comment on function public.join_list is 'Accepts an invitation. Returns {list_id}.';

grant execute on function
  private.require_list_editor, private.require_list_owner, private.find_last_used_list, private.take_off_list,
  private.place_list_item, private.list_lists_used, private.move_list_item, private.set_list_cover, private.delete_list,
  private.restore_list, private.invite_to_list, private.join_list, public.set_on_list, public.save_spot,
  public.save_chooser, public.create_list, public.move_list_item, public.set_list_cover, public.delete_list,
  public.restore_list, public.copy_list, public.invite_to_list, public.join_list
to authenticated;
grant execute on function private.describe_list_invitation, public.find_list_invitation to anon, authenticated;
