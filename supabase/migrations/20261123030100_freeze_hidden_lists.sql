-- Makes a hidden list read-only. Its owner and its editors read why it is hidden, and nobody changes what moderators
-- look at or removed. Its owner may still delete it, and its members may leave it.

create function private.open_list_ids()
 returns setof text
 language sql
 stable security definer
 set search_path to ''
as $function$
    select id from public.lists where id in (select private.edited_list_ids()) and hidden_at is null
  $function$;
comment on function private.open_list_ids() is 'The lists whose items the caller may change: those they own or edit, without hidden ones.';
revoke execute on function private.open_list_ids() from public;
grant execute on function private.open_list_ids() to anon, authenticated;
comment on function private.edited_list_ids() is 'The lists that the caller owns or edits.';

create function private.require_shown_list(of_list text)
 returns void
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  if private.may_edit_list(of_list) and exists (select from public.lists where id = of_list and hidden_at is not null) then
    raise sqlstate 'PT403' using message = 'This list is hidden. It cannot be changed until a moderator shows it again.';
  end if;
end
$function$;
comment on function private.require_shown_list(text) is 'Rejects changes of a hidden list by its owner and editors.';
revoke execute on function private.require_shown_list(text) from public;
grant execute on function private.require_shown_list(text) to authenticated;

drop policy "hidden ones are shown to their author" on public.lists;
create policy "hidden ones are shown to their author and editors" on public.lists as restrictive for select to anon, authenticated
  using (hidden_at is null or author_id = (select auth.uid()) or id in (select private.edited_list_ids())
    or (select private.is_moderator()));
comment on column public.lists.hidden_at is 'Since then only its author, its editors and moderators see it, and nobody changes it.';

create function private.tg_lists__keep_hidden()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.require_shown_list(old.id);
  return new;
end
$function$;
create trigger _200_keep_hidden before update of title, description, visibility on public.lists
  for each row when (old.hidden_at is not null) execute function private.tg_lists__keep_hidden();

drop policy "editors put spots on lists" on public.list_items;
create policy "editors put spots on lists" on public.list_items for insert to authenticated
  with check (list_id in (select private.open_list_ids()) and exists (select from public.spots where spots.id = list_items.spot_id));
drop policy "editors take spots off lists" on public.list_items;
create policy "editors take spots off lists" on public.list_items for delete to authenticated
  using (list_id in (select private.open_list_ids()));
drop policy "editors change items" on public.list_items;
create policy "editors change items" on public.list_items for update to authenticated
  using (list_id in (select private.open_list_ids()));

