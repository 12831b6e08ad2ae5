-- Notifications, and who follows whom.
create type public.notification_kind as enum ('approved', 'removed', 'review', 'comment', 'reply', 'photo', 'follow', 'new-spot');

create table public.notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  kind public.notification_kind not null,
  actor_id uuid references public.users (id) on delete cascade,
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  review_id uuid references public.reviews (id) on delete cascade,
  text text not null default '',
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_text_check check (length(text) <= 1000)
);
create index notifications_user_id_idx on public.notifications (user_id, id desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_actor_id_idx on public.notifications (actor_id) where actor_id is not null;
create index notifications_spot_id_idx on public.notifications (spot_id) where spot_id is not null;
create index notifications_post_id_idx on public.notifications (post_id) where post_id is not null;
create index notifications_comment_id_idx on public.notifications (comment_id) where comment_id is not null;
create index notifications_review_id_idx on public.notifications (review_id) where review_id is not null;
alter table public.notifications enable row level security;
create policy "members are not banned and have used their second factor" on public.notifications as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their notifications" on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and (spot_id is null or exists (select from public.spots where spots.id = spot_id))
    and (post_id is null or exists (select from public.posts where posts.id = post_id))
  );
create policy "members mark their notifications" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members delete their notifications" on public.notifications for delete to authenticated
  using (user_id = (select auth.uid()));
grant select on public.notifications to authenticated;
grant update (read_at) on public.notifications to authenticated;
grant delete on public.notifications to authenticated;
comment on table public.notifications is
  'Written by triggers. Their member reads those about spots and stories that they may still see.';
comment on column public.notifications.text is
  'The reason of a removal. The text of a comment or review is read from its row, so that it is never older or more visible than that.';

create table public.follows (
  id bigint generated always as identity primary key,
  follower_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  member_id uuid references public.users (id) on delete cascade,
  city_id integer references public.cities (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint follows_target_check check (num_nonnulls(member_id, city_id) = 1),
  constraint follows_self_check check (member_id <> follower_id),
  constraint follows_member_key unique (follower_id, member_id),
  constraint follows_city_key unique (follower_id, city_id)
);
create index follows_member_id_idx on public.follows (member_id) where member_id is not null;
create index follows_city_id_idx on public.follows (city_id) where city_id is not null;
alter table public.follows enable row level security;
create policy "members are not banned and have used their second factor" on public.follows as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read whom they follow and who follows them" on public.follows for select to authenticated
  using (follower_id = (select auth.uid()) or member_id = (select auth.uid()));
create policy "members follow" on public.follows for insert to authenticated
  with check (follower_id = (select auth.uid()));
create policy "members stop following" on public.follows for delete to authenticated
  using (follower_id = (select auth.uid()));
grant select on public.follows to authenticated;
grant insert (follower_id, member_id, city_id) on public.follows to authenticated;
grant delete on public.follows to authenticated;
grant select on public.follows to anon;
comment on table public.follows is 'Members follow members and cities.';

create function private.notify(
  to_user uuid, kind public.notification_kind, about_spot text, about_post text, text text default '',
  about_comment uuid default null, about_review uuid default null
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, comment_id, review_id, text)
    select to_user, kind, auth.uid(), about_spot, about_post, about_comment, about_review, left(text, 1000)
    where to_user is not null and to_user is distinct from auth.uid()
  $$;
comment on function private.notify is 'Notifies a member of what someone else did.';
create trigger _050_actor before insert on public.notifications for each row execute function private.tg__ensure_actor();

create function private.tg__notify_status() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about_spot text := case when tg_table_name = 'spots' then new.id end;
  about_post text := case when tg_table_name = 'posts' then new.id end;
begin
  if new.status = 'removed' then
    perform private.notify(new.author_id, 'removed', about_spot, about_post, new.removal_reason);
  elsif new.status = 'published' and old.status = 'pending' then
    perform private.notify(new.author_id, 'approved', about_spot, about_post);
  end if;
  return null;
end
$$;

create function private.tg_reviews__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.notify(author_id, 'review', id, null, about_review => new.id) from public.spots where id = new.spot_id;
  return null;
end
$$;

create function private.tg_comments__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.parent_id is not null then
    perform private.notify(author_id, 'reply', new.spot_id, new.post_id, about_comment => new.id) from public.comments where id = new.parent_id;
  else
    perform private.notify(author_id, 'comment', id, null, about_comment => new.id) from public.spots where id = new.spot_id;
    perform private.notify(author_id, 'comment', null, id, about_comment => new.id) from public.posts where id = new.post_id;
  end if;
  return null;
end
$$;
create trigger _530_notify after update of status on public.spots
  for each row when (new.status is distinct from old.status) execute function private.tg__notify_status();
create trigger _530_notify after update of status on public.posts
  for each row when (new.status is distinct from old.status) execute function private.tg__notify_status();
create trigger _530_notify after insert on public.reviews for each row execute function private.tg_reviews__notify();
create trigger _530_notify after insert on public.comments for each row execute function private.tg_comments__notify();
