-- Members who used different invitations to a list at the same time exceeded its 50 members. A full list also did not
-- promote its viewers to editors.
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
  -- The list first, as where it is deleted.
  select lists.* into list from public.lists join public.list_invitations on list_id = lists.id
    where token_hash = private.hash_token(token) for no key update of lists;
  select * into invitation from public.list_invitations where token_hash = private.hash_token(token) for update;
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
  if (select count(*) from public.list_members where list_id = list.id and member_id <> auth.uid()) >= most_members then
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
