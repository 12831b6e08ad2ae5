-- Notifications about lists. A notification is readable only while everything that it is about is.
alter table public.notifications add column list_id text references public.lists (id) on delete cascade;
create index notifications_list_id_idx on public.notifications (list_id) where list_id is not null;

drop policy "members read their notifications" on public.notifications;
create policy "members read their notifications" on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and (spot_id is null or exists (select from public.spots where spots.id = spot_id))
    and (post_id is null or exists (select from public.posts where posts.id = post_id))
    and (list_id is null or exists (select from public.lists where lists.id = list_id))
    and (comment_id is null or exists (select from public.comments where comments.id = comment_id))
    and (review_id is null or exists (select from public.reviews where reviews.id = review_id))
  );
comment on table public.notifications is
  'Written by triggers. Their member reads those whose spot, story, list, comment and review they may still see.';

drop function private.notify;
create function private.notify(
  to_user uuid, kind public.notification_kind, about_spot text default null, about_post text default null, text text default '',
  about_comment uuid default null, about_review uuid default null, about_list text default null
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, list_id, comment_id, review_id, text)
    select to_user, kind, auth.uid(), about_spot, about_post, about_list, about_comment, about_review, left(text, 1000)
    where to_user is not null and to_user is distinct from auth.uid()
  $$;
comment on function private.notify is 'Notifies a member of what someone else did.';