create or replace function private.require_list_editor(of_list text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may_edit_list(of_list) then
    raise sqlstate 'PT404' using message = 'List not found, or you may not change it.';
  end if;
  perform private.require_shown_list(of_list);
  perform private.lock_list_author(of_list);
end
$function$;

create or replace function public.set_on_list(spot text, list text, is_on boolean, note text DEFAULT ''::text, place integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  known boolean := exists (select from public.list_items where list_id = set_on_list.list and spot_id = set_on_list.spot);
begin
  perform private.require_shown_list(set_on_list.list);
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
$function$;

create or replace function private.set_list_cover(list text, spot text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select private.require_list_owner(list);
    select private.require_shown_list(list);
    update public.list_items set is_cover = false where list_id = list and is_cover and spot_id is distinct from spot;
    update public.list_items set is_cover = true where list_id = list and spot_id = spot and not is_cover;
  $function$;

create or replace function private.invite_to_list(list text, role public.list_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token text := private.random_id(26);
  made public.list_invitations;
begin
  perform private.require_list_owner(list);
  perform private.require_shown_list(list);
  if exists (select from public.lists where id = list and kind = 'been') then
    raise sqlstate 'PT400' using message = '“Been there” is about your own visits. Invite to another list.';
  end if;
  insert into public.list_invitations (list_id, role, token_hash) values (list, invite_to_list.role, private.hash_token(token))
  returning * into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at, 'max_uses', made.max_uses);
end
$function$;

create or replace function private.list_invitation_state(invitation public.list_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select case
      when invitation.id is null then 'unknown'
      when invitation.revoked_at is not null
        or exists (select from public.lists where id = invitation.list_id and hidden_at is not null) then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      when invitation.use_count >= invitation.max_uses then 'used'
      when not private.may_invite_people((select author_id from public.lists where id = invitation.list_id)) then 'members-only'
      else 'valid'
    end
  $function$;

create or replace function private.describe_list_invitation(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'list_id', lists.id, 'role', invitation.role, 'inviter', private.member_card(lists.author_id),
      'is_open', is_open, 'title', case when is_open then lists.title end,
      'is_member', coalesce(lists.author_id = auth.uid(), false)
        or exists (select from public.list_members where list_id = lists.id and member_id = auth.uid())
    )
    from public.list_invitations as invitation join public.lists on lists.id = invitation.list_id,
      lateral (select invitation.revoked_at is null and lists.hidden_at is null and invitation.expires_at > now() and (
        invitation.use_count < invitation.max_uses
        or exists (select from private.admissions where member_id = auth.uid() and list_invitation_id = invitation.id))
      ) as state (is_open)
    where invitation.token_hash = private.hash_token(token)
  $function$;

create or replace function private.join_list(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- More would make changes of the list wait for each other.
  most_members constant integer := 50;
  invitation public.list_invitations;
  list public.lists;
  has_used boolean;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise sqlstate 'PT401' using message = 'Sign in to join the list.';
  end if;
  perform private.ensure_profile(auth.uid());
  select * into invitation from public.list_invitations where token_hash = private.hash_token(token) for update;
  select * into list from public.lists where id = invitation.list_id;
  if list.author_id = auth.uid() or exists (
    select from public.list_members where list_id = list.id and member_id = auth.uid()
      and (role = 'editor' or role = invitation.role)
  ) then
    return jsonb_build_object('list_id', list.id);
  end if;
  has_used := exists (
    select from private.admissions where member_id = auth.uid() and list_invitation_id = invitation.id);
  if invitation.id is null or invitation.revoked_at is not null or list.hidden_at is not null or invitation.expires_at <= now()
    or (invitation.use_count >= invitation.max_uses and not has_used) or private.is_blocked(list.author_id, auth.uid()) then
    raise sqlstate 'PT410' using message = 'This invitation is no longer valid. Ask for a new one.';
  end if;
  if (select count(*) from public.list_members where list_id = list.id) >= most_members then
    raise sqlstate 'PT400' using message = format('A list can have at most %s members.', most_members);
  end if;
  insert into public.list_members (list_id, member_id, role) values (list.id, auth.uid(), invitation.role)
  on conflict on constraint list_members_pkey do update set role = excluded.role;
  if has_used then
    update private.admissions set list_invitation_id = null where member_id = auth.uid();
  else
    update public.list_invitations set use_count = use_count + 1 where id = invitation.id;
  end if;
  perform private.notify(list.author_id, 'invitation', about_list => list.id);
  return jsonb_build_object('list_id', list.id);
end
$function$;

create or replace function private.find_last_used_list()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select list_id from private.list_uses where member_id = auth.uid() and list_id in (select private.open_list_ids()) order by used_at desc limit 1
  $function$;

create or replace function public.save_chooser(spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not exists (select from public.spots where id = save_chooser.spot) then
    return null;
  end if;
  if not exists (select from public.users where id = auth.uid()) then
    perform private.ensure_profile(auth.uid());
  end if;
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
    where lists.id in (select private.open_list_ids())
  );
end
$function$;

create or replace function public.list_page(id text, link_secret text DEFAULT NULL::text, most integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    'hidden', case when list.hidden_at is not null then jsonb_build_object('reason', list.removal_reason) end,
    'admits_new_members', coalesce(viewer_role = 'owner', false) and private.may_bring_new_members(),
    'link_secret', private.find_list_secret(list.id)
  );
end
$function$;
