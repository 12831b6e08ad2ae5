-- A member whom the owner had removed from a list could join again with the same invitation, as long as it was valid for others.
create table private.list_removals (
  list_id text not null references public.lists (id) on delete cascade,
  member_id uuid not null references public.users (id) on delete cascade,
  removed_at timestamptz not null default now(),
  constraint list_removals_pkey primary key (list_id, member_id)
);
create index list_removals_member_id_idx on private.list_removals (member_id);
alter table private.list_removals enable row level security;
comment on table private.list_removals is 'When the owner of a list last removed a member. Invitations from before do not let them join again.';

create or replace function private.tg_list_members__log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.log_list_change(new.list_id, 'joined', null);
    return null;
  end if;
  perform private.log_list_change(old.list_id, 'left', null);
  delete from private.list_uses where member_id = old.member_id and list_id = old.list_id;
  -- Neither when members leave, nor when the list or an account is deleted.
  insert into private.list_removals (list_id, member_id)
  select lists.id, users.id from public.lists, public.users
  where lists.id = old.list_id and lists.author_id = auth.uid() and users.id = old.member_id and users.id <> auth.uid()
  on conflict (list_id, member_id) do update set removed_at = excluded.removed_at;
  return null;
end
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
    or (invitation.use_count >= invitation.max_uses and not has_used) or private.is_blocked(list.author_id, auth.uid())
    or exists (select from private.list_removals where list_id = list.id and member_id = auth.uid() and removed_at >= invitation.created_at) then
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
        or exists (select from private.admissions where member_id = auth.uid() and list_invitation_id = invitation.id)
      ) and not exists (
        select from private.list_removals
        where list_id = lists.id and member_id = auth.uid() and removed_at >= invitation.created_at
      )) as state (is_open)
    where invitation.token_hash = private.hash_token(token)
  $function$;
comment on function public.find_list_invitation(text) is 'What an invitation is to, {list_id, role, inviter, is_open, title, is_member}. The title is null after it was revoked, used up or has expired, and if the owner has removed the caller since. Null for an unknown token.';
