-- An invitation to a list also admits a new member while registration needs an invitation, if the owner of the list may
-- invite people to the site.
alter table private.admissions
  add column list_invitation_id uuid references public.list_invitations (id) on delete set null;
create index admissions_list_invitation_id_idx on private.admissions (list_invitation_id) where list_invitation_id is not null;
comment on table private.admissions is
  'Accounts that were created with an invitation to the site or to a list, or with the link for the first administrator.';
comment on column private.admissions.list_invitation_id is
  'The invitation to a list that admitted the member, until they join the list. It is used up by the sign-up, not by joining.';

create function private.may_invite_people(member uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from auth.users
      where id = member and (banned_until is null or banned_until <= now()) and deleted_at is null
        and (raw_app_meta_data ->> 'role' = 'admin' or (select members_may_invite from public.instance_settings))
    )
  $$;
comment on function private.may_invite_people is 'True for members whose invitations admit new members: administrators, and members while the setting allows it.';

create or replace function private.invitation_state(invitation public.invitations) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when invitation.id is null then 'unknown'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      when invitation.uses >= invitation.max_uses then 'used'
      -- The author may have left, been banned, or lost the right to invite since.
      when not private.may_invite_people(invitation.author_id) then 'revoked'
      else 'valid'
    end
  $$;

create function private.list_invitation_state(invitation public.list_invitations) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when invitation.id is null then 'unknown'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      when invitation.use_count >= invitation.max_uses then 'used'
      when not private.may_invite_people((select author_id from public.lists where id = invitation.list_id)) then 'members-only'
      else 'valid'
    end
  $$;
comment on function private.list_invitation_state is
  'valid, used, expired, revoked, unknown, or members-only if the owner of the list may not invite people to the site.';

create or replace function private.describe_invitation(token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  invitation public.invitations;
  list_invitation public.list_invitations;
  list public.lists;
  state text;
begin
  if token is null or length(token) not between 20 and 64 then
    return jsonb_build_object('state', 'unknown');
  end if;
  if private.is_setup_token(token) then
    return jsonb_build_object('state', 'setup');
  end if;
  select * into invitation from public.invitations where token_hash = private.hash_token(token);
  if invitation.id is null then
    select * into list_invitation from public.list_invitations where token_hash = private.hash_token(token);
    select * into list from public.lists where id = list_invitation.list_id;
    state := private.list_invitation_state(list_invitation);
    return jsonb_build_object('state', state) || case state when 'valid' then jsonb_build_object(
      'expires_at', list_invitation.expires_at, 'invited_by', private.member_card(list.author_id), 'list_title', list.title) else '{}' end;
  end if;
  state := private.invitation_state(invitation);
  if state <> 'valid' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object('state', state, 'expires_at', invitation.expires_at,
    'invited_by', private.member_card(invitation.author_id), 'list_title', null);
end
$$;
comment on function public.find_invitation(text) is
  'The invitation of a link: {state, expires_at, invited_by, list_title}. The state is valid, used, expired, revoked, unknown, '
  'members-only for an invitation to a list that admits no new members, or setup for the link of the first administrator.';

create or replace function private.use_invitation(token text, member uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  used uuid;
begin
  if private.is_setup_token(token) then
    insert into private.admissions (member_id) values (member);
    return true;
  end if;
  update public.invitations set uses = uses + 1
  where token_hash = private.hash_token(token) and uses < max_uses and revoked_at is null and expires_at > now()
    and private.invitation_state(invitations) = 'valid'
  returning id into used;
  if used is not null then
    insert into private.admissions (member_id, invitation_id) values (member, used);
    return true;
  end if;
  update public.list_invitations set use_count = use_count + 1
  where token_hash = private.hash_token(token) and use_count < max_uses and revoked_at is null and expires_at > now()
    and private.list_invitation_state(list_invitations) = 'valid'
  returning id into used;
  if used is null then
    return false;
  end if;
  insert into private.admissions (member_id, list_invitation_id) values (member, used);
  return true;
end
$$;

create or replace function private.join_list(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  if invitation.id is null or invitation.revoked_at is not null or invitation.expires_at <= now()
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
$$;

-- As long as the invitations to the site, so that the sign-up form finds the token in a pasted link.
create or replace function private.invite_to_list(list text, role public.list_role) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  token text := private.random_id(26);
  made public.list_invitations;
begin
  perform private.require_list_owner(list);
  if exists (select from public.lists where id = list and kind = 'been') then
    raise sqlstate 'PT400' using message = '“Been there” is about your own visits. Invite to another list.';
  end if;
  insert into public.list_invitations (list_id, role, token_hash) values (list, invite_to_list.role, private.hash_token(token))
  returning * into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at, 'max_uses', made.max_uses);
end
$$;

-- The last use may be that of a member whom it has just admitted.
create or replace function private.describe_list_invitation(token text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'list_id', lists.id, 'role', invitation.role, 'inviter', private.member_card(lists.author_id),
      'is_open', is_open, 'title', case when is_open then lists.title end,
      'is_member', coalesce(lists.author_id = auth.uid(), false)
        or exists (select from public.list_members where list_id = lists.id and member_id = auth.uid())
    )
    from public.list_invitations as invitation join public.lists on lists.id = invitation.list_id,
      lateral (select invitation.revoked_at is null and invitation.expires_at > now() and (
        invitation.use_count < invitation.max_uses
        or exists (select from private.admissions where member_id = auth.uid() and list_invitation_id = invitation.id))
      ) as state (is_open)
    where invitation.token_hash = private.hash_token(token)
  $$;
