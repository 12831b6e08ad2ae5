-- is_member was null for visitors.
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
      lateral (select invitation.revoked_at is null and invitation.expires_at > now() and invitation.use_count < invitation.max_uses) as state (is_open)
    where invitation.token_hash = sha256(convert_to(token, 'UTF8'))
  $$;
