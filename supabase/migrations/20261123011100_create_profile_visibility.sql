-- Members choose who may see their profile. Their name stays beside what they contributed, without a link if no one may.
create type public.profile_visibility as enum ('everyone', 'members', 'nobody');
alter table public.users add column profile_visibility public.profile_visibility not null default 'everyone';
grant update (profile_visibility) on public.users to authenticated;
comment on column public.users.profile_visibility is 'Who may see the profile page and the row of the view profiles.';

create function private.list_blockers() returns uuid[]
  language sql stable security definer set search_path = ''
  as $$ select coalesce(array_agg(blocker_id), '{}') from public.blocks where blocked_id = auth.uid() $$;
comment on function private.list_blockers is 'The members who have blocked the viewer.';

create or replace view public.profiles with (security_barrier = true) as
  select id, username, name, avatar_url, bio, created_at from public.users
  where id = (select auth.uid())
    or (select private.is_moderator())
    or (select current_user not in ('anon', 'authenticated'))
    or (
      (profile_visibility = 'everyone' or (profile_visibility = 'members' and (select auth.uid()) is not null))
      and not id = any ((select private.list_blockers())::uuid[])
    );
comment on view public.profiles is
  'The public part of the profiles that the caller may see. Never contains the e-mail address or the surname.';

create or replace function private.member_card(member_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'username', username, 'name', name, 'avatar_url', avatar_url,
      'has_profile', profile_visibility <> 'nobody' or coalesce(id = auth.uid(), false))
    from public.users where id = member_id
  $$;
comment on function private.member_card is
  '{id, username, name, avatar_url, has_profile}; null if the account was deleted. A byline shows the name also without a profile to link to.';

drop policy "members follow" on public.follows;
create policy "members follow" on public.follows for insert to authenticated
  with check (
    follower_id = (select auth.uid())
    and (member_id is null or not member_id = any ((select private.list_blocked())::uuid[]))
    and (member_id is null or exists (select from public.profiles where profiles.id = member_id))
    and (list_id is null or exists (select from public.lists where lists.id = list_id))
  );

grant execute on function private.list_blockers to anon, authenticated;
