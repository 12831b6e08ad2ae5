-- Members block members. Neither sees the other's comments, follows the other or gets notifications of what they do.
create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  blocked_id uuid not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint blocks_pkey primary key (blocker_id, blocked_id),
  constraint blocks_self_check check (blocker_id <> blocked_id)
);
create index blocks_blocked_id_idx on public.blocks (blocked_id);
alter table public.blocks enable row level security;
create policy "members are not banned and have used their second factor" on public.blocks as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read whom they blocked" on public.blocks for select to authenticated
  using (blocker_id = (select auth.uid()));
create policy "members block" on public.blocks for insert to authenticated
  with check (blocker_id = (select auth.uid()));
create policy "members unblock" on public.blocks for delete to authenticated
  using (blocker_id = (select auth.uid()));
grant select on public.blocks to authenticated;
grant insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant delete on public.blocks to authenticated;
comment on table public.blocks is
  'Who has blocked whom. Only the blocker reads the row, so that no one learns from the API who has blocked them.';
insert into private.write_limits (table_name, per_hour) values ('blocks', 60), ('follows', 300);

create function private.is_blocked(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.blocks where blocker_id = one and blocked_id = other)
      or exists (select from public.blocks where blocker_id = other and blocked_id = one)
  $$;
comment on function private.is_blocked is 'True if either of two members has blocked the other.';

-- Policies call it as (select …), so that a query reads the blocks once and not for each row.
create function private.list_blocked() returns uuid[]
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(array_agg(id), '{}') from (
      select blocked_id as id from public.blocks where blocker_id = auth.uid()
      union all
      select blocker_id from public.blocks where blocked_id = auth.uid()
    ) as blocked
  $$;
comment on function private.list_blocked is 'The members whom the viewer has blocked or who have blocked the viewer.';

-- What moderators decide reaches members who have blocked the moderator.
create function private.is_from_member(kind public.notification_kind) returns boolean
  language sql immutable
  return kind::text in ('comment', 'reply', 'mention', 'review', 'photo', 'follow', 'suggestion', 'invitation',
    'new-spot', 'new-story', 'new-list');
comment on function private.is_from_member is
  'True for kinds of notifications that a block suppresses, because a member causes them and not a moderator.';

create policy "members do not see comments across a block" on public.comments as restrictive for select to authenticated
  using (not author_id = any ((select private.list_blocked())::uuid[]) or (select private.is_moderator()));
create policy "members do not see notifications across a block" on public.notifications as restrictive for select to authenticated
  using (actor_id is null or not private.is_from_member(kind) or not actor_id = any ((select private.list_blocked())::uuid[]));

create function private.tg_blocks__unfollow() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.follows
    where (follower_id, member_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return null;
end
$$;
create trigger _050_actor before insert on public.blocks for each row execute function private.tg__ensure_actor();
create trigger _500_unfollow after insert on public.blocks for each row execute function private.tg_blocks__unfollow();
create trigger _900_limit after insert on public.blocks
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

-- Members follow lists, too. A block prevents following.
alter table public.follows add column list_id text references public.lists (id) on delete cascade;
alter table public.follows drop constraint follows_target_check;
alter table public.follows add constraint follows_target_check check (num_nonnulls(member_id, city_id, list_id) = 1);
alter table public.follows add constraint follows_list_key unique (follower_id, list_id);
create index follows_list_id_idx on public.follows (list_id) where list_id is not null;
grant insert (list_id) on public.follows to authenticated;
comment on table public.follows is 'Members follow members, cities and lists.';
drop policy "members follow" on public.follows;
create policy "members follow" on public.follows for insert to authenticated
  with check (
    follower_id = (select auth.uid())
    and (member_id is null or not member_id = any ((select private.list_blocked())::uuid[]))
    and (list_id is null or exists (select from public.lists where lists.id = list_id))
  );
create trigger _050_actor before insert on public.follows for each row execute function private.tg__ensure_actor();
create trigger _900_limit after insert on public.follows
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

-- Followers are counted for everyone, although only the member followed may read who they are.
create function private.describe_follow(about_member uuid default null, about_city integer default null, about_list text default null)
  returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'follower_count', count(*),
      'is_following', coalesce(bool_or(follower_id = auth.uid()), false)
    )
    from public.follows
    where (about_member is not null and member_id = about_member)
      or (about_city is not null and city_id = about_city)
      or (about_list is not null and list_id = about_list)
  $$;
comment on function private.describe_follow is
  '{follower_count, is_following} of a member, a city or a list. The caller has checked that the viewer may see it.';

grant execute on function private.is_blocked, private.list_blocked, private.is_from_member to authenticated;
grant execute on function private.describe_follow to anon, authenticated;
